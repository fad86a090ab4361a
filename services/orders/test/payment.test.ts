import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventCatalogue } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type Stripe from 'stripe';
import { CONTEST, itemOf } from './support/catalog.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.simulator.setWebhookMode('deliver'));

const paidEvents = (number: string) =>
  shop.probe.ofType('order.paid').filter(({ data }) => (data as { orderNumber: string }).orderNumber === number);

/** The provider's own event of a payment, as the simulator keeps it. */
const succeededEvent = async (intentId: string): Promise<Stripe.Event> => {
  const find = async () => {
    const { data } = await shop.stripe.events.list({ limit: 100 });
    return data.find(({ type, data: { object } }) => type === 'payment_intent.succeeded' && 'id' in object && object.id === intentId);
  };
  return waitUntil(find, { what: 'the provider’s event' });
};

const opened = async (items = [itemOf('1')]) => {
  const email = shop.newEmail();
  const { body: intent } = await shop.openPayment({ email, items });
  return { email, intent, number: intent.orderNumber };
};

const expectAwaiting = async (number: string): Promise<void> => {
  const order = await shop.stored(number);
  expect(order.payment.state).toBe('awaiting');
  expect(order.outbox).toBeUndefined();
  expect(paidEvents(number)).toHaveLength(0);
};

const expectPaidOnce = async (number: string): Promise<void> => {
  const order = await shop.until(number, ({ payment }) => payment.state === 'paid');
  const event = await shop.probe.waitFor('order.paid', ({ data }) => (data as { orderNumber: string }).orderNumber === number);
  expect(order.payment.paidEventId).toBe(event.id);
  expect(order).not.toHaveProperty('openPlace');
  expect(order.payment).not.toHaveProperty('checkAt');
  expect(paidEvents(number)).toHaveLength(1);
};

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

describe('a webhook', () => {
  const succeeded = async () => {
    shop.simulator.setWebhookMode('drop');
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    return { number, event: await succeededEvent(intent.paymentIntentId) };
  };

  test('when it is signed with another secret, then 400 and the order still waits', async () => {
    const { number, event } = await succeeded();
    const { status, body } = await shop.signedWebhook({ event, secret: 'whsec_forged' });
    expect(status).toBe(400);
    expect(body.code).toBe('WebhookInvalid');
    await expectAwaiting(number);
  });

  test('when it was signed more than five minutes ago, then 400 and the order still waits', async () => {
    const { number, event } = await succeeded();
    const { status } = await shop.signedWebhook({ event, at: new Date(Date.now() - 301_000) });
    expect(status).toBe(400);
    await expectAwaiting(number);
    expect((await shop.signedWebhook({ event, at: new Date(Date.now() - 290_000) })).status).toBe(200);
    await expectPaidOnce(number);
  });

  test.each([
    ['has no signature', {}],
    ['has an empty signature', { 'stripe-signature': '' }],
    ['has a signature of nonsense', { 'stripe-signature': 't=1,v1=zz' }],
    ['is no JSON at all', { 'stripe-signature': 't=1,v1=00', 'content-type': 'text/plain' }],
  ])('when it %s, then 400 and the order still waits', async (_what, headers) => {
    const { number, event } = await succeeded();
    const { status } = await shop.call({ method: 'POST', path: '/api/stripe/webhook', body: JSON.stringify(event), headers });
    expect(status).toBe(400);
    await expectAwaiting(number);
  });

  test('when one byte of its body is changed, then 400 and the order still waits', async () => {
    const { number, event } = await succeeded();
    const payload = JSON.stringify(event);
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_simulator' });
    const headers = { 'stripe-signature': signature };
    const answer = await shop.call({
      method: 'POST',
      path: '/api/stripe/webhook',
      body: payload.replace('"livemode":false', '"livemode":true '),
      headers,
    });
    expect(answer.status).toBe(400);
    await expectAwaiting(number);
  });

  test('when its type is unknown here, then 200 and nothing happens', async () => {
    const { number, event } = await succeeded();
    expect((await shop.signedWebhook({ event: { ...event, type: 'customer.created', data: { object: {} } } })).status).toBe(200);
    await expectAwaiting(number);
  });

  test('when it tells of a payment that is none of this shop’s, then 200 and nothing happens', async () => {
    const { number } = await succeeded();
    const foreign = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'jpy',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const event = await succeededEvent(foreign.id);
    expect((await shop.signedWebhook({ event })).status).toBe(200);
    await expectAwaiting(number);
  });

  test('when a payment of somebody else names an order of this shop, then the order still waits', async () => {
    const { number } = await succeeded();
    const { _id } = await shop.stored(number);
    const foreign = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'jpy',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { order_id: _id, order_number: number },
    });
    expect((await shop.signedWebhook({ event: await succeededEvent(foreign.id) })).status).toBe(200);
    await expectAwaiting(number);
  });
});

describe('another sum than the order’s', () => {
  test.each([
    ['less was received', { amount_received: 4999 }, { amount: 4999, currency: 'jpy' }],
    ['more was received', { amount_received: 5001 }, { amount: 5001, currency: 'jpy' }],
    ['another currency was received', { currency: 'usd' }, { amount: 5000, currency: 'usd' }],
  ])('when %s, then the order is flagged, shows nowhere and cannot be delivered', async (_what, change, received) => {
    shop.simulator.setWebhookMode('drop');
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    const event = await succeededEvent(intent.paymentIntentId);
    const object = { ...event.data.object, ...change };
    expect((await shop.signedWebhook({ event: { ...event, data: { object } } })).status).toBe(200);

    const order = await shop.stored(number);
    expect(order.payment).toMatchObject({ state: 'flagged', received, intentId: intent.paymentIntentId });
    expect(order.outbox).toBeUndefined();
    const cookie = await shop.identity.adminCookie();
    const list = await shop.call({ path: '/api/orders', cookie });
    expect(JSON.stringify(list.body)).not.toContain(number);
    const delivery = await shop.call({
      method: 'POST',
      path: `/api/orders/${number}/deliver`,
      cookie,
      body: { downloadUrls: { [`${number}-01`]: 'https://videos.example/1' } },
    });
    expect(delivery.status).toBe(404);
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentPending');
    expect(paidEvents(number)).toHaveLength(0);
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
