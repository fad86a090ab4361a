import type { FlaggedPayment } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { failedRefundYen, type Order } from '../order/order.ts';

const toFlaggedPayment = (order: Order): FlaggedPayment => ({
  orderNumber: order.number,
  email: order.email,
  total: order.total,
  intentId: order.payment.intentId ?? '',
  createdAt: order.createdAt.toISOString(),
  problem: order.payment.state === 'flagged' ? 'sum-differs' : 'refund-returned',
  owedBack: failedRefundYen(order),
});

/** Payments that an operator must decide about: a different sum was paid, or a refund failed and is still owed. Newest first. */
export const listFlaggedPayments = async ({ orders }: OrdersDeps): Promise<FlaggedPayment[]> =>
  (await orders.listFlagged()).map(toFlaggedPayment).filter(({ problem, owedBack }) => problem === 'sum-differs' || owedBack > 0);
