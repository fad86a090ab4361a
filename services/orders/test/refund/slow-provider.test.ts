import { afterEach, describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';
import { expectSumsToMatch } from '../support/sums.ts';

/** The request timeout. */
const REQUEST_MS = 10_000;
// The refund job runs too late to take part.
const shop = useService(() => startShop({ settings: { refundWaitMs: 2000, reconcileEveryMs: 600_000 } }));
afterEach(async () => {
  shop.simulator.clearFaults();
  await expectSumsToMatch(shop);
});

const { decline, waitForEvents } = adminOf(shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId })).data;

describe('declining a line while the provider is slow', () => {
  test('when the refund exceeds the waiting time, then the response is pending, and the refund is completed once in the background', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')] });
    shop.simulator.failNext({ method: 'GET', path: '/v1/refunds', latencyMs: 1700 });
    shop.simulator.failNext({ method: 'POST', path: '/v1/refunds', latencyMs: 1700 });
    const { status, body } = await decline(number);
    expect([status, body.lines[0]!.declined!.refundState, body.payment.mark]).toEqual([200, 'pending', 'paid']);
    await shop.waitForOrder(number, ({ lines }) => lines[0]!.declined?.refundState === 'succeeded');
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
    await waitForEvents({ number, type: 'line.refunded', count: 1 });
  });

  test('when the provider is slow before the decision, then declining fails in time and the line is unchanged', async () => {
    const { number } = await shop.buy();
    const before = await shop.waitForOrder(number, () => true);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', latencyMs: 60_000, times: 3 });
    const startedAt = Date.now();
    expect((await decline(number)).body.code).toBe('RefundFailed');
    expect(Date.now() - startedAt).toBeLessThan(REQUEST_MS);
    expect(await shop.storedOrder(number)).toEqual(before);
  });
});
