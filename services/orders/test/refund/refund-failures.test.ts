import { afterEach, describe, expect, test } from '@jest/globals';
import type { FlaggedPayment } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';
import { expectSumsToMatch } from '../support/sums.ts';

const TWO_ITEMS = [itemOf('1'), itemOf('2', '横動画')];
const shop = useService(() => startShop());
afterEach(async () => {
  shop.simulator.clearFaults();
  shop.simulator.setWebhookMode('deliver');
  await expectSumsToMatch(shop);
});

const { decline, timeline, sales, waitForEvents } = adminOf(shop);
const refundsOf = async (intentId: string) => (await shop.stripe.refunds.list({ payment_intent: intentId })).data;
const findFlagged = async (number: string): Promise<FlaggedPayment | undefined> => {
  const { body } = await shop.call({ path: '/api/orders/flagged', cookie: await shop.identity.adminCookie() });
  return (body as unknown as FlaggedPayment[]).find(({ orderNumber }) => orderNumber === number);
};
const webhooksOf = async (type: string, intentId: string) => {
  const { data } = await shop.stripe.events.list({ limit: 100, type });
  return data.filter(({ data: { object } }) => (object as { payment_intent?: string }).payment_intent === intentId);
};
/** An order of two videos; the first is declined and refunded. */
const buyAndDecline = async () => {
  const { number, intent, email } = await shop.buy({ items: TWO_ITEMS });
  expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('succeeded');
  const [refund] = await refundsOf(intent.paymentIntentId);
  return { number, email, intentId: intent.paymentIntentId, refundId: refund!.id };
};

describe('a refund that fails after it succeeded', () => {
  test('when a line’s refund fails, then the line, the sums and the flagged payments show it, and it can be retried', async () => {
    const before = await sales();
    const { number, email, intentId, refundId } = await buyAndDecline();
    expect(await findFlagged(number)).toBeUndefined();
    await shop.simulator.failRefund(refundId);
    await shop.waitForOrder(number, ({ lines }) => lines[0]!.declined?.refundState === 'failed');
    expect((await timeline(number)).payment).toMatchObject({ mark: 'paid', refundedAmount: 0 });
    expect((await sales()).refunded).toBe(before.refunded);
    expect(await findFlagged(number)).toMatchObject({ email, total: 9500, intentId, problem: 'refund-returned', owedBack: 5000 });

    expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('succeeded');
    expect((await timeline(number)).payment).toMatchObject({ mark: 'partially-refunded', refundedAmount: 5000 });
    expect(await findFlagged(number)).toBeUndefined();
    expect(await refundsOf(intentId)).toMatchObject([
      { amount: 5000, status: 'succeeded', metadata: { attempt: '2' } },
      { amount: 5000, status: 'failed', metadata: { attempt: '1' } },
    ]);
    await waitForEvents({ number, type: 'line.refunded', count: 2 });
  });

  test('when its webhooks arrive twice, late and in the wrong order, then the stored state is correct', async () => {
    const { number, intentId, refundId } = await buyAndDecline();
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
    await shop.simulator.failRefund(refundId);
    await shop.waitForOrder(number, ({ payment }) => payment.refundFailures !== undefined);
    const [refunded] = await webhooksOf('charge.refunded', intentId);
    const [failed] = await webhooksOf('refund.failed', intentId);
    for (const event of [refunded!, failed!, refunded!]) expect((await shop.signedWebhook({ event })).status).toBe(200);
    expect((await timeline(number)).payment.refundedAmount).toBe(0);

    await decline(number);
    const stored = await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
    for (const event of [failed!, refunded!]) expect((await shop.signedWebhook({ event })).status).toBe(200);
    expect(await shop.storedOrder(number)).toEqual(stored);
    expect(stored.lines[0]!.declined).toMatchObject({ refundState: 'succeeded', attempt: 2 });
    expect(stored.payment.refundFailures).toHaveLength(1);
  });

  test('when it was made by hand, then the sum falls and the order is flagged until another refund by hand', async () => {
    const { number, intent } = await shop.buy({ items: TWO_ITEMS });
    const { id } = await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 3000 });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 3000);
    await shop.simulator.failRefund(id);
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 0);
    expect(await findFlagged(number)).toMatchObject({ owedBack: 3000 });
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 3000 });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 3000);
    expect(await findFlagged(number)).toBeUndefined();
  });

  test('when two fail before any webhook arrives, then both are owed, and the second still is after the first is refunded again', async () => {
    const { number, intentId, refundId } = await buyAndDecline();
    expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
    const second = (await refundsOf(intentId)).find(({ amount }) => amount === 4500)!;
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 9500);
    shop.simulator.setWebhookMode('drop');
    for (const id of [refundId, second.id]) await shop.simulator.failRefund(id);
    const webhooks = await webhooksOf('refund.failed', intentId);
    expect(webhooks).toHaveLength(2);
    for (const event of webhooks) {
      expect((await shop.signedWebhook({ event })).status).toBe(200);
      expect(await findFlagged(number)).toMatchObject({ owedBack: 9500 });
    }
    expect((await decline(number)).body.lines[0]!.declined!.refundState).toBe('succeeded');
    expect(await findFlagged(number)).toMatchObject({ owedBack: 4500 });
    expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
    expect(await findFlagged(number)).toBeUndefined();
  });

  test('when another line is refunded later, then the failed refund is still owed', async () => {
    const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await decline(number);
    const [refund] = await refundsOf(intent.paymentIntentId);
    await shop.simulator.failRefund(refund!.id);
    await shop.waitForOrder(number, ({ lines }) => lines[0]!.declined?.refundState === 'failed');
    expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
    expect((await timeline(number)).payment.refundedAmount).toBe(5000);
    expect(await findFlagged(number)).toMatchObject({ owedBack: 5000 });
  });

  test('when the provider does not respond to the recount, then the webhook must be repeated', async () => {
    const { number, intentId, refundId } = await buyAndDecline();
    shop.simulator.setWebhookMode('drop');
    await shop.simulator.failRefund(refundId);
    const [event] = await webhooksOf('refund.failed', intentId);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 3 });
    expect((await shop.signedWebhook({ event: event! })).status).toBeGreaterThanOrEqual(500);
    expect((await shop.storedOrder(number)).payment).not.toHaveProperty('refundFailures');
    expect((await shop.signedWebhook({ event: event! })).status).toBe(200);
    expect((await timeline(number)).payment.refundedAmount).toBe(0);
  });

  test('when the payment is unknown, then 200 and nothing changes', async () => {
    const object = { id: 're_1', object: 'refund', amount: 1, payment_intent: 'pi_unknown', failure_reason: 'unknown', metadata: {} };
    for (const each of [object, { ...object, payment_intent: null }]) {
      const event = { id: 'evt_1', object: 'event', type: 'refund.failed', data: { object: each } };
      expect((await shop.signedWebhook({ event })).status).toBe(200);
    }
    expect(await shop.orders.countDocuments({ 'payment.refundFailures.refundId': 're_1' })).toBe(0);
  });
});
