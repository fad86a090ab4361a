import { expect, jest, test } from '@jest/globals';
import type { OrdersDeps } from '../deps.ts';
import type { Order } from '../order/order.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const DAY = 86_400_000;
const createdAt = new Date('2026-11-20T03:00:00Z');
const now = new Date(createdAt.getTime() + 2 * DAY);
const order = {
  id: 'order',
  email: 'hana@example.jp',
  total: 5000,
  createdAt,
  lines: [],
  payment: { state: 'awaiting', intentId: 'pi_1' },
} as unknown as Order;

test('when the payment of an overdue order has succeeded, then it is settled and not cancelled', async () => {
  const payment = { intentId: 'pi_1', orderId: 'order', status: 'succeeded', amountReceived: 5000, currency: 'jpy' };
  const provider = { retrieve: async () => payment, cancel: jest.fn() };
  const paid = { ...order, payment: { ...order.payment, state: 'paid', paidAt: now } };
  const markPaid = jest.fn(async () => paid);
  const orders = { listDueChecks: async () => [{ order, checkAt: now }], claimCheck: async () => true, markPaid };
  const logger = { info: jest.fn(), error: jest.fn() };
  const metrics = { paid: jest.fn() };
  const deps = { provider, orders, logger, metrics, now: () => now, checkEveryMs: 60_000, cancelAfterMs: DAY };
  expect(await reconcilePayments(deps as unknown as OrdersDeps)).toBe(false);
  expect(markPaid).toHaveBeenCalledTimes(1);
  expect(provider.cancel).not.toHaveBeenCalled();
  expect(logger.error).not.toHaveBeenCalled();
});
