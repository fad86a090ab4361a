import { afterEach, describe, expect, test } from '@jest/globals';
import { layLine, testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
let line: Awaited<ReturnType<typeof layLine>>;
afterEach(async () => {
  await shop.stop();
  await line.stop();
});

const opened = async () => {
  const email = shop.newEmail();
  const { body: intent } = await shop.openPayment({ email });
  return { email, intent, number: intent.orderNumber };
};

describe('a lost database', () => {
  test('when a webhook cannot be settled, then it is answered by 5xx, comes again by itself, and counts once', async () => {
    line = await layLine(testBacking().MONGODB_URL);
    shop = await startShop({ webhooks: 'drop', env: { MONGODB_URL: line.url } });
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    const { data } = await shop.stripe.events.list({ limit: 10 });
    const event = data.find(({ type }) => type === 'payment_intent.succeeded')!;

    await line.cut();
    const answer = await shop.signedWebhook({ event });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.body.message).toMatch(/。$/);
    expect((await shop.stored(number)).payment.state).toBe('awaiting');

    await line.mend();
    shop.simulator.setWebhookUrl(shop.webhookUrl);
    await shop.simulator.resendEvent(event.id);
    await shop.until(number, ({ payment }) => payment.state === 'paid');
    await shop.probe.waitFor('order.paid');
    expect(shop.probe.ofType('order.paid')).toHaveLength(1);
  });
});

describe('a lost Redis', () => {
  test('when the counters are away, then a proven address can still buy', async () => {
    line = await layLine(testBacking().REDIS_URL);
    shop = await startShop({ env: { REDIS_URL: line.url, PAYMENT_INTENTS_PER_MINUTE: '2' } });
    const before = await opened();
    await line.cut();
    expect((await shop.openPayment({ email: before.email })).status).toBe(200);
    await shop.giveCard(before.intent);
    const placed = await shop.postOrders({ email: before.email, body: shop.recordOf(before.intent) });
    expect(placed.status).toBe(200);
    expect((await shop.call({ path: '/readyz' })).status).toBe(503);
    await line.mend();
    await waitUntil(async () => (await shop.call({ path: '/readyz' })).status === 200, { what: 'Redis to be back' });
  });
});

describe('a lost broker', () => {
  test('when it is away while an order is paid, then its event waits in the order and goes out once it is back', async () => {
    line = await layLine(testBacking().RABBITMQ_URL);
    shop = await startShop({ webhooks: 'drop', env: { RABBITMQ_URL: line.url } });
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    await line.cut();
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).status).toBe(200);
    const waiting = await shop.stored(number);
    expect(waiting.payment.state).toBe('paid');
    expect(waiting.outbox).toMatchObject([{ id: waiting.payment.paidEventId, type: 'order.paid' }]);
    expect(shop.probe.ofType('order.paid')).toHaveLength(0);

    await line.mend();
    const event = await shop.probe.waitFor('order.paid');
    expect(event.id).toBe(waiting.payment.paidEventId);
    await shop.until(number, ({ outbox }) => outbox === undefined);
  });
});
