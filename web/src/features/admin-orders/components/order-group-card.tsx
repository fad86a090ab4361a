import { Badge, Box, Button, Group, Paper, Title } from '@mantine/core';
import { type AdminLine, formatDateTime, japaneseDay } from '@stagereel/contracts';
import { IconCheck, IconListDetails, IconSend } from '@tabler/icons-react';
import { useRef } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { OrderTaskBadge, OrderTasks } from '../follow-up/order-tasks.tsx';
import { latenessBadge, latenessOf } from '../lib/lateness.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { paymentTexts } from '../lib/order-texts.ts';
import type { OrderWorkspace } from '../lib/order-workspace.ts';
import styles from './order-group-card.module.css';
import { OrderLineTable } from './order-line-table.tsx';
import { useOrderCardActions } from './use-order-card-actions.ts';

/** Nothing for an ordinary payment; a badge if money was refunded or is disputed. */
const PaymentBadge = ({ payment }: { payment: AdminLine['payment'] }) =>
  payment === 'paid' ? null : (
    <Badge color="red.8" variant="filled" tt="none" radius="sm">
      {paymentTexts[payment]}
    </Badge>
  );

const LatenessBadge = ({ group }: { group: OrderGroup }) => {
  const badge = latenessBadge({ lateness: latenessOf(group, japaneseDay(new Date())), isHandled: group.isHandled });
  return badge && <StatusBadge tone={badge.tone}>{badge.text}</StatusBadge>;
};

type Props = { group: OrderGroup; workspace: OrderWorkspace; onAction: () => void; onDetails: () => void };

/** The id of a card's heading, which can take the focus. */
export const orderHeadingId = (orderNumber: string): string => `order-${orderNumber}`;

export const OrderGroupCard = ({ group, workspace, onAction, onDetails }: Props) => {
  const headingId = orderHeadingId(group.orderNumber);
  const failure = workspace.failures[group.orderNumber];
  const card = useRef<HTMLDivElement>(null);
  const actions = useOrderCardActions({ group, workspace });

  const complete = () => {
    onAction();
    actions.complete();
  };

  const deliver = () => {
    onAction();
    const invalidLine = actions.deliver();
    if (invalidLine !== null) card.current?.querySelector<HTMLInputElement>(`input[name="${invalidLine}"]`)?.focus();
  };

  return (
    <Paper ref={card} component="article" aria-labelledby={headingId} withBorder radius="md" bg="var(--stage-surface)">
      <div className={styles.header}>
        <Title order={3} id={headingId} tabIndex={-1}>
          注文番号 {group.orderNumber}
        </Title>
        <Group gap="xs">
          <PaymentBadge payment={group.payment} />
          <LatenessBadge group={group} />
          <OrderTaskBadge order={group} />
          <Button
            variant="subtle"
            size="sm"
            h={44}
            leftSection={<IconListDetails size={18} aria-hidden />}
            aria-label={`注文番号 ${group.orderNumber} の詳細`}
            onClick={onDetails}
          >
            注文の詳細
          </Button>
        </Group>
      </div>
      <OrderTasks order={group} workspace={workspace} />
      <OrderLineTable group={group} urls={workspace.urls} errors={actions.urlErrors} onUrlChange={actions.setUrl} />
      {failure !== undefined && (
        <Box px="md" py="sm">
          <FormErrors messages={[failure]} />
        </Box>
      )}
      <div className={styles.footer}>
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
        {group.isHandled ? (
          <StatusBadge tone="positive">納品完了</StatusBadge>
        ) : (
          <Group gap="sm">
            <Button
              variant="default"
              size="sm"
              h={44}
              leftSection={<IconCheck size={18} aria-hidden />}
              onClick={complete}
              loading={actions.isCompleting}
              disabled={actions.isDelivering}
            >
              完了
            </Button>
            <Button
              size="sm"
              h={44}
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
    </Paper>
  );
};
