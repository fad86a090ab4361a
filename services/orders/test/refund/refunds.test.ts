import { describe, expect, test } from '@jest/globals';
import type { AdminLine, CustomerLine } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { itemOf } from '../support/catalog.ts';
import { deliver } from '../support/deliveries.ts';
import { CARDS, startShop } from '../support/shop.ts';

const shop = useService(() => startShop());

/** The payment state that the back office and the customer see; both must be equal. */
const markOf = async (number: string) => {
  const { email } = await shop.storedOrder(number);
  const markIn = async (path: string, cookie: string) => {
    const { body } = await shop.call({ path, cookie });
    return (body as unknown as (AdminLine | CustomerLine)[]).find(({ id }) => id === `${number}-01`)?.payment;
  };
  const mark = await markIn('/api/orders', await shop.identity.adminCookie());
  expect(await markIn('/api/user/orders', await shop.identity.sessionCookie({ email }))).toBe(mark);
  return mark;
};

describe('a refund made at the provider', () => {
  test('when a part is refunded, then the order is shown as partially refunded and can be delivered', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    expect(await markOf(number)).toBe('paid');
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 5000 });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
    expect(await markOf(number)).toBe('partially-refunded');
    expect((await deliver({ shop, number, lines: 2 })).status).toBe(200);
  });

  test('when everything is refunded in parts, then delivery is refused and the order can be completed', async () => {
    const { number, intent } = await shop.buy();
    for (const amount of [2000, 3000]) await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
    expect(await markOf(number)).toBe('refunded');
    const refused = await deliver({ shop, number });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'OrderRefunded', message: 'この注文は返金済みのため納品できません。' });
    const order = await shop.storedOrder(number);
    expect(order.status).toBe('未対応');
    expect(order).not.toHaveProperty('download');
    const completed = await shop.call({
      method: 'PATCH',
      path: `/api/orders/complete/${number}`,
      cookie: await shop.identity.adminCookie(),
    });
    expect(completed.status).toBe(200);
  });

  test('when everything is refunded after the delivery, then the page and its claims return 410 and the link stays hidden', async () => {
    const { number, intent } = await shop.buy();
    const { downloadPath } = (await deliver({ shop, number })).body as { downloadPath: string };
    const page = `/api${downloadPath}`;
    expect((await shop.call({ path: page })).status).toBe(200);
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
    for (const refused of [await shop.call({ path: page }), await shop.call({ method: 'POST', path: `${page}/${number}-01/claim` })]) {
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([410, 'DownloadRefunded']);
      expect(JSON.stringify(refused.body)).not.toContain('videos.example');
    }
    expect((await shop.storedOrder(number)).lines[0]).not.toHaveProperty('claim');
  });

  test('when two webhooks about refunds arrive in the wrong order and twice, then the higher sum is kept', async () => {
    shop.simulator.holdWebhooks();
    const { number, intent } = await shop.buy();
    const charge = (await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).latest_charge;
    const sendRefundWebhook = (amount_refunded: number) =>
      shop.signedWebhook({
        event: {
          id: `evt_${amount_refunded}`,
          object: 'event',
          type: 'charge.refunded',
          data: { object: { id: charge, object: 'charge', payment_intent: intent.paymentIntentId, amount_refunded } },
        },
      });
    for (const amount of [3000, 1000, 3000]) expect((await sendRefundWebhook(amount)).status).toBe(200);
    expect((await shop.storedOrder(number)).payment.refundedAmount).toBe(3000);
    shop.simulator.releaseWebhooks();
  });

  test('when the refund is of an unknown payment, then 200 and nothing changes', async () => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      data: { object: { payment_intent: 'pi_unknown', amount_refunded: 1 } },
    };
    expect((await shop.signedWebhook({ event })).status).toBe(200);
    const withoutIntent = { ...event, data: { object: { payment_intent: null, amount_refunded: 1 } } };
    expect((await shop.signedWebhook({ event: withoutIntent })).status).toBe(200);
    expect(await shop.orders.countDocuments({ 'payment.refundedAmount': 1 })).toBe(0);
  });
});

describe('an open dispute', () => {
  test('when a payment is disputed, then the order stays paid and is shown as disputed', async () => {
    const { number } = await shop.buy({ card: CARDS.disputed });
    const order = await shop.waitForOrder(number, ({ payment }) => payment.disputedAt !== undefined);
    expect(order.payment.state).toBe('paid');
    expect(await markOf(number)).toBe('disputed');
  });
});
