import { Badge } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';

const marks = { 'partially-refunded': '一部返金済み', refunded: '返金済み', disputed: 'チャージバック申請中' } as const;

/** Nothing for an ordinary payment; a word when money went back or is disputed. */
export const PaymentMark = ({ payment }: { payment: AdminLine['payment'] }) =>
  payment === 'paid' ? null : (
    <Badge color="red" variant="filled" tt="none" radius="sm">
      {marks[payment]}
    </Badge>
  );

export const HandledBadge = () => <StatusBadge tone="positive">納品完了</StatusBadge>;
