import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlaggedPayment } from '@stagereel/contracts';
import { expectBooksToAgree } from './support/books.ts';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

const TWO = [itemOf('1'), itemOf('2', '横動画')];
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
afterEach(async () => {
  shop.simulator.clearFaults();
  shop.simulator.setWebhookMode('deliver');
  await expectBooksToAgree(shop);
});

const { decline, life, sales, untilEvents } = deskOf(() => shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId })).data;
const flagged = async (number: string): Promise<FlaggedPayment | undefined> => {
  const { body } = await shop.call({ path: '/api/orders/flagged', cookie: await shop.identity.adminCookie() });
  return (body as unknown as FlaggedPayment[]).find(({ orderNumber }) => orderNumber === number);
};
const newsOf = async (type: string, intentId: string) => {
  const { data } = await shop.stripe.events.list({ limit: 100, type });
  return data.filter(({ data: { object } }) => (object as { payment_intent?: string }).payment_intent === intentId);
};
/** An order of two videos of which the first was declined and given back. */
const declinedOrder = async () => {
  const { number, intent, email } = await shop.buy({ items: TWO });
  expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('succeeded');
  const [refund] = await refundsOf(intent.paymentIntentId);
  return { number, email, intentId: intent.paymentIntentId, refundId: refund!.id };
};

describe('a refund that comes back from the card', () => {
  test('when a line’s refund comes back, then the line, the sums and the list of problems say so, and it can be tried again', async () => {
    const before = await sales();
    const { number, email, intentId, refundId } = await declinedOrder();
    expect(await flagged(number)).toBeUndefined();
    await shop.simulator.failRefund(refundId);
    await shop.until(number, ({ lines }) => lines[0]!.declined?.refundState === 'failed');
    expect((await life(number)).payment).toMatchObject({ mark: 'paid', refundedAmount: 0 });
    expect((await sales()).refunded).toBe(before.refunded);
    expect(await flagged(number)).toMatchObject({ email, total: 9500, intentId, problem: 'refund-returned', owedBack: 5000 });

    expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('succeeded');
    expect((await life(number)).payment).toMatchObject({ mark: 'partially-refunded', refundedAmount: 5000 });
    expect(await flagged(number)).toBeUndefined();
    expect(await refundsOf(intentId)).toMatchObject([
      { amount: 5000, status: 'succeeded', metadata: { attempt: '2' } },
      { amount: 5000, status: 'failed', metadata: { attempt: '1' } },
    ]);
    await untilEvents({ number, type: 'line.refunded', count: 2 });
  });

  test('when all news of it comes twice, late and in the wrong order, then nothing but the truth is written', async () => {
    const { number, intentId, refundId } = await declinedOrder();
    await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
    await shop.simulator.failRefund(refundId);
    await shop.until(number, ({ payment }) => payment.refundFailures !== undefined);
    const [refunded] = await newsOf('charge.refunded', intentId);
    const [failed] = await newsOf('refund.failed', intentId);
    for (const event of [refunded!, failed!, refunded!]) expect((await shop.signedWebhook({ event })).status).toBe(200);
    expect((await life(number)).payment.refundedAmount).toBe(0);

    await decline(number);
    const stored = await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
    for (const event of [failed!, refunded!]) expect((await shop.signedWebhook({ event })).status).toBe(200);
    expect(await shop.stored(number)).toEqual(stored);
    expect(stored.lines[0]!.declined).toMatchObject({ refundState: 'succeeded', attempt: 2 });
    expect(stored.payment.refundFailures).toHaveLength(1);
  });

  test('when it was made by hand, then the sum falls, the order is flagged, and another by hand makes it good', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    const { id } = await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 3000 });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 3000);
    await shop.simulator.failRefund(id);
    await shop.until(number, ({ payment }) => payment.refundedAmount === 0);
    expect(await flagged(number)).toMatchObject({ owedBack: 3000 });
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 3000 });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 3000);
    expect(await flagged(number)).toBeUndefined();
  });

  test('when two have come back before anything is heard of either, then both are owed, and the second still is once the first was made good', async () => {
    const { number, intentId, refundId } = await declinedOrder();
    expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
    const second = (await refundsOf(intentId)).find(({ amount }) => amount === 4500)!;
    await shop.until(number, ({ payment }) => payment.refundedAmount === 9500);
    shop.simulator.setWebhookMode('drop');
    for (const id of [refundId, second.id]) await shop.simulator.failRefund(id);
    const news = await newsOf('refund.failed', intentId);
    expect(news).toHaveLength(2);
    for (const event of news) {
      expect((await shop.signedWebhook({ event })).status).toBe(200);
      expect(await flagged(number)).toMatchObject({ owedBack: 9500 });
    }
    expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('succeeded');
    expect(await flagged(number)).toMatchObject({ owedBack: 4500 });
    expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
    expect(await flagged(number)).toBeUndefined();
  });

  test('when another line is given back later, then what came back before is still owed', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await decline(number);
    const [refund] = await refundsOf(intent.paymentIntentId);
    await shop.simulator.failRefund(refund!.id);
    await shop.until(number, ({ lines }) => lines[0]!.declined?.refundState === 'failed');
    expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
    expect((await life(number)).payment.refundedAmount).toBe(5000);
    expect(await flagged(number)).toMatchObject({ owedBack: 5000 });
  });

  test('when the provider gives no answer to the question that follows, then the webhook must come again', async () => {
    const { number, intentId, refundId } = await declinedOrder();
    shop.simulator.setWebhookMode('drop');
    await shop.simulator.failRefund(refundId);
    const [event] = await newsOf('refund.failed', intentId);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 3 });
    expect((await shop.signedWebhook({ event: event! })).status).toBeGreaterThanOrEqual(500);
    expect((await shop.stored(number)).payment).not.toHaveProperty('refundFailures');
    expect((await shop.signedWebhook({ event: event! })).status).toBe(200);
    expect((await life(number)).payment.refundedAmount).toBe(0);
  });

  test('when the payment is nobody’s, then 200 and nothing happens', async () => {
    const object = { id: 're_1', object: 'refund', amount: 1, payment_intent: 'pi_unknown', failure_reason: 'unknown', metadata: {} };
    for (const each of [object, { ...object, payment_intent: null }]) {
      const event = { id: 'evt_1', object: 'event', type: 'refund.failed', data: { object: each } };
      expect((await shop.signedWebhook({ event })).status).toBe(200);
    }
    expect(await shop.orders.countDocuments({ 'payment.refundFailures.refundId': 're_1' })).toBe(0);
  });
});
