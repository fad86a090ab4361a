import { Box, Button, Group, Paper, Title } from '@mantine/core';
import { formatDateTime } from '@stagereel/contracts';
import { IconCheck, IconListDetails, IconSend } from '@tabler/icons-react';
import { useRef } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import type { OrderGroup } from '../lib/order-groups.ts';
import { HandledBadge, LatenessBadge, PaymentMark } from './order-badges.tsx';
import styles from './order-group-card.module.css';
import { OrderLineTable } from './order-line-table.tsx';
import { useOrderActions } from './use-order-actions.ts';
import type { OrderDesk } from './use-order-desk.ts';

type Props = { group: OrderGroup; desk: OrderDesk; onWork: () => void; onDetails: () => void };

/** The id of a card's heading, which takes the focus when the order before it has left the list. */
export const orderHeadingId = (orderNumber: string): string => `order-${orderNumber}`;

export const OrderGroupCard = ({ group, desk, onWork, onDetails }: Props) => {
  const headingId = orderHeadingId(group.orderNumber);
  const failure = desk.failures[group.orderNumber];
  const card = useRef<HTMLDivElement>(null);
  const actions = useOrderActions({ group, desk });

  const complete = () => {
    onWork();
    actions.runComplete();
  };

  const deliver = () => {
    onWork();
    const wrongLine = actions.runDeliver();
    if (wrongLine !== null) card.current?.querySelector<HTMLInputElement>(`input[name="${wrongLine}"]`)?.focus();
  };

  return (
    <Paper ref={card} component="article" aria-labelledby={headingId} withBorder radius="md" bg="var(--stage-surface)">
      <div className={styles.header}>
        <Title order={3} id={headingId} tabIndex={-1}>
          注文番号 {group.orderNumber}
        </Title>
        <Group gap="xs">
          <PaymentMark payment={group.payment} />
          <LatenessBadge group={group} />
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
      <OrderLineTable group={group} urls={desk.urls} errors={actions.urlErrors} onUrlChange={actions.typeUrl} />
      {failure !== undefined && (
        <Box px="md" py="sm">
          <FormErrors messages={[failure]} />
        </Box>
      )}
      <div className={styles.footer}>
        <dl className={styles.facts}>
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
          <HandledBadge />
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
