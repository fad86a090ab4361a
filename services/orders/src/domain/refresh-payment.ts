import { isPaid, type Order } from './order.ts';
import type { PaymentProvider, ProviderPayment } from './ports.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

export type RefreshDeps = SettleDeps & { provider: Pick<PaymentProvider, 'retrieve'> };
type Refreshed = { order: Order; payment: ProviderPayment | null };

/**
 * Asks the provider about an order that is not paid yet, and settles what it says.
 * @throws AppError PaymentUnavailable
 */
export const refreshPayment = async (
  deps: RefreshDeps,
  { order, by }: { order: Order; by: 'client' | 'reconciler' },
): Promise<Refreshed> => {
  if (isPaid(order) || order.payment.intentId === null) return { order, payment: null };
  const payment = await deps.provider.retrieve(order.payment.intentId);
  await settlePayment(deps, { payment, by });
  return { order: (await deps.orders.findById(order.id)) ?? order, payment };
};
