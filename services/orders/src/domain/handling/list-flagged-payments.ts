import type { FlaggedPayment } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { failedRefundYen, isForgotten, type Order } from '../order/order.ts';

const problemOf = (order: Order): FlaggedPayment['problem'] => {
  if (order.payment.state !== 'flagged') return 'refund-returned';
  return isForgotten(order) ? 'paid-late' : 'sum-differs';
};

const toFlaggedPayment = (order: Order): FlaggedPayment => ({
  orderNumber: order.number,
  email: order.email,
  total: order.total,
  intentId: order.payment.intentId ?? '',
  createdAt: order.createdAt.toISOString(),
  problem: problemOf(order),
  owedBack: failedRefundYen(order),
});

/** Payments that an operator must decide about: a different sum was paid, an order was paid after its customer was forgotten, or a refund failed and is still owed. Newest first. */
export const listFlaggedPayments = async ({ orders }: OrdersDeps): Promise<FlaggedPayment[]> =>
  (await orders.listFlagged()).map(toFlaggedPayment).filter(({ problem, owedBack }) => problem !== 'refund-returned' || owedBack > 0);
