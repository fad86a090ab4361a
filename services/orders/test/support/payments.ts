import { expect } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import type Stripe from 'stripe';
import { itemOf } from './catalog.ts';
import type { Shop } from './shop.ts';

export const paymentsOf = (shop: Shop) => {
  const paidEvents = (number: string) =>
    shop.probe.ofType('order.paid').filter(({ data }) => (data as { orderNumber: string }).orderNumber === number);

  return {
    paidEvents,

    /** Creates an order that awaits its payment. */
    openOrder: async (items = [itemOf('1')]) => {
      const email = shop.newEmail();
      const { body: intent } = await shop.openPayment({ email, items });
      return { email, intent, number: intent.orderNumber };
    },

    /** The provider's event about a payment, as the simulator stored it. */
    succeededEvent: async (intentId: string): Promise<Stripe.Event> => {
      const find = async () => {
        const { data } = await shop.stripe.events.list({ limit: 100 });
        return data.find(({ type, data: { object } }) => type === 'payment_intent.succeeded' && 'id' in object && object.id === intentId);
      };
      return waitUntil(find, { what: `payment_intent.succeeded of ${intentId}` });
    },

    expectUnpaid: async (number: string): Promise<void> => {
      const order = await shop.storedOrder(number);
      expect(order.payment.state).toBe('awaiting');
      expect(order.outbox).toBeUndefined();
      expect(paidEvents(number)).toHaveLength(0);
    },

    expectPaidOnce: async (number: string): Promise<void> => {
      const order = await shop.waitForOrder(number, ({ payment }) => payment.state === 'paid');
      await waitUntil(() => paidEvents(number).length > 0, { what: `order.paid of ${number}` });
      expect(paidEvents(number)).toMatchObject([{ id: order.payment.paidEventId }]);
      expect(order).not.toHaveProperty('openPlace');
      expect(order.payment).not.toHaveProperty('checkAt');
    },
  };
};
