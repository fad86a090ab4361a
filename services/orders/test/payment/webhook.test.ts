import { beforeEach, describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { paymentsOf } from '../support/payments.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
beforeEach(() => shop.simulator.setWebhookMode('deliver'));

const { expectUnpaid, expectPaidOnce, openOrder, paidEvents, succeededEvent } = paymentsOf(shop);

describe('a webhook', () => {
  const payWithoutWebhook = async () => {
    shop.simulator.setWebhookMode('drop');
    const { intent, number } = await openOrder();
    await shop.payByCard(intent);
    return { number, event: await succeededEvent(intent.paymentIntentId) };
  };

  test('when it is signed with another secret, then 400 and the order stays unpaid', async () => {
    const { number, event } = await payWithoutWebhook();
    const { status, body } = await shop.signedWebhook({ event, secret: 'whsec_forged' });
    expect(status).toBe(400);
    expect(body.code).toBe('WebhookInvalid');
    await expectUnpaid(number);
  });

  test('when it was signed more than five minutes ago or ahead, then 400 and the order stays unpaid', async () => {
    const { number, event } = await payWithoutWebhook();
    for (const offsetMs of [-301_000, 360_000, 86_400_000]) {
      const { status, body } = await shop.signedWebhook({ event, at: new Date(Date.now() + offsetMs) });
      expect([status, body.code]).toEqual([400, 'WebhookInvalid']);
    }
    await expectUnpaid(number);
    expect((await shop.signedWebhook({ event, at: new Date(Date.now() - 290_000) })).status).toBe(200);
    await expectPaidOnce(number);
  });

  test.each([
    ['has no signature', {}],
    ['has an empty signature', { 'stripe-signature': '' }],
    ['has a malformed signature', { 'stripe-signature': 't=1,v1=zz' }],
    ['is not JSON', { 'stripe-signature': 't=1,v1=00', 'content-type': 'text/plain' }],
  ])('when it %s, then 400 and the order stays unpaid', async (_case, headers) => {
    const { number, event } = await payWithoutWebhook();
    const { status } = await shop.call({ method: 'POST', path: '/api/stripe/webhook', body: JSON.stringify(event), headers });
    expect(status).toBe(400);
    await expectUnpaid(number);
  });

  test('when its body was modified, then 400 and the order stays unpaid', async () => {
    const { number, event } = await payWithoutWebhook();
    const payload = JSON.stringify(event);
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_simulator' });
    const headers = { 'stripe-signature': signature };
    const response = await shop.call({
      method: 'POST',
      path: '/api/stripe/webhook',
      body: payload.replace('"livemode":false', '"livemode":true '),
      headers,
    });
    expect(response.status).toBe(400);
    await expectUnpaid(number);
  });

  test('when its type is not handled, then 200 and nothing changes', async () => {
    const { number, event } = await payWithoutWebhook();
    expect((await shop.signedWebhook({ event: { ...event, type: 'customer.created', data: { object: {} } } })).status).toBe(200);
    await expectUnpaid(number);
  });

  test('when it is about a payment of another shop, then 200 and nothing changes', async () => {
    const { number } = await payWithoutWebhook();
    const otherPayment = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'jpy',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const event = await succeededEvent(otherPayment.id);
    expect((await shop.signedWebhook({ event })).status).toBe(200);
    await expectUnpaid(number);
  });

  test('when another payment names an order of this shop, then the order stays unpaid', async () => {
    const { number } = await payWithoutWebhook();
    const { _id } = await shop.storedOrder(number);
    const otherPayment = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'jpy',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { order_id: _id, order_number: number },
    });
    expect((await shop.signedWebhook({ event: await succeededEvent(otherPayment.id) })).status).toBe(200);
    await expectUnpaid(number);
  });
});

describe('a webhook with a different sum', () => {
  test.each([
    ['less was received', { amount_received: 4999 }, { amount: 4999, currency: 'jpy' }],
    ['more was received', { amount_received: 5001 }, { amount: 5001, currency: 'jpy' }],
    ['another currency was received', { currency: 'usd' }, { amount: 5000, currency: 'usd' }],
  ])('when %s, then the order is flagged, is not listed and cannot be delivered', async (_case, change, received) => {
    shop.simulator.setWebhookMode('drop');
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
    const event = await succeededEvent(intent.paymentIntentId);
    const object = { ...event.data.object, ...change };
    expect((await shop.signedWebhook({ event: { ...event, data: { object } } })).status).toBe(200);

    const order = await shop.storedOrder(number);
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
