import { afterEach, describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { deliver } from '../support/deliveries.ts';
import { byNumber, receiptsOf } from '../support/receipts.ts';
import { CARDS, startShop } from '../support/shop.ts';
import { expectSumsToMatch } from '../support/sums.ts';

const shop = useService(() => startShop());
afterEach(async () => {
  shop.simulator.setWebhookMode('deliver');
  await expectSumsToMatch(shop);
});

const { claim, decline, deliverOrder, extend, timeline, linesOf, resend } = adminOf(shop);
const { issue, getForm } = receiptsOf(shop);

/** A paid order with a recorded open dispute. */
const buyDisputed = async () => {
  const { number, intent, email } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')], card: CARDS.disputed });
  await shop.waitForOrder(number, ({ payment }) => payment.disputedAt !== undefined);
  const paymentIntent = intent.paymentIntentId;
  return { number, email, paymentIntent, close: (outcome: 'won' | 'lost') => shop.simulator.closeDispute({ paymentIntent, outcome }) };
};
const loseDispute = async (close: Awaited<ReturnType<typeof buyDisputed>>['close'], number: string) => {
  await close('lost');
  await shop.waitForOrder(number, ({ payment }) => payment.disputeOutcome === 'lost');
};
const buyLostDispute = async () => {
  const order = await buyDisputed();
  await loseDispute(order.close, order.number);
  return order;
};
const refundsOf = async (intentId: string) =>
  (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);
const sendDisputeWebhook = ({
  paymentIntent,
  type,
  created,
  status,
}: {
  paymentIntent: string;
  type: string;
  created: number;
  status: string;
}) =>
  shop.signedWebhook({
    event: {
      id: `evt_${type}`,
      object: 'event',
      type: `charge.dispute.${type}`,
      data: { object: { object: 'dispute', payment_intent: paymentIntent, created, status } },
    },
  });

describe('a closed dispute', () => {
  test('when it is won, then the order is shown as paid and its lines can be refunded again', async () => {
    const { number, paymentIntent, close } = await buyDisputed();
    expect((await decline(number)).body.code).toBe('RefundDisputed');
    await close('won');
    await shop.waitForOrder(number, ({ payment }) => payment.disputeOutcome === 'won');
    expect((await timeline(number)).payment).toMatchObject({ mark: 'paid', disputedAt: expect.any(String), disputeOutcome: 'won' });
    expect((await decline(number)).status).toBe(200);
    expect(await refundsOf(paymentIntent)).toEqual([5000]);
  });

  test('when it is lost, then the order is shown as charged back and nothing can be refunded', async () => {
    const { number, paymentIntent, close } = await buyDisputed();
    await loseDispute(close, number);
    const { status, body } = await decline(number);
    expect([status, body.code, body.message]).toEqual([
      409,
      'RefundChargedBack',
      'チャージバックが確定し、代金はすでにお客様のカード会社へ戻されているため、返金できません。',
    ]);
    expect((await linesOf(number)).map(({ payment, productionPossible }) => [payment, productionPossible])).toEqual([
      ['charged-back', false],
      ['charged-back', false],
    ]);
    expect(await refundsOf(paymentIntent)).toEqual([]);
  });

  test('when it is lost, then the order cannot be delivered, and the error says why', async () => {
    const { number } = await buyLostDispute();
    const before = await shop.waitForOrder(number, () => true);
    expect(await deliver({ shop, number, lines: 2 })).toMatchObject({
      status: 409,
      body: {
        code: 'OrderChargedBack',
        message: 'この注文はチャージバックが確定しているため、納品、ダウンロード期限の延長、メールの再送信はできません。',
      },
    });
    expect(await resend(number)).toMatchObject({ status: 409, body: { code: 'OrderChargedBack' } });
    expect(await shop.storedOrder(number)).toEqual(before);
  });

  test('when it is lost after the delivery, then the page is closed and can neither be extended nor mailed again', async () => {
    const { number, close } = await buyDisputed();
    const pageId = await deliverOrder({ number, lines: 2 });
    await loseDispute(close, number);
    const before = await shop.waitForOrder(number, () => true);
    const shut = {
      status: 410,
      body: {
        code: 'DownloadChargedBack',
        message: 'このご注文の代金はカード会社を通じてお客様へ戻されているため、動画をダウンロードできません。',
      },
    };
    expect(await claim(pageId, `${number}-01`)).toMatchObject(shut);
    expect(await shop.call({ path: `/api/download/${pageId}` })).toMatchObject(shut);
    expect(await extend(number)).toMatchObject({ status: 409, body: { code: 'OrderChargedBack' } });
    expect(await resend(number, 'order-delivery')).toMatchObject({ status: 409, body: { code: 'OrderChargedBack' } });
    expect(await shop.storedOrder(number)).toEqual(before);
  });

  test('when it is lost, then no receipt is issued', async () => {
    const { number, email } = await buyLostDispute();
    const receipt = { path: byNumber(number), cookie: shop.identity.proofCookie(email) };
    const refusal = {
      status: 409,
      body: {
        code: 'ReceiptChargedBack',
        message: 'このご注文の代金はカード会社を通じてお客様へ戻されているため、領収書を発行できません。',
      },
    };
    for (const response of [await getForm(receipt), await issue(receipt)]) expect(response).toMatchObject(refusal);
    expect(await shop.storedOrder(number)).not.toHaveProperty('receipts');
  });

  test('when it is lost after a full refund, then the order is still shown as charged back', async () => {
    const { number } = await buyLostDispute();
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 9500 } });
    expect((await timeline(number)).payment.mark).toBe('charged-back');
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 0 } });
  });

  test.each([
    ['won', 200],
    ['lost', 409],
  ] as const)(
    'when the webhook that it was %s is lost, then the next decline queries the dispute and returns %i',
    async (outcome, status) => {
      const { number, close } = await buyDisputed();
      shop.simulator.setWebhookMode('drop');
      await close(outcome);
      expect((await decline(number)).status).toBe(status);
      expect((await shop.storedOrder(number)).payment.disputeOutcome).toBe(outcome);
    },
  );

  test('when its closing is reported before its opening, twice and late, then it stays closed, and a newer dispute is open', async () => {
    shop.simulator.setWebhookMode('drop');
    const { number, intent } = await shop.buy();
    const dispute = { paymentIntent: intent.paymentIntentId, created: 1_795_000_000 };
    const closed = { ...dispute, type: 'closed', status: 'won' };
    const created = { ...dispute, type: 'created', status: 'needs_response' };
    for (const each of [closed, created, closed]) expect((await sendDisputeWebhook(each)).status).toBe(200);
    expect((await timeline(number)).payment).toMatchObject({ mark: 'paid', disputeOutcome: 'won' });
    await sendDisputeWebhook({ ...created, created: dispute.created + 60 });
    expect((await timeline(number)).payment).toMatchObject({ mark: 'disputed', disputeOutcome: null });
    await sendDisputeWebhook(closed);
    expect((await timeline(number)).payment.mark).toBe('disputed');
    const stored = await shop.storedOrder(number);
    await sendDisputeWebhook({ ...created, created: dispute.created + 60 });
    expect(await shop.storedOrder(number)).toEqual(stored);
  });

  test('when it was an inquiry that was closed, then the order is shown as paid', async () => {
    shop.simulator.setWebhookMode('drop');
    const { number, intent } = await shop.buy();
    const dispute = { paymentIntent: intent.paymentIntentId, created: 1_795_000_000 };
    await sendDisputeWebhook({ ...dispute, type: 'created', status: 'warning_needs_response' });
    expect((await timeline(number)).payment.mark).toBe('disputed');
    await sendDisputeWebhook({ ...dispute, type: 'closed', status: 'warning_closed' });
    expect((await timeline(number)).payment.mark).toBe('paid');
  });
});
