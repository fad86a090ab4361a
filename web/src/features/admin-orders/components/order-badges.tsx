import { Badge } from '@mantine/core';
import { type AdminLine, japaneseDay } from '@stagereel/contracts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { latenessMark, latenessOf } from '../lib/lateness.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { paymentWords } from '../lib/order-words.ts';

/** Nothing for an ordinary payment; a word when money went back or is disputed. */
export const PaymentMark = ({ payment }: { payment: AdminLine['payment'] }) =>
  payment === 'paid' ? null : (
    <Badge color="red.8" variant="filled" tt="none" radius="sm">
      {paymentWords[payment]}
    </Badge>
  );

export const LatenessBadge = ({ group }: { group: OrderGroup }) => {
  const mark = latenessMark({ lateness: latenessOf(group, japaneseDay(new Date())), isHandled: group.isHandled });
  return mark && <StatusBadge tone={mark.tone}>{mark.text}</StatusBadge>;
};

export const HandledBadge = () => <StatusBadge tone="positive">納品完了</StatusBadge>;
