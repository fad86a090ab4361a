import type { FlaggedPayment } from '@stagereel/contracts';
import { type Order, owedBack } from './order.ts';
import type { OrderStore } from './ports.ts';

const toFlagged = (order: Order): FlaggedPayment => ({
  orderNumber: order.number,
  email: order.email,
  total: order.total,
  intentId: order.payment.intentId ?? '',
  createdAt: order.createdAt.toISOString(),
  problem: order.payment.state === 'flagged' ? 'sum-differs' : 'refund-returned',
  owedBack: owedBack(order),
});

/** Payments of another sum than their order's, and refunds that came back; newest first. Only a person can say what is to become of them. */
export const listFlagged = async ({ orders }: { orders: Pick<OrderStore, 'listFlagged'> }): Promise<FlaggedPayment[]> =>
  (await orders.listFlagged()).map(toFlagged).filter(({ problem, owedBack: owed }) => problem === 'sum-differs' || owed > 0);
