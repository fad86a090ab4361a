import { describe, expect, jest, test } from '@jest/globals';
import type { OrdersDeps } from '../deps.ts';
import type { Order } from '../order/order.ts';
import type { ProviderPayment } from './payment-provider.ts';
import { requirePaid, settlePayment } from './settle-payment.ts';

const payment: ProviderPayment = { intentId: 'pi_1', orderId: 'order', status: 'succeeded', amountReceived: 5000, currency: 'jpy' };
const awaiting = {
  id: 'order',
  number: '12345678',
  email: 'hana@example.jp',
  total: 5000,
  lines: [],
  payment: { state: 'awaiting', intentId: 'pi_1', paidEventId: null },
} as unknown as Order;

type MarkPaid = OrdersDeps['orders']['markPaid'];
type Write = { succeed: () => void; fail: () => void };

/** Whose writes of payments end when the test says so. The first that succeeds makes the order paid. */
const createShop = () => {
  let order = awaiting;
  const writes: Write[] = [];
  const markPaid: MarkPaid = ({ at, event }) =>
    new Promise((resolve, reject) => {
      const succeed = () => {
        const isFirst = order.payment.paidEventId === null;
        if (isFirst) order = { ...order, payment: { ...order.payment, state: 'paid', paidAt: at, paidEventId: event.id } };
        resolve(isFirst ? order : null);
      };
      writes.push({ succeed, fail: () => reject(new Error('the database is away')) });
    });
  const paid = jest.fn();
  const deps = {
    orders: { findByIntent: async () => order, findById: async () => order, markPaid },
    provider: { retrieve: async () => payment },
    paymentLimits: { countQuery: async () => null },
    metrics: { paid },
    logger: { info: jest.fn(), error: jest.fn() },
    now: () => new Date(),
  } as unknown as OrdersDeps;
  return {
    paid,
    writes,
    /** Resolves when so many writes have begun. */
    begun: async (count: number): Promise<void> => {
      while (writes.length < count) await new Promise((resolve) => setImmediate(resolve));
    },
    byWebhook: () => settlePayment(deps, { payment, by: 'webhook' }),
    byClient: () => requirePaid(deps, awaiting),
  };
};

describe('a payment that webhook and client report at the same time', () => {
  test('when both write, then both get the paid order, and the payment counts once', async () => {
    const shop = createShop();
    const [webhook, client] = [shop.byWebhook(), shop.byClient()];
    await shop.begun(2);
    for (const write of shop.writes) write.succeed();
    expect(await client).toMatchObject({ payment: { state: 'paid' } });
    expect((await webhook)?.payment.paidEventId).toBe((await client).payment.paidEventId);
    expect(shop.paid).toHaveBeenCalledTimes(1);
  });

  test('when one of them fails, then the other settles the payment', async () => {
    const shop = createShop();
    const webhook = shop.byWebhook().catch((error: Error) => error.message);
    await shop.begun(1);
    const client = shop.byClient();
    await shop.begun(2);
    shop.writes[0]?.fail();
    shop.writes[1]?.succeed();
    expect(await webhook).toBe('the database is away');
    expect(await client).toMatchObject({ payment: { state: 'paid' } });
    expect(shop.paid.mock.calls).toEqual([['client']]);
  });
});
