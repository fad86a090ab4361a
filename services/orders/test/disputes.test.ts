import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectBooksToAgree } from './support/books.ts';
import { itemOf } from './support/catalog.ts';
import { deliver } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { byNumber, receiptsOf } from './support/receipts.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
afterEach(async () => {
  shop.simulator.setWebhookMode('deliver');
  await expectBooksToAgree(shop);
});

const { claim, decline, delivered, extend, life, linesOf, resend } = deskOf(() => shop);
const { issue, look } = receiptsOf(() => shop);

/** A paid order that the shop knows to be disputed. */
const disputed = async () => {
  const { number, intent, email } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')], card: CARDS.disputed });
  await shop.until(number, ({ payment }) => payment.disputedAt !== undefined);
  const paymentIntent = intent.paymentIntentId;
  return { number, email, paymentIntent, close: (outcome: 'won' | 'lost') => shop.simulator.closeDispute({ paymentIntent, outcome }) };
};
const loseBy = async (close: Awaited<ReturnType<typeof disputed>>['close'], number: string) => {
  await close('lost');
  await shop.until(number, ({ payment }) => payment.disputeOutcome === 'lost');
};
const lost = async () => {
  const order = await disputed();
  await loseBy(order.close, order.number);
  return order;
};
const refundsOf = async (intentId: string) =>
  (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);
const newsOf = ({ paymentIntent, type, created, status }: { paymentIntent: string; type: string; created: number; status: string }) =>
  shop.signedWebhook({
    event: {
      id: `evt_${type}`,
      object: 'event',
      type: `charge.dispute.${type}`,
      data: { object: { object: 'dispute', payment_intent: paymentIntent, created, status } },
    },
  });

describe('a dispute that has ended', () => {
  test('when it is won, then the order is marked as paid and its lines can be given back again', async () => {
    const { number, paymentIntent, close } = await disputed();
    expect((await decline(number)).body.code).toBe('RefundDisputed');
    await close('won');
    await shop.until(number, ({ payment }) => payment.disputeOutcome === 'won');
    expect((await life(number)).payment).toMatchObject({ mark: 'paid', disputedAt: expect.any(String), disputeOutcome: 'won' });
    expect((await decline(number)).status).toBe(200);
    expect(await refundsOf(paymentIntent)).toEqual([5000]);
  });

  test('when it is lost, then the money is gone: the order says so and nothing more can be given back', async () => {
    const { number, paymentIntent, close } = await disputed();
    await loseBy(close, number);
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

  test('when it is lost, then nothing is delivered, and the refusal says why', async () => {
    const { number } = await lost();
    const before = await shop.until(number, () => true);
    expect(await deliver({ shop, number, lines: 2 })).toMatchObject({
      status: 409,
      body: {
        code: 'OrderChargedBack',
        message: 'この注文はチャージバックが確定しているため、納品、ダウンロード期限の延長、メールの再送信はできません。',
      },
    });
    expect(await resend(number)).toMatchObject({ status: 409, body: { code: 'OrderChargedBack' } });
    expect(await shop.stored(number)).toEqual(before);
  });

  test('when it is lost after the delivery, then the page is shut, and neither extended nor sent again', async () => {
    const { number, close } = await disputed();
    const pageId = await delivered({ number, lines: 2 });
    await loseBy(close, number);
    const before = await shop.until(number, () => true);
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
    expect(await shop.stored(number)).toEqual(before);
  });

  test('when it is lost, then no receipt is issued', async () => {
    const { number, email } = await lost();
    const receipt = { path: byNumber(number), cookie: shop.identity.proofCookie(email) };
    const refusal = {
      status: 409,
      body: {
        code: 'ReceiptChargedBack',
        message: 'このご注文の代金はカード会社を通じてお客様へ戻されているため、領収書を発行できません。',
      },
    };
    for (const answer of [await look(receipt), await issue(receipt)]) expect(answer).toMatchObject(refusal);
    expect(await shop.stored(number)).not.toHaveProperty('receipts');
  });

  test('when it is lost after all of its price was given back, then it stays marked as charged back', async () => {
    const { number } = await lost();
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 9500 } });
    expect((await life(number)).payment.mark).toBe('charged-back');
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 0 } });
  });

  test.each([
    ['won', 200],
    ['lost', 409],
  ] as const)('when the news that it was %s is lost, then the next decline asks for it and is answered %i', async (outcome, status) => {
    const { number, close } = await disputed();
    shop.simulator.setWebhookMode('drop');
    await close(outcome);
    expect((await decline(number)).status).toBe(status);
    expect((await shop.stored(number)).payment.disputeOutcome).toBe(outcome);
  });

  test('when its end comes before its beginning, twice and late, then it has ended, and a later dispute starts anew', async () => {
    shop.simulator.setWebhookMode('drop');
    const { number, intent } = await shop.buy();
    const news = { paymentIntent: intent.paymentIntentId, created: 1_795_000_000 };
    const closed = { ...news, type: 'closed', status: 'won' };
    const created = { ...news, type: 'created', status: 'needs_response' };
    for (const each of [closed, created, closed]) expect((await newsOf(each)).status).toBe(200);
    expect((await life(number)).payment).toMatchObject({ mark: 'paid', disputeOutcome: 'won' });
    await newsOf({ ...created, created: news.created + 60 });
    expect((await life(number)).payment).toMatchObject({ mark: 'disputed', disputeOutcome: null });
    await newsOf(closed);
    expect((await life(number)).payment.mark).toBe('disputed');
    const stored = await shop.stored(number);
    await newsOf({ ...created, created: news.created + 60 });
    expect(await shop.stored(number)).toEqual(stored);
  });

  test('when it was an inquiry that came to nothing, then the payment stands', async () => {
    shop.simulator.setWebhookMode('drop');
    const { number, intent } = await shop.buy();
    const news = { paymentIntent: intent.paymentIntentId, created: 1_795_000_000 };
    await newsOf({ ...news, type: 'created', status: 'warning_needs_response' });
    expect((await life(number)).payment.mark).toBe('disputed');
    await newsOf({ ...news, type: 'closed', status: 'warning_closed' });
    expect((await life(number)).payment.mark).toBe('paid');
  });
});
