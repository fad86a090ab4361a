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
  const markPaid = jest.fn<MarkPaid>(
    ({ at, event }) =>
      new Promise((resolve, reject) => {
        const succeed = () => {
          if (order.payment.paidEventId === null) {
            order = { ...order, payment: { ...order.payment, state: 'paid', paidAt: at, paidEventId: event.id } };
          }
          resolve(order);
        };
        writes.push({ succeed, fail: () => reject(new Error('the database is away')) });
      }),
  );
  const retrieve = jest.fn(async () => payment);
  const countQuery = jest.fn(async () => null);
  const paid = jest.fn();
  const createDeps = () =>
    ({
      orders: { findByIntent: async () => order, findById: async () => order, markPaid },
      provider: { retrieve },
      paymentLimits: { countQuery },
      metrics: { paid },
      logger: { info: jest.fn(), error: jest.fn() },
      now: () => new Date(),
    }) as unknown as OrdersDeps;
  const deps = createDeps();
  /** Resolves when so many writes have begun. */
  const begun = async (count: number): Promise<void> => {
    while (writes.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    retrieve,
    countQuery,
    markPaid,
    paid,
    writes,
    begun,
    byWebhook: () => settlePayment(deps, { payment, by: 'webhook' }),
    byClient: () => requirePaid(deps, awaiting),
    byClientOfOtherProcess: () => requirePaid(createDeps(), awaiting),
  };
};

describe('a payment that webhook and client report at the same time', () => {
  test('when the webhook is settling it, then the client waits for the result and does not query the provider', async () => {
    const shop = createShop();
    const webhook = shop.byWebhook();
    const client = shop.byClient();
    await shop.begun(1);
    shop.writes[0]?.succeed();
    expect(await client).toEqual(await webhook);
    expect(await client).toMatchObject({ payment: { state: 'paid' } });
    expect(shop.retrieve).not.toHaveBeenCalled();
    expect(shop.countQuery).not.toHaveBeenCalled();
    expect(shop.markPaid).toHaveBeenCalledTimes(1);
  });

  test('when the client is settling it, then the webhook waits for the result, and the payment counts once', async () => {
    const shop = createShop();
    const client = shop.byClient();
    await shop.begun(1);
    const webhooks = [shop.byWebhook(), shop.byWebhook()];
    shop.writes[0]?.succeed();
    for (const settled of await Promise.all([client, ...webhooks])) expect(settled).toMatchObject({ payment: { state: 'paid' } });
    expect(shop.markPaid).toHaveBeenCalledTimes(1);
    expect(shop.paid.mock.calls).toEqual([['client']]);
  });

  test('when the settlement of the webhook fails, then only the webhook fails, and the client settles the payment', async () => {
    const shop = createShop();
    const webhook = shop.byWebhook().catch((error: Error) => error.message);
    const client = shop.byClient();
    await shop.begun(1);
    shop.writes[0]?.fail();
    expect(await webhook).toBe('the database is away');
    await shop.begun(2);
    shop.writes[1]?.succeed();
    expect(await client).toMatchObject({ payment: { state: 'paid' } });
    expect(shop.paid.mock.calls).toEqual([['client']]);
  });

  test('when a settlement has failed, then the next webhook settles the payment', async () => {
    const shop = createShop();
    const first = shop.byWebhook().catch((error: Error) => error.message);
    await shop.begun(1);
    shop.writes[0]?.fail();
    expect(await first).toBe('the database is away');
    const second = shop.byWebhook();
    await shop.begun(2);
    shop.writes[1]?.succeed();
    expect(await second).toMatchObject({ payment: { state: 'paid' } });
  });

  test('when they meet in two processes, then both write, and the payment counts once', async () => {
    const shop = createShop();
    const [webhook, client] = [shop.byWebhook(), shop.byClientOfOtherProcess()];
    await shop.begun(2);
    for (const write of shop.writes) write.succeed();
    expect((await webhook)?.payment.paidEventId).toBe((await client).payment.paidEventId);
    expect(shop.paid).toHaveBeenCalledTimes(1);
  });
});
