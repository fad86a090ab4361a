import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectBooksToAgree } from './support/books.ts';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

/** What a request may take. */
const REQUEST_MS = 10_000;
let shop: Shop;
beforeAll(async () => {
  // The reconciler's first look is too far away to have done any of it.
  shop = await startShop({ env: { REFUND_WAIT_SECONDS: '2', RECONCILE_EVERY_SECONDS: '600' } });
});
afterAll(() => shop.stop());
afterEach(async () => {
  shop.simulator.clearFaults();
  await expectBooksToAgree(shop);
});

const { decline, untilEvents } = deskOf(() => shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId })).data;

describe('a provider that is slow', () => {
  test('when the refund takes longer than an answer may, then the answer says pending, and the refund goes on by itself, once', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')] });
    shop.simulator.failNext({ method: 'GET', path: '/v1/refunds', latencyMs: 1700 });
    shop.simulator.failNext({ method: 'POST', path: '/v1/refunds', latencyMs: 1700 });
    const { status, body } = await decline(number);
    expect([status, body.lines[0]!.declined!.refundState, body.payment.mark]).toEqual([200, 'pending', 'paid']);
    await shop.until(number, ({ lines }) => lines[0]!.declined?.refundState === 'succeeded');
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
    await untilEvents({ number, type: 'line.refunded', count: 1 });
  });

  test('when it is slow before anything is decided, then it is refused in time and the line stays', async () => {
    const { number } = await shop.buy();
    const before = await shop.until(number, () => true);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', latencyMs: 60_000, times: 3 });
    const startedAt = Date.now();
    expect((await decline(number)).body.code).toBe('RefundFailed');
    expect(Date.now() - startedAt).toBeLessThan(REQUEST_MS);
    expect(await shop.stored(number)).toEqual(before);
  });
});
