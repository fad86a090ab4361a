import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectBooksToAgree } from './support/books.ts';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

const TWO = [itemOf('1'), itemOf('2', '横動画')];
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env: { RECONCILE_EVERY_SECONDS: '0.3' } });
});
afterAll(() => shop.stop());
afterEach(async () => {
  shop.simulator.clearFaults();
  shop.simulator.setWebhookMode('deliver');
  await expectBooksToAgree(shop);
});

const { correct, decline, untilEvents } = deskOf(() => shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
const refunded = (number: string) => shop.until(number, ({ lines }) => lines[0]!.declined?.refundState === 'succeeded');
/** A line whose refund was decided by a process that then died. */
const leaveBehind = async (number: string) => {
  const declined = { at: new Date(), reason: '理由', refundState: 'pending', attempt: 1 } as const;
  const decision = { 'lines.0.productionPossible': true, 'lines.0.declined': declined, 'payment.refundCheckAt': new Date() };
  await shop.orders.updateOne({ number }, { $set: decision });
};

describe('the webhook of a refund', () => {
  test('when it comes before, after and twice, then the sum and the mail are the same', async () => {
    shop.simulator.holdWebhooks();
    const { number, intent } = await shop.buy({ items: TWO });
    await decline(number, '01');
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 1000 });
    expect((await decline(number, '02')).body.code).toBe('RefundExceedsPaid');
    shop.simulator.releaseWebhooks();
    const { data } = await shop.stripe.events.list({ limit: 100, type: 'charge.refunded' });
    const own = data.filter(({ data: { object } }) => (object as { payment_intent?: string }).payment_intent === intent.paymentIntentId);
    for (const event of [...own, ...own.reverse()]) expect((await shop.signedWebhook({ event })).status).toBe(200);
    const order = await shop.until(number, ({ payment }) => payment.refundedAmount === 6000);
    expect(order.lines.map(({ declined }) => declined?.refundState)).toEqual(['succeeded', undefined]);
    await untilEvents({ number, type: 'line.refunded', count: 1 });
  });
});

describe('a refund that cannot be', () => {
  test('when the payment is disputed, then it is refused, whether or not the news has come, and the line stays', async () => {
    shop.simulator.setWebhookMode('drop');
    const { number, intent } = await shop.buy({ card: CARDS.disputed });
    expect((await shop.stored(number)).payment.disputedAt).toBeUndefined();
    expect((await decline(number)).body).toMatchObject({ code: 'RefundDisputed' });
    expect((await shop.stored(number)).payment.disputedAt).toEqual(expect.any(Date));
    expect((await decline(number)).body.code).toBe('RefundDisputed');
    expect((await shop.stored(number)).lines[0]).toMatchObject({ productionPossible: false });
    expect(await refundsOf(intent.paymentIntentId)).toEqual([]);
  });

  test('when less is left of the payment than the line cost, then it is refused, and never does more than was paid go back', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 4600 });
    expect((await decline(number, '01')).body.code).toBe('RefundExceedsPaid');
    expect((await decline(number, '02')).status).toBe(200);
    expect((await refundsOf(intent.paymentIntentId)).map(({ amount }) => amount)).toEqual([4500, 4600]);
  });

  test('when the provider is away from the start, then nothing is declined', async () => {
    const { number } = await shop.buy();
    const before = await shop.until(number, () => true);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 3 });
    const { status, body } = await decline(number);
    expect([status, body.code, body.message]).toEqual([
      502,
      'RefundFailed',
      '返金に失敗しました。しばらくしてからもう一度お試しください。',
    ]);
    expect(await shop.stored(number)).toEqual(before);
  });

  test.each([
    ['too little is left of the payment', CARDS.good, 6000],
    ['the payment was disputed', CARDS.disputed, 0],
  ])(
    'when %s once it was decided, then it has failed, the customer is told nothing and the reconciler lets it be',
    async (_what, card, taken) => {
      const { number, intent } = await shop.buy({ items: TWO, card });
      if (taken > 0) await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: taken });
      await leaveBehind(number);
      const order = await shop.until(number, ({ lines }) => lines[0]!.declined?.refundState === 'failed');
      expect(order.payment).not.toHaveProperty('refundCheckAt');
      expect(await refundsOf(intent.paymentIntentId)).toHaveLength(taken > 0 ? 1 : 0);
      await untilEvents({ number, type: 'line.refunded', count: 0 });
    },
  );

  test('when a refund had failed for good, then it can be tried once more, as another attempt', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    const declined = { at: new Date(), reason: '前回', refundState: 'failed', attempt: 1 } as const;
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true, 'lines.0.declined': declined } });
    expect((await decline(number, '01', '今回')).body.lines[0]!.declined).toMatchObject({ reason: '今回', refundState: 'succeeded' });
    expect(await refundsOf(intent.paymentIntentId)).toMatchObject([{ amount: 5000, metadata: { attempt: '2' } }]);
  });
});

describe('a refund that was interrupted', () => {
  test('when the provider did it and its answer was lost, then the answer says pending and the reconciler ends it, once', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    shop.simulator.failNext({ method: 'POST', path: '/v1/refunds', hangUp: true, stage: 'after', times: 100 });
    const { status, body } = await decline(number);
    expect([status, body.lines[0]!.declined!.refundState]).toEqual([200, 'pending']);
    shop.simulator.clearFaults();
    const order = await refunded(number);
    expect(order.payment).toMatchObject({ refundedAmount: 5000 });
    expect(order.payment).not.toHaveProperty('refundCheckAt');
    await untilEvents({ number, type: 'line.refunded', count: 1 });
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when the process died between the decision and the provider, then the reconciler gives the price back', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    await leaveBehind(number);
    await refunded(number);
    expect(await refundsOf(intent.paymentIntentId)).toMatchObject([{ amount: 5000 }]);
  });

  test('when the provider has forgotten the key by then, then the refund is known by its line and not made twice', async () => {
    const { number, intent } = await shop.buy({ items: TWO });
    const { _id: orderId } = await shop.stored(number);
    const metadata = { order_id: orderId, line_number: `${number}-01`, attempt: '1' };
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 5000, metadata });
    await leaveBehind(number);
    await refunded(number);
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when the address was corrected meanwhile, then the mail goes to the new one', async () => {
    const { number } = await shop.buy({ items: TWO });
    shop.simulator.failNext({ method: 'GET', path: '/v1/refunds', hangUp: true, times: 100 });
    expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('pending');
    const right = shop.newEmail();
    await correct(number, right);
    shop.simulator.clearFaults();
    await refunded(number);
    const [event] = await untilEvents({ number, type: 'line.refunded', count: 1 });
    expect(event!.data).toMatchObject({ email: right });
  });
});
