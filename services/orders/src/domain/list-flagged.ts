import type { FlaggedPayment } from '@stagereel/contracts';
import type { OrderStore } from './ports.ts';

/** Payments of another sum than their order's, newest first. Only a person can say what is to become of them. */
export const listFlagged = async ({ orders }: { orders: Pick<OrderStore, 'listFlagged'> }): Promise<FlaggedPayment[]> => {
  const flagged = await orders.listFlagged();
  return flagged.map(({ number, email, total, payment, createdAt }) => ({
    orderNumber: number,
    email,
    total,
    intentId: payment.intentId ?? '',
    createdAt: createdAt.toISOString(),
  }));
};
