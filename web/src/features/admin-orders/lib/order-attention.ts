import { ORDER_ATTENTIONS, type OrderAttention } from '@stagereel/contracts';
import { needsAttention, orderFacts } from '@stagereel/contracts/order-attention';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';

const labels = {
  'due-today': '本日が納期',
  late: '納期超過',
  unclaimed: '受け取り待ち',
  'failed-mail': 'メール送信失敗',
  task: '要対応あり',
} as const satisfies Record<OrderAttention, string>;

/** The options of the filter; the empty one lists every order. */
export const attentionOptions = [
  { value: '', label: 'すべての状態' },
  ...ORDER_ATTENTIONS.map((value) => ({ value, label: labels[value] })),
] as const;

/** The value of the filter in the page's address. */
export const attentionOf = (text: string): OrderAttention | '' => ORDER_ATTENTIONS.find((value) => value === text) ?? '';

/** The groups that need this kind of attention, counted as in the summary of the day. Without a kind, all. */
export const groupsNeeding = (input: {
  groups: readonly OrderGroup[];
  attention: OrderAttention | '';
  /** A day in Asia/Tokyo. */
  today: string;
}): readonly OrderGroup[] => {
  const { groups, attention, today } = input;
  if (attention === '') return groups;
  const time = { today, now: new Date() };
  return groups.filter(({ lines: [first, ...others] }) => first && needsAttention[attention](orderFacts([first, ...others]), time));
};
