import { Box, Button, Group, Title } from '@mantine/core';
import { formatDateTime } from '@stagereel/contracts';
import { IconSend } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { CompleteButton } from './complete-button.tsx';
import { DeliverReadyButton } from './deliver-ready-button.tsx';
import { HandledBadge } from './delivery-badges.tsx';
import styles from './order-group-card.module.css';
import { OrderLineTable } from './order-line-table.tsx';
import { useOrderParts } from './order-parts.ts';
import { OrderBadges, OrderEntry, OrderFacts, OrderRowButtons } from './order-row.tsx';
import { useOrderCardActions } from './use-order-card-actions.ts';

/** What a card does outside itself. The functions never change. */
export type CardHandlers = {
  /** Called before each action, so that the focus can move on when the order leaves the list. */
  onAction: (orderNumber: string) => void;
  onDetails: (orderNumber: string) => void;
  setOpen: (orderNumber: string, isOpen: boolean) => void;
};

/** `today`: a day in Asia/Tokyo. */
type Props = { group: OrderGroup; isOpen: boolean; today: string; workspace: OrderWorkspace; handlers: CardHandlers };

/** The id of the button that opens an order. It takes the focus when the admin moves through the list. */
export const orderToggleId = (orderNumber: string): string => `order-${orderNumber}`;

const CustomerFacts = ({ group }: { group: OrderGroup }) => (
  <dl className={styles.details}>
    <div>
      <dt>注文日時</dt>
      <dd>{formatDateTime(group.orderDate)}</dd>
    </div>
    <div>
      <dt>メール</dt>
      <dd>{group.customerEmail}</dd>
    </div>
    <div>
      <dt>お名前</dt>
      <dd>{group.customerName}</dd>
    </div>
  </dl>
);

const Card = ({ group, isOpen, today, workspace, handlers }: Props) => {
  const { OrderTasks } = useOrderParts();
  const { orderNumber } = group;
  const failure = workspace.failures[orderNumber];
  const card = useRef<HTMLElement>(null);
  const actions = useOrderCardActions({ group, workspace });
  const [headingId, bodyId] = [`${orderToggleId(orderNumber)}-heading`, `${orderToggleId(orderNumber)}-body`];

  const focusUrl = (lineId: string) => {
    const findField = () => card.current?.querySelector<HTMLInputElement>(`input[name="${lineId}"]`);
    // The row of an order with several videos has no fields.
    if (!findField()) flushSync(() => handlers.setOpen(orderNumber, true));
    findField()?.focus();
  };

  const complete = () => {
    handlers.onAction(orderNumber);
    actions.complete();
  };

  const deliver = () => {
    handlers.onAction(orderNumber);
    const invalidLine = actions.deliver();
    if (invalidLine !== null) focusUrl(invalidLine);
  };

  return (
    <article ref={card} aria-labelledby={headingId} className={styles.card} data-open={isOpen || undefined}>
      <div className={styles.row}>
        <Title order={3} id={headingId} className={styles.heading}>
          <button
            type="button"
            id={orderToggleId(orderNumber)}
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={() => handlers.setOpen(orderNumber, !isOpen)}
          >
            <span>
              <span className={styles.word}>注文番号</span> {orderNumber}
            </span>
          </button>
        </Title>
        {!isOpen && <OrderFacts group={group} />}
        <OrderBadges group={group} isOpen={isOpen} today={today} />
        {!isOpen && <OrderEntry group={group} workspace={workspace} actions={actions} onDeliver={deliver} />}
        <OrderRowButtons group={group} onDetails={() => handlers.onDetails(orderNumber)} />
      </div>
      <OrderTasks order={group} workspace={workspace} />
      {failure !== undefined && (
        <Box px="md" py="xs">
          <FormErrors messages={[failure]} />
        </Box>
      )}
      {isOpen && (
        <div id={bodyId}>
          <OrderLineTable group={group} urls={workspace.urls} errors={actions.urlErrors} onUrlChange={actions.setUrl} />
          <div className={styles.footer}>
            <CustomerFacts group={group} />
            {group.isHandled ? (
              <HandledBadge group={group} />
            ) : (
              <Group gap="sm">
                <CompleteButton group={group} actions={actions} onComplete={complete} />
                <DeliverReadyButton group={group} actions={actions} onInvalid={focusUrl} />
                <Button
                  size="sm"
                  leftSection={<IconSend size={18} aria-hidden />}
                  onClick={deliver}
                  loading={actions.isDelivering}
                  disabled={actions.isCompleting}
                >
                  納品
                </Button>
              </Group>
            )}
          </div>
        </div>
      )}
    </article>
  );
};

/** The drafts of the forms of one order; their names begin with its number. */
const draftsOf = ({ drafts }: OrderWorkspace, orderNumber: string): string =>
  JSON.stringify(Object.entries(drafts).filter(([name]) => name.startsWith(`${orderNumber} `)));

/** A card uses its own part of the workspace, so that typing into one order renders no other. */
const hasSameContent = (before: Props, now: Props): boolean => {
  const { orderNumber, lines } = now.group;
  const [old, current] = [before.workspace, now.workspace];
  return (
    before.group === now.group &&
    before.isOpen === now.isOpen &&
    before.today === now.today &&
    before.handlers === now.handlers &&
    old.failures[orderNumber] === current.failures[orderNumber] &&
    old.doubtful[orderNumber] === current.doubtful[orderNumber] &&
    lines.every(({ id }) => old.urls[id] === current.urls[id]) &&
    (old.drafts === current.drafts || draftsOf(old, orderNumber) === draftsOf(current, orderNumber))
  );
};

/**
 * One order: a row with what the usual work needs, and, if it is open, everything about its videos and its customer. A row shows only what the open
 * card does not.
 */
export const OrderGroupCard = memo(Card, hasSameContent);
