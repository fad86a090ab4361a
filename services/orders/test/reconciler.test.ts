import { afterEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { itemOf } from './support/catalog.ts';
import { CARDS, type Shop, startShop } from './support/shop.ts';

const NEVER = '86400';
const SOON = { RECONCILE_AFTER_SECONDS: '0.1', RECONCILE_EVERY_SECONDS: '0.1' };
const YESTERDAY = () => new Date(Date.now() - 25 * 3_600_000);

let shop: Shop;
afterEach(() => shop.stop());

const paidEvents = () => shop.probe.ofType('order.paid');

const opened = async () => {
  const email = shop.newEmail();
  const { body: intent } = await shop.openPayment({ email });
  return { email, intent, number: intent.orderNumber };
};

/** Makes an order look as if it had been placed long ago and were due for its check. */
const age = (number: string, createdAt: Date) =>
  shop.orders.updateOne({ number }, { $set: { createdAt, 'payment.checkAt': new Date(Date.now() - 1000) } });

describe('the reconciler', () => {
  test('when the webhook is lost and the tab is closed, then the order is paid by it alone', async () => {
    shop = await startShop({ webhooks: 'drop', env: SOON });
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    const order = await shop.until(number, ({ payment }) => payment.state === 'paid');
    const event = await shop.probe.waitFor('order.paid');
    expect(order.payment.paidEventId).toBe(event.id);
    expect(order.payment).not.toHaveProperty('checkAt');
    expect(paidEvents()).toHaveLength(1);
  });

  test('when an order is younger than its time, then the provider is not asked', async () => {
    shop = await startShop({ webhooks: 'drop', env: { RECONCILE_AFTER_SECONDS: NEVER, RECONCILE_EVERY_SECONDS: '0.05' } });
    const late = await opened();
    await shop.giveCard(late.intent);
    const due = await opened();
    await shop.giveCard(due.intent);
    await age(due.number, new Date());
    await shop.until(due.number, ({ payment }) => payment.state === 'paid');
    expect((await shop.stored(late.number)).payment.state).toBe('awaiting');
  });

  test('when three replicas run, then forty paid orders are each settled once and each asked about once', async () => {
    shop = await startShop({ webhooks: 'drop', env: { RECONCILE_AFTER_SECONDS: NEVER, RECONCILE_EVERY_SECONDS: '0.1' } });
    await shop.startReplica();
    await shop.startReplica();
    const orders = await Promise.all(Array.from({ length: 40 }, opened));
    await Promise.all(orders.map(({ intent }) => shop.giveCard(intent)));
    const asked = await countAsked(async () => {
      await shop.orders.updateMany({}, { $set: { 'payment.checkAt': new Date(Date.now() - 1000) } });
      for (const { number } of orders) await shop.until(number, ({ payment }) => payment.state === 'paid');
    });
    expect(asked).toBe(40);
    await waitUntil(() => paidEvents().length >= 40, { what: 'forty events' });
    expect(new Set(paidEvents().map(({ id }) => id)).size).toBe(40);
    expect(new Set(paidEvents().map(({ data }) => (data as { orderNumber: string }).orderNumber)).size).toBe(40);
  });

  test('when the provider is down, then the order waits on and is settled later', async () => {
    shop = await startShop({ webhooks: 'drop', env: SOON });
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 4 });
    const order = await shop.until(number, ({ payment }) => payment.state === 'paid');
    expect(order.payment.intentId).toBe(intent.paymentIntentId);
  });

  test('when a payment was cancelled at the provider, then the order ends', async () => {
    shop = await startShop({ webhooks: 'drop', env: SOON });
    const { email, intent, number } = await opened();
    await shop.stripe.paymentIntents.cancel(intent.paymentIntentId);
    const order = await shop.until(number, ({ payment }) => payment.state === 'cancelled');
    expect(order).not.toHaveProperty('openPlace');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
    expect(paidEvents()).toHaveLength(0);
  });
});

describe('the sweep', () => {
  const startSweeping = () =>
    startShop({ webhooks: 'drop', env: { RECONCILE_AFTER_SECONDS: NEVER, RECONCILE_EVERY_SECONDS: '0.1', SWEEP_AFTER_HOURS: '24' } });

  test('when an order is unpaid after a day, then its payment is cancelled first, and no card can pay it any more', async () => {
    shop = await startSweeping();
    const { email, intent, number } = await opened();
    await age(number, YESTERDAY());
    await shop.until(number, ({ payment }) => payment.state === 'cancelled');
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('canceled');
    expect((await shop.giveCard(intent)).error!.code).toBe('payment_intent_unexpected_state');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
  });

  test('when an order is a little younger, then it stays open', async () => {
    shop = await startSweeping();
    const old = await opened();
    const young = await opened();
    await age(young.number, new Date(Date.now() - 23 * 3_600_000));
    await age(old.number, YESTERDAY());
    await shop.until(old.number, ({ payment }) => payment.state === 'cancelled');
    await waitUntil(async () => (await shop.stored(young.number)).payment.checkAt! > new Date(), { what: 'the young order’s next check' });
    expect((await shop.stored(young.number)).payment.state).toBe('awaiting');
    expect((await shop.stripe.paymentIntents.retrieve(young.intent.paymentIntentId)).status).toBe('requires_payment_method');
  });

  test('when it is paid between the question and the cancelling, then it is paid and not lost', async () => {
    shop = await startSweeping();
    const { intent, number } = await opened();
    shop.simulator.failNext({ method: 'POST', path: '/v1/payment_intents/*/cancel', latencyMs: 1000 });
    const cancelling = nextCancel();
    await age(number, YESTERDAY());
    await cancelling;
    expect((await shop.giveCard(intent)).status).toBe('succeeded');
    await shop.until(number, ({ payment }) => payment.state === 'paid');
    expect(await shop.probe.waitFor('order.paid')).toMatchObject({ data: { orderNumber: number } });
  });

  test('when the payment is still under way, then it is not given up, and counts when it is through', async () => {
    shop = await startSweeping();
    await shop.simulator.setSettlementMode('hold');
    const { intent, number } = await opened();
    expect((await shop.giveCard(intent)).status).toBe('processing');
    await age(number, YESTERDAY());
    await waitUntil(async () => (await shop.stored(number)).payment.checkAt! > new Date(), { what: 'the next check' });
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
    await shop.simulator.setSettlementMode('settle');
    await age(number, YESTERDAY());
    await shop.until(number, ({ payment }) => payment.state === 'paid');
  });

  test('when the provider is down, then the order is not given up until the payment is cancelled', async () => {
    shop = await startSweeping();
    const { intent, number } = await opened();
    shop.simulator.failNext({ method: 'POST', path: '/v1/payment_intents/*/cancel', hangUp: true, times: 3 });
    await age(number, YESTERDAY());
    await waitUntil(async () => (await shop.stored(number)).payment.checkAt! > new Date(), { what: 'the first try' });
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
    await age(number, YESTERDAY());
    await shop.until(number, ({ payment }) => payment.state === 'cancelled');
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('canceled');
  });

  test('when an order without a payment is a moment old, then the call that opens it may go on', async () => {
    shop = await startShop({ webhooks: 'drop', env: SOON });
    shop.simulator.failNext({ path: '/v1/payment_intents', latencyMs: 600 });
    const { number } = await opened();
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
  });

  test('when a crash left an order without a payment, then it ends, and its key asks to start over', async () => {
    shop = await startSweeping();
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, times: 3 });
    expect((await shop.openPayment({ email, key: 'crashed' })).status).toBe(502);
    const { number } = (await shop.orders.findOne({ email }))!;
    await age(number, new Date(Date.now() - 600_000));
    await shop.until(number, ({ payment }) => payment.state === 'cancelled');
    const again = await shop.openPayment({ email, key: 'crashed' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('IdempotencyKeyReused');
    expect((await shop.openPayment({ email })).status).toBe(200);
  });
});

describe('an order that was given up', () => {
  test('when its money comes after all, then paid wins and one event tells of it', async () => {
    shop = await startShop({ webhooks: 'drop', env: { RECONCILE_AFTER_SECONDS: NEVER } });
    const { intent, number } = await opened();
    await shop.giveCard(intent, CARDS.good);
    await shop.orders.updateOne(
      { number },
      { $set: { 'payment.state': 'cancelled', 'payment.cancelledAt': new Date() }, $unset: { openPlace: '', 'payment.checkAt': '' } },
    );
    const { data } = await shop.stripe.events.list({ limit: 10 });
    const event = data.find(({ type }) => type === 'payment_intent.succeeded')!;
    expect((await shop.signedWebhook({ event })).status).toBe(200);
    const order = await shop.until(number, ({ payment }) => payment.state === 'paid');
    expect(order.payment).not.toHaveProperty('cancelledAt');
    expect(await shop.probe.waitFor('order.paid')).toMatchObject({ data: { orderNumber: number } });
    const list = await shop.call({ path: '/api/orders', cookie: await shop.identity.adminCookie() });
    expect(JSON.stringify(list.body)).toContain(`${number}-01`);
  });

  test('when its client comes back with the money paid, then asking the provider makes it paid', async () => {
    shop = await startShop({ webhooks: 'drop', env: { RECONCILE_AFTER_SECONDS: NEVER } });
    const { email, intent, number } = await opened();
    await shop.giveCard(intent);
    await shop.orders.updateOne({ number }, { $set: { 'payment.state': 'cancelled' }, $unset: { openPlace: '', 'payment.checkAt': '' } });
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent, itemOf('1')) });
    expect(placed.status).toBe(200);
    await shop.until(number, ({ payment }) => payment.state === 'paid');
  });
});

/** How often the provider was asked about a payment while `run` ran. */
const countAsked = async (run: () => Promise<void>): Promise<number> => {
  let asked = 0;
  const server = shop.simulator.app.server;
  const count = ({ method, url = '' }: { method?: string; url?: string }) => {
    if (method === 'GET' && /^\/v1\/payment_intents\/pi_/.test(url)) asked += 1;
  };
  server.on('request', count);
  await run().finally(() => server.off('request', count));
  return asked;
};

/** Resolves when the provider is asked to cancel a payment. */
const nextCancel = (): Promise<void> =>
  new Promise((resolve) => {
    const { server } = shop.simulator.app;
    const look = ({ method, url = '' }: { method?: string; url?: string }) => {
      if (method !== 'POST' || !url.endsWith('/cancel')) return;
      server.off('request', look);
      resolve();
    };
    server.on('request', look);
  });
