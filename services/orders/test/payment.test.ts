import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventCatalogue } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { CONTEST, itemOf } from './support/catalog.ts';
import { paymentsOf } from './support/payments.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.simulator.setWebhookMode('deliver'));

const { expectAwaiting, expectPaidOnce, opened, paidEvents, succeededEvent } = paymentsOf(() => shop);

describe('paid is what the provider says', () => {
  test('when the webhook comes alone, then the order is paid and one event tells of it', async () => {
    const { email, intent, number } = await opened([itemOf('1'), itemOf('2', '横動画')]);
    expect((await shop.giveCard(intent)).status).toBe('succeeded');
    await expectPaidOnce(number);
    const [event] = paidEvents(number);
    const definition = eventCatalogue.find(({ type }) => type === 'order.paid')!;
    expect(definition.schema.parse(event!.data)).toMatchObject({
      orderNumber: number,
      email,
      customerName: '山田 太郎',
      totalAmount: 9500,
      lines: [
        { lineNumber: `${number}-01`, contestName: CONTEST.name, athleteNumber: '1', price: 5000 },
        { lineNumber: `${number}-02`, style: '横動画', price: 4500 },
      ],
    });
  });

  test('when the client comes before the webhook, then its call asks the provider, and the webhook after it changes nothing', async () => {
    shop.simulator.holdWebhooks();
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(placed.status).toBe(200);
    await expectPaidOnce(number);
    const before = await shop.stored(number);

    shop.simulator.releaseWebhooks();
    const event = await succeededEvent(intent.paymentIntentId);
    await waitUntil(() => shop.simulator.deliveries().some(({ id, status }) => id === event.id && status === 'delivered'));
    expect(await shop.stored(number)).toEqual(before);
    await expectPaidOnce(number);
  });

  test('when the webhook comes before the client, then the client gets the stored line', async () => {
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    await expectPaidOnce(number);
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(placed.status).toBe(200);
    expect(placed.body).toMatchObject({
      orderNumber: `${number}-01`,
      status: '未対応',
      price: 5000,
      videoUploaded: false,
      videoDownloadUrl: null,
    });
    await expectPaidOnce(number);
  });

  test('when the same webhook is replayed twenty times at once, then nothing changes', async () => {
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    await expectPaidOnce(number);
    const before = await shop.stored(number);
    const event = await succeededEvent(intent.paymentIntentId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.signedWebhook({ event })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await shop.stored(number)).toEqual(before);
    expect(paidEvents(number)).toHaveLength(1);
  });

  test('when webhooks and clients come twenty at once, then the order is paid once', async () => {
    shop.simulator.holdWebhooks();
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    const event = await succeededEvent(intent.paymentIntentId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 ? shop.signedWebhook({ event }) : shop.postOrders({ email, body: shop.recordOf(intent) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await expectPaidOnce(number);
  });
});

describe('a payment whose id was never saved', () => {
  test('when its money comes, then it finds its order by the metadata', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, stage: 'after', times: 3 });
    expect((await shop.openPayment({ email })).status).toBe(502);
    const { number, _id } = (await shop.orders.findOne({ email }))!;
    const { data } = await shop.stripe.paymentIntents.list({ limit: 10 });
    const intent = data.find(({ metadata }) => metadata['order_id'] === _id)!;
    await shop.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', return_url: 'http://localhost:3000/payment' });
    await expectPaidOnce(number);
    expect((await shop.stored(number)).payment.intentId).toBe(intent.id);
  });
});

describe('an order that is not paid', () => {
  test('when no card was given, then 402 PaymentRequired', async () => {
    const { email, intent, number } = await opened();
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'PaymentRequired', orderNumber: number });
    await expectAwaiting(number);
  });

  test('when the card was declined, then 402 PaymentRequired, and another card still pays the same order', async () => {
    const { email, intent, number } = await opened();
    expect((await shop.giveCard(intent, CARDS.declined)).error!.code).toBe('card_declined');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
    await expectAwaiting(number);
    await shop.giveCard(intent);
    await expectPaidOnce(number);
  });

  test('when 3-D Secure is not through yet, then 402 PaymentPending', async () => {
    const { email, intent, number } = await opened();
    expect((await shop.giveCard(intent, CARDS.threeDSecure)).status).toBe('requires_action');
    const { status, body, headers } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'PaymentPending', orderNumber: number });
    expect(headers.get('retry-after')).toBe('3');
    await expectAwaiting(number);
  });

  test('when the payment is under way, then 402 PaymentPending, and later it counts', async () => {
    await shop.simulator.setSettlementMode('hold');
    const { email, intent, number } = await opened();
    expect((await shop.giveCard(intent)).status).toBe('processing');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentPending');
    await expectAwaiting(number);
    await shop.simulator.setSettlementMode('settle');
    await expectPaidOnce(number);
  });

  test('when the provider does not answer, then it is pending and never called failed', async () => {
    shop.simulator.setWebhookMode('drop');
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', status: 500, times: 3 });
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(status).toBe(402);
    expect(body.code).toBe('PaymentPending');
    await expectAwaiting(number);
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    await expectPaidOnce(number);
  });
});
