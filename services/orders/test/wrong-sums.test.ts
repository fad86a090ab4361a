import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { paymentsOf } from './support/payments.ts';
import { type Shop, startShop } from './support/shop.ts';

// No webhook arrives: the sum is what the provider answers when it is asked.
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ webhooks: 'drop', env: { RECONCILE_AFTER_SECONDS: '86400', RECONCILE_EVERY_SECONDS: '0.1' } });
});
afterAll(() => shop.stop());

const { opened, paidEvents } = paymentsOf(() => shop);

/** A payment of 5,000 yen, whose order wants so much more. */
const paidOtherwise = async (difference: number) => {
  const order = await opened();
  await shop.giveCard(order.intent);
  await shop.orders.updateOne({ number: order.number }, { $inc: { total: difference } });
  return order;
};

/** What makes the service ask. */
const askers = {
  client: async ({ email, intent }: Awaited<ReturnType<typeof opened>>) => {
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect([status, body.code]).toEqual([402, 'PaymentPending']);
  },
  reconciler: async ({ number }: Awaited<ReturnType<typeof opened>>) => {
    await shop.orders.updateOne({ number }, { $set: { 'payment.checkAt': new Date(Date.now() - 1000) } });
  },
};

describe('a payment that is asked about', () => {
  test.each([
    ['client', 'less', 1],
    ['client', 'more', -1],
    ['reconciler', 'less', 1],
    ['reconciler', 'more', -1],
  ] as const)(
    'when the %s asks and %s was received than the order’s sum, then the order is flagged and never paid',
    async (by, _what, difference) => {
      const order = await paidOtherwise(difference);
      await askers[by](order);
      const { payment } = await shop.until(order.number, (current) => current.payment.state !== 'awaiting');
      expect(payment).toMatchObject({ state: 'flagged', received: { amount: 5000, currency: 'jpy' } });
      expect(payment).not.toHaveProperty('checkAt');
      expect(paidEvents(order.number)).toHaveLength(0);
    },
  );
});
