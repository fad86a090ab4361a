import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AdminLine, CustomerLine } from '@stagereel/contracts';
import { itemOf } from './support/catalog.ts';
import { deliver } from './support/deliver.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** How the order's payment is marked, for the back office and for its customer alike. */
const markOf = async (number: string) => {
  const { email } = await shop.stored(number);
  const markIn = async (path: string, cookie: string) => {
    const { body } = await shop.call({ path, cookie });
    return (body as unknown as (AdminLine | CustomerLine)[]).find(({ id }) => id === `${number}-01`)?.payment;
  };
  const mark = await markIn('/api/orders', await shop.identity.adminCookie());
  expect(await markIn('/api/user/orders', await shop.identity.sessionCookie({ email }))).toBe(mark);
  return mark;
};

describe('a refund', () => {
  test('when a part is given back, then the order is marked with the sum and can still be delivered', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    expect(await markOf(number)).toBe('paid');
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 5000 });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
    expect(await markOf(number)).toBe('partially-refunded');
    expect((await deliver({ shop, number, lines: 2 })).status).toBe(200);
  });

  test('when all is given back in parts, then delivery is refused and the order can be completed', async () => {
    const { number, intent } = await shop.buy();
    for (const amount of [2000, 3000]) await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
    expect(await markOf(number)).toBe('refunded');
    const refused = await deliver({ shop, number });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'OrderRefunded', message: 'この注文は返金済みのため納品できません。' });
    const order = await shop.stored(number);
    expect(order.status).toBe('未対応');
    expect(order).not.toHaveProperty('download');
    const completed = await shop.call({
      method: 'PATCH',
      path: `/api/orders/complete/${number}`,
      cookie: await shop.identity.adminCookie(),
    });
    expect(completed.status).toBe(200);
  });

  test('when all is given back after the delivery, then the page and its claims answer 410 and the link stays hidden', async () => {
    const { number, intent } = await shop.buy();
    const { downloadPath } = (await deliver({ shop, number })).body as { downloadPath: string };
    const page = `/api${downloadPath}`;
    expect((await shop.call({ path: page })).status).toBe(200);
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
    for (const refused of [await shop.call({ path: page }), await shop.call({ method: 'POST', path: `${page}/${number}-01/claim` })]) {
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([410, 'DownloadRefunded']);
      expect(JSON.stringify(refused.body)).not.toContain('videos.example');
    }
    expect((await shop.stored(number)).lines[0]).not.toHaveProperty('claim');
  });

  test('when the news of two refunds comes in the wrong order and twice, then the higher sum stays', async () => {
    shop.simulator.holdWebhooks();
    const { number, intent } = await shop.buy();
    const charge = (await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).latest_charge;
    const news = (amount_refunded: number) =>
      shop.signedWebhook({
        event: {
          id: `evt_${amount_refunded}`,
          object: 'event',
          type: 'charge.refunded',
          data: { object: { id: charge, object: 'charge', payment_intent: intent.paymentIntentId, amount_refunded } },
        },
      });
    for (const amount of [3000, 1000, 3000]) expect((await news(amount)).status).toBe(200);
    expect((await shop.stored(number)).payment.refundedAmount).toBe(3000);
    shop.simulator.releaseWebhooks();
  });

  test('when the refund is of a payment nobody knows, then 200 and nothing happens', async () => {
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

describe('a dispute', () => {
  test('when a payment is disputed, then the order is paid and marked', async () => {
    const { number } = await shop.buy({ card: CARDS.disputed });
    const order = await shop.until(number, ({ payment }) => payment.disputedAt !== undefined);
    expect(order.payment.state).toBe('paid');
    expect(await markOf(number)).toBe('disputed');
  });
});
