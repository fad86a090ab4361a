import type { Line, Order } from './order.ts';

/** Whose refund came about first, then whose is on its way; what was given back by hand, at the provider, names no line at all. */
const rankOf = ({ declined }: Line): number => {
  if (declined?.refundState === 'succeeded') return 0;
  return declined?.refundState === 'pending' ? 1 : 2;
};

/** The yen given back of an order, by line number: shared out over its lines, so that any count of lines adds up to what the provider says. */
export const refundShares = ({ lines, payment }: Pick<Order, 'lines' | 'payment'>): ReadonlyMap<string, number> => {
  const shares = new Map<string, number>();
  let left = payment.refundedAmount;
  // Sorting keeps the order of equals.
  for (const { number, price } of [...lines].sort((one, other) => rankOf(one) - rankOf(other))) {
    const share = Math.min(left, price);
    shares.set(number, share);
    left -= share;
  }
  return shares;
};
