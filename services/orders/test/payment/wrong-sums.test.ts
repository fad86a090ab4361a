import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { paymentsOf } from '../support/payments.ts';
import { startShop } from '../support/shop.ts';

// No webhook arrives, so the sum comes from a query to the provider.
const shop = useService(() => startShop({ webhooks: 'drop', settings: { reconcileAfterMs: 86_400_000, reconcileEveryMs: 100 } }));

const { openOrder, paidEvents } = paymentsOf(shop);

/** Pays 5,000 yen for an order whose total differs by this amount. */
const payDifferentSum = async (difference: number) => {
  const order = await openOrder();
  await shop.payByCard(order.intent);
  await shop.orders.updateOne({ number: order.number }, { $inc: { total: difference } });
  return order;
};

/** What triggers the query. */
const triggers = {
  client: async ({ email, intent }: Awaited<ReturnType<typeof openOrder>>) => {
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect([status, body.code]).toEqual([402, 'PaymentPending']);
  },
  reconciler: async ({ number }: Awaited<ReturnType<typeof openOrder>>) => {
    await shop.orders.updateOne({ number }, { $set: { 'payment.checkAt': new Date(Date.now() - 1000) } });
  },
};

describe('a queried payment with a different sum', () => {
  test.each([
    ['client', 'less', 1],
    ['client', 'more', -1],
    ['reconciler', 'less', 1],
    ['reconciler', 'more', -1],
  ] as const)(
    'when the %s queries it and %s was received than the order’s sum, then the order is flagged and never paid (customer 7.32)',
    async (by, _case, difference) => {
      const order = await payDifferentSum(difference);
      await triggers[by](order);
      const { payment } = await shop.waitForOrder(order.number, (current) => current.payment.state !== 'awaiting');
      expect(payment).toMatchObject({ state: 'flagged', received: { amount: 5000, currency: 'jpy' } });
      expect(payment).not.toHaveProperty('checkAt');
      expect(paidEvents(order.number)).toHaveLength(0);
    },
  );
});
