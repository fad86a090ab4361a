import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { paymentsOf } from './support/payments.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.simulator.setWebhookMode('deliver'));

const { expectAwaiting, expectPaidOnce, opened, paidEvents, succeededEvent } = paymentsOf(() => shop);

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
