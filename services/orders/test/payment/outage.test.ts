import { afterEach, describe, expect, test } from '@jest/globals';
import { startTcpProxy, testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
afterEach(async () => {
  await shop.stop();
  await proxy.stop();
});

const openOrder = async () => {
  const email = shop.newEmail();
  const { body: intent } = await shop.openPayment({ email });
  return { email, intent, number: intent.orderNumber };
};

describe('a lost connection to MongoDB', () => {
  test('when a webhook cannot be settled, then the response is 5xx, and the repeated webhook makes the order paid once', async () => {
    proxy = await startTcpProxy(testBacking().MONGODB_URL);
    shop = await startShop({ webhooks: 'drop', settings: { MONGODB_URL: proxy.url } });
    const { intent, number } = await openOrder();
    await shop.payByCard(intent);
    const { data } = await shop.stripe.events.list({ limit: 10 });
    const event = data.find(({ type }) => type === 'payment_intent.succeeded')!;

    await proxy.cut();
    const response = await shop.signedWebhook({ event });
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(response.body.message).toMatch(/。$/);
    expect((await shop.storedOrder(number)).payment.state).toBe('awaiting');

    await proxy.restore();
    shop.simulator.setWebhookUrl(shop.webhookUrl);
    await shop.simulator.resendEvent(event.id);
    await shop.waitForOrder(number, ({ payment }) => payment.state === 'paid');
    await shop.probe.waitFor('order.paid');
    expect(shop.probe.ofType('order.paid')).toHaveLength(1);
  });
});

describe('a lost connection to Redis', () => {
  test('when proofs of an address cannot be checked, then buying waits for Redis, and what is paid meanwhile is not lost', async () => {
    proxy = await startTcpProxy(testBacking().REDIS_URL);
    shop = await startShop({ settings: { REDIS_URL: proxy.url } });
    const { email, intent, number } = await openOrder();
    await proxy.cut();
    const refused = await shop.openPayment({ email });
    expect(refused).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable', message: expect.stringMatching(/。$/) } });
    await shop.payByCard(intent);
    await shop.waitForOrder(number, ({ payment }) => payment.state === 'paid');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(503);
    expect((await shop.call({ path: '/readyz' })).status).toBe(503);
    await proxy.restore();
    await waitUntil(async () => (await shop.call({ path: '/readyz' })).status === 200, { what: 'Redis to be available' });
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    expect((await shop.openPayment({ email })).status).toBe(200);
  });
});

describe('a lost connection to RabbitMQ', () => {
  test('when it is unavailable while an order is paid, then the event stays in the outbox and is published later', async () => {
    proxy = await startTcpProxy(testBacking().RABBITMQ_URL);
    shop = await startShop({ webhooks: 'drop', settings: { RABBITMQ_URL: proxy.url } });
    const { email, intent, number } = await openOrder();
    await shop.payByCard(intent);
    await proxy.cut();
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    const waiting = await shop.storedOrder(number);
    expect(waiting.payment.state).toBe('paid');
    expect(waiting.outbox).toMatchObject([{ id: waiting.payment.paidEventId, type: 'order.paid' }]);
    expect(shop.probe.ofType('order.paid')).toHaveLength(0);

    await proxy.restore();
    const event = await shop.probe.waitFor('order.paid');
    expect(event.id).toBe(waiting.payment.paidEventId);
    await shop.waitForOrder(number, ({ outbox }) => outbox === undefined);
  });
});
