import type { Line, Order } from '../order/order.ts';

/** Settled refunds first, then pending ones. A refund that was made by hand at the provider names no line. */
const rankOf = ({ declined }: Line): number => {
  if (declined?.refundState === 'succeeded') return 0;
  return declined?.refundState === 'pending' ? 1 : 2;
};

/** Distributes the refunded yen of an order over its lines, by line number, so that sums over lines match the provider's sum. */
export const refundShares = ({ lines, payment }: Pick<Order, 'lines' | 'payment'>): ReadonlyMap<string, number> => {
  const shares = new Map<string, number>();
  let left = payment.refundedAmount;
  // The sort is stable: lines of equal rank keep their order.
  for (const { number, price } of [...lines].sort((one, other) => rankOf(one) - rankOf(other))) {
    const share = Math.min(left, price);
    shares.set(number, share);
    left -= share;
  }
  return shares;
};
