import { afterEach, describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { CARDS, startShop } from '../support/shop.ts';
import { expectSumsToMatch } from '../support/sums.ts';

const TWO_ITEMS = [itemOf('1'), itemOf('2', '横動画')];
const shop = useService(() => startShop({ settings: { reconcileEveryMs: 300 } }));
afterEach(async () => {
  shop.simulator.clearFaults();
  shop.simulator.setWebhookMode('deliver');
  await expectSumsToMatch(shop);
});

const { correct, decline, waitForEvents } = adminOf(shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
const waitForRefund = (number: string) => shop.waitForOrder(number, ({ lines }) => lines[0]!.declined?.refundState === 'succeeded');
/** Stores a pending refund as a process leaves it that crashes after the decision. */
const storePendingRefund = async (number: string) => {
  const declined = { at: new Date(), reason: '理由', refundState: 'pending', attempt: 1 } as const;
  const decision = { 'lines.0.productionPossible': true, 'lines.0.declined': declined, 'payment.refundCheckAt': new Date() };
  await shop.orders.updateOne({ number }, { $set: decision });
};

describe('the webhook of a refund', () => {
  test('when it arrives early, late and twice, then the sum and the mail are the same', async () => {
    shop.simulator.holdWebhooks();
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    await decline(number, '01');
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 1000 });
    expect((await decline(number, '02')).body.code).toBe('RefundExceedsPaid');
    shop.simulator.releaseWebhooks();
    const { data } = await shop.stripe.events.list({ limit: 100, type: 'charge.refunded' });
    const ownEvents = data.filter(
      ({ data: { object } }) => (object as { payment_intent?: string }).payment_intent === intent.paymentIntentId,
    );
    for (const event of [...ownEvents, ...ownEvents.reverse()]) expect((await shop.signedWebhook({ event })).status).toBe(200);
    const order = await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 6000);
    expect(order.lines.map(({ declined }) => declined?.refundState)).toEqual(['succeeded', undefined]);
    await waitForEvents({ number, type: 'line.refunded', count: 1 });
  });
});

describe('a refund that is refused', () => {
  test('when the payment is disputed, then it is refused, with or without a webhook, and the line is unchanged', async () => {
    shop.simulator.setWebhookMode('drop');
    const { number, intent } = await shop.buy({ card: CARDS.disputed });
    expect((await shop.storedOrder(number)).payment.disputedAt).toBeUndefined();
    expect((await decline(number)).body).toMatchObject({ code: 'RefundDisputed' });
    expect((await shop.storedOrder(number)).payment.disputedAt).toEqual(expect.any(Date));
    expect((await decline(number)).body.code).toBe('RefundDisputed');
    expect((await shop.storedOrder(number)).lines[0]).toMatchObject({ productionPossible: false });
    expect(await refundsOf(intent.paymentIntentId)).toEqual([]);
  });

  test('when less is left of the payment than the line’s price, then it is refused, so never more than the payment is refunded', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 4600 });
    expect((await decline(number, '01')).body.code).toBe('RefundExceedsPaid');
    expect((await decline(number, '02')).status).toBe(200);
    expect((await refundsOf(intent.paymentIntentId)).map(({ amount }) => amount)).toEqual([4500, 4600]);
  });

  test('when the provider is unavailable from the start, then nothing is declined', async () => {
    const { number } = await shop.buy();
    const before = await shop.waitForOrder(number, () => true);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 3 });
    const { status, body } = await decline(number);
    expect([status, body.code, body.message]).toEqual([
      502,
      'RefundFailed',
      '返金に失敗しました。しばらくしてからもう一度お試しください。',
    ]);
    expect(await shop.storedOrder(number)).toEqual(before);
  });

  test.each([
    ['too little is left of the payment', CARDS.good, 6000],
    ['the payment was disputed', CARDS.disputed, 0],
  ])(
    'when %s after the decision, then the refund fails, the customer gets no mail and the job does not retry it',
    async (_case, card, taken) => {
      const { number, intent } = await shop.buy({ items: TWO_ITEMS, card });
      if (taken > 0) await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: taken });
      await storePendingRefund(number);
      const order = await shop.waitForOrder(number, ({ lines }) => lines[0]!.declined?.refundState === 'failed');
      expect(order.payment).not.toHaveProperty('refundCheckAt');
      expect(await refundsOf(intent.paymentIntentId)).toHaveLength(taken > 0 ? 1 : 0);
      await waitForEvents({ number, type: 'line.refunded', count: 0 });
    },
  );

  test('when a refund has failed, then the line can be declined again, as another attempt', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    const declined = { at: new Date(), reason: '前回', refundState: 'failed', attempt: 1 } as const;
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true, 'lines.0.declined': declined } });
    expect((await decline(number, '01', '今回')).body.lines[0]!.declined).toMatchObject({ reason: '今回', refundState: 'succeeded' });
    expect(await refundsOf(intent.paymentIntentId)).toMatchObject([{ amount: 5000, metadata: { attempt: '2' } }]);
  });
});

describe('an interrupted refund', () => {
  test('when the provider’s response is lost, then the line is pending and the job completes the refund once', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    shop.simulator.failNext({ method: 'POST', path: '/v1/refunds', hangUp: true, stage: 'after', times: 100 });
    const { status, body } = await decline(number);
    expect([status, body.lines[0]!.declined!.refundState]).toEqual([200, 'pending']);
    shop.simulator.clearFaults();
    const order = await waitForRefund(number);
    expect(order.payment).toMatchObject({ refundedAmount: 5000 });
    expect(order.payment).not.toHaveProperty('refundCheckAt');
    await waitForEvents({ number, type: 'line.refunded', count: 1 });
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when the process crashed between the decision and the refund, then the job refunds the price', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    await storePendingRefund(number);
    await waitForRefund(number);
    expect(await refundsOf(intent.paymentIntentId)).toMatchObject([{ amount: 5000 }]);
  });

  test('when the provider has forgotten the idempotency key, then the refund is found by its line and not made twice', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    const { _id: orderId } = await shop.storedOrder(number);
    const metadata = { order_id: orderId, line_number: `${number}-01`, attempt: '1' };
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 5000, metadata });
    await storePendingRefund(number);
    await waitForRefund(number);
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  test('when the address was corrected in the meantime, then the mail is sent to the new one', async () => {
    const { number } = await shop.buy({ items: TWO_ITEMS });
    shop.simulator.failNext({ method: 'GET', path: '/v1/refunds', hangUp: true, times: 100 });
    expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('pending');
    const correctEmail = shop.newEmail();
    await correct(number, correctEmail);
    shop.simulator.clearFaults();
    await waitForRefund(number);
    const [event] = await waitForEvents({ number, type: 'line.refunded', count: 1 });
    expect(event!.data).toMatchObject({ email: correctEmail });
  });
});
