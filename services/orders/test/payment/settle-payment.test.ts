import { beforeEach, describe, expect, test } from '@jest/globals';
import { downloadEnded, eventCatalogue } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { CONTEST, itemOf } from '../support/catalog.ts';
import { paymentsOf } from '../support/payments.ts';
import { CARDS, startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
beforeEach(() => shop.simulator.setWebhookMode('deliver'));

const { expectUnpaid, expectPaidOnce, openOrder, paidEvents, succeededEvent } = paymentsOf(shop);

describe('settling a payment', () => {
  test('when only the webhook arrives, then the order is paid and one event is published', async () => {
    const { email, intent, number } = await openOrder([itemOf('1'), itemOf('2', '横動画')]);
    expect((await shop.payByCard(intent)).status).toBe('succeeded');
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

  test('when the client precedes the webhook, then its call queries the provider, and the later webhook changes nothing', async () => {
    shop.simulator.holdWebhooks();
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(placed.status).toBe(200);
    await expectPaidOnce(number);
    const before = await shop.storedOrder(number);

    shop.simulator.releaseWebhooks();
    const event = await succeededEvent(intent.paymentIntentId);
    await waitUntil(() => shop.simulator.deliveries().some(({ id, status }) => id === event.id && status === 'delivered'));
    expect(await shop.storedOrder(number)).toEqual(before);
    await expectPaidOnce(number);
  });

  test('when the webhook precedes the client, then the client gets the stored line', async () => {
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
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

  test('when a webhook is replayed twenty times concurrently, then nothing changes', async () => {
    const { intent, number } = await openOrder();
    await shop.payByCard(intent);
    await expectPaidOnce(number);
    const before = await shop.storedOrder(number);
    const event = await succeededEvent(intent.paymentIntentId);
    const responses = await Promise.all(Array.from({ length: 20 }, () => shop.signedWebhook({ event })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await shop.storedOrder(number)).toEqual(before);
    expect(paidEvents(number)).toHaveLength(1);
  });

  test('when twenty webhooks and clients arrive concurrently, then the order is paid once', async () => {
    shop.simulator.holdWebhooks();
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
    const event = await succeededEvent(intent.paymentIntentId);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 ? shop.signedWebhook({ event }) : shop.postOrders({ email, body: shop.recordOf(intent) }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await expectPaidOnce(number);
  });
});

describe('settling a payment in two replicas', () => {
  test('when webhooks arrive at one and clients at the other, then each order is paid once', async () => {
    shop.simulator.holdWebhooks();
    const replica = await shop.startReplica();
    for (let purchase = 0; purchase < 3; purchase += 1) {
      const { email, intent, number } = await openOrder();
      await shop.payByCard(intent);
      const event = await succeededEvent(intent.paymentIntentId);
      const responses = await Promise.all([
        shop.signedWebhook({ event, to: replica.url }),
        shop.postOrders({ email, body: shop.recordOf(intent) }),
        shop.signedWebhook({ event, to: replica.url }),
        shop.postOrders({ email, body: shop.recordOf(intent) }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await expectPaidOnce(number);
    }
  });
});

describe('the stored order', () => {
  test('when its payment is attached and paid, then each write has a new revision and its time', async () => {
    shop.simulator.holdWebhooks();
    const { email, intent, number } = await openOrder();
    const opened = await shop.storedOrder(number);
    expect(opened).toMatchObject({ revision: 1, changedAt: expect.any(Date), payment: { intentId: intent.paymentIntentId } });
    await shop.payByCard(intent);
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    const paid = await shop.storedOrder(number);
    expect(paid).toMatchObject({ revision: 2, payment: { paidAt: expect.any(Date) } });
    expect(paid.changedAt!.getTime()).toBeGreaterThanOrEqual(opened.changedAt!.getTime());
  });

  test('when an earlier event is not published yet, then it is kept, and both are published', async () => {
    shop.simulator.holdWebhooks();
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
    const earlier = createEvent(downloadEnded, { orderNumber: number, claims: [] });
    await shop.orders.updateOne(
      { number },
      { $set: { outbox: [earlier], outboxDueAt: new Date(Date.now() + 60_000), outboxClaim: 'other' } },
    );
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    const { outbox, payment } = await shop.storedOrder(number);
    expect(outbox).toMatchObject([{ id: earlier.id }, { id: payment.paidEventId, type: 'order.paid' }]);
    await shop.orders.updateOne({ number }, { $set: { outboxDueAt: new Date() } });
    await expectPaidOnce(number);
    expect(shop.probe.events).toContainEqual(expect.objectContaining({ id: earlier.id }));
  });
});

describe('a payment whose id was not saved', () => {
  test('when it succeeds, then its order is found by the metadata', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, stage: 'after', times: 3 });
    expect((await shop.openPayment({ email })).status).toBe(502);
    const { number, _id } = (await shop.orders.findOne({ email }))!;
    const { data } = await shop.stripe.paymentIntents.list({ limit: 10 });
    const intent = data.find(({ metadata }) => metadata['order_id'] === _id)!;
    await shop.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', return_url: 'http://localhost:3000/payment' });
    await expectPaidOnce(number);
    expect((await shop.storedOrder(number)).payment.intentId).toBe(intent.id);
  });
});

describe('an unpaid order', () => {
  test('when no card was given, then 402 PaymentRequired', async () => {
    const { email, intent, number } = await openOrder();
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'PaymentRequired', orderNumber: number });
    await expectUnpaid(number);
  });

  test('when the card was declined, then 402 PaymentRequired, and another card can pay the same order', async () => {
    const { email, intent, number } = await openOrder();
    expect((await shop.payByCard(intent, CARDS.declined)).error!.code).toBe('card_declined');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
    await expectUnpaid(number);
    await shop.payByCard(intent);
    await expectPaidOnce(number);
  });

  test('when 3-D Secure is not completed, then 402 PaymentPending', async () => {
    const { email, intent, number } = await openOrder();
    expect((await shop.payByCard(intent, CARDS.threeDSecure)).status).toBe('requires_action');
    const { status, body, headers } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'PaymentPending', orderNumber: number });
    expect(headers.get('retry-after')).toBe('3');
    await expectUnpaid(number);
  });

  test('when the payment is processing, then 402 PaymentPending, and the order is paid later', async () => {
    await shop.simulator.setSettlementMode('hold');
    const { email, intent, number } = await openOrder();
    expect((await shop.payByCard(intent)).status).toBe('processing');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentPending');
    await expectUnpaid(number);
    await shop.simulator.setSettlementMode('settle');
    await expectPaidOnce(number);
  });

  test('when the provider does not respond, then the payment is reported as pending, not as failed', async () => {
    shop.simulator.setWebhookMode('drop');
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', status: 500, times: 3 });
    const { status, body } = await shop.postOrders({ email, body: shop.recordOf(intent) });
    expect(status).toBe(402);
    expect(body.code).toBe('PaymentPending');
    await expectUnpaid(number);
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    await expectPaidOnce(number);
  });
});
