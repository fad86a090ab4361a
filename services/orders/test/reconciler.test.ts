import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { itemOf } from './support/catalog.ts';
import { paymentsOf } from './support/payments.ts';
import { type Shop, startShop } from './support/shop.ts';

/** No webhook arrives here, and nobody comes back: the reconciler is alone, and looks at an order when a test makes it due. */
const ALONE = {
  webhooks: 'drop',
  env: { RECONCILE_AFTER_SECONDS: '86400', RECONCILE_EVERY_SECONDS: '0.1', SWEEP_AFTER_HOURS: '24' },
} as const;
const HOUR = 3_600_000;
const YESTERDAY = 25 * HOUR;

let shop: Shop;
beforeAll(async () => {
  shop = await startShop(ALONE);
});
afterAll(() => shop.stop());
beforeEach(() => shop.simulator.clearFaults());
afterEach(() => shop.simulator.setSettlementMode('settle'));

const { expectPaidOnce, opened, paidEvents, succeededEvent } = paymentsOf(() => shop);

/** Makes an order look as if it had been placed so long ago, and due for its check. */
const age = (number: string, ms = 0) =>
  shop.orders.updateOne({ number }, { $set: { createdAt: new Date(Date.now() - ms), 'payment.checkAt': new Date(Date.now() - 1000) } });

/** An order that is still awaited after the reconciler has looked at it. */
const isChecked = (number: string) =>
  waitUntil(async () => (await shop.stored(number)).payment.checkAt! > new Date(), { what: `the check of ${number}` });

const isSettled = (number: string) => shop.until(number, ({ payment }) => payment.state === 'paid');
const isGivenUp = (number: string) => shop.until(number, ({ payment }) => payment.state === 'cancelled');

describe('the reconciler', () => {
  test('when the webhook is lost and the tab is closed, then the order is paid by it alone', async () => {
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    await age(number);
    await expectPaidOnce(number);
  });

  test('when an order is younger than its time, then the provider is not asked', async () => {
    const late = await opened();
    await shop.giveCard(late.intent);
    const due = await opened();
    await shop.giveCard(due.intent);
    await age(due.number);
    await isSettled(due.number);
    expect((await shop.stored(late.number)).payment.state).toBe('awaiting');
  });

  test('when the provider is down, then the order waits on and is settled later', async () => {
    const { intent, number } = await opened();
    await shop.giveCard(intent);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 1000 });
    const failed = nextCall('GET', /pi_\w+$/);
    await age(number);
    await failed;
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
    shop.simulator.clearFaults();
    await age(number);
    await isSettled(number);
  });

  test('when a payment was cancelled at the provider, then the order ends', async () => {
    const { email, intent, number } = await opened();
    await shop.stripe.paymentIntents.cancel(intent.paymentIntentId);
    await age(number);
    expect(await isGivenUp(number)).not.toHaveProperty('openPlace');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
    expect(paidEvents(number)).toHaveLength(0);
  });

  test('when an order without a payment is a moment old, then the call that opens it may go on', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', latencyMs: 800 });
    const opening = shop.openPayment({ email });
    const { number } = await waitUntil(() => shop.orders.findOne({ email }), { what: 'the order' });
    await age(number);
    await isChecked(number);
    expect((await opening).status).toBe(200);
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
  });

  test('when three replicas run, then forty paid orders are each settled once and each asked about once', async () => {
    const crowd = await startShop(ALONE);
    try {
      await crowd.startReplica();
      await crowd.startReplica();
      const intents = await Promise.all(
        Array.from({ length: 40 }, async () => (await crowd.openPayment({ email: crowd.newEmail() })).body),
      );
      await Promise.all(intents.map((intent) => crowd.giveCard(intent)));
      let asked = 0;
      crowd.simulator.app.server.on('request', ({ method, url = '' }) => {
        if (method === 'GET' && /^\/v1\/payment_intents\/pi_/.test(url)) asked += 1;
      });
      await crowd.orders.updateMany({}, { $set: { 'payment.checkAt': new Date(Date.now() - 1000) } });
      for (const { orderNumber } of intents) await crowd.until(orderNumber, ({ payment }) => payment.state === 'paid');
      expect(asked).toBe(40);
      const events = () => crowd.probe.ofType('order.paid').map(({ data }) => (data as { orderNumber: string }).orderNumber);
      await waitUntil(() => events().length >= 40, { what: 'forty events' });
      expect(events().sort()).toEqual(intents.map(({ orderNumber }) => orderNumber).sort());
    } finally {
      await crowd.stop();
    }
  });
});

describe('the sweep', () => {
  test('when an order is unpaid after a day, then its payment is cancelled first, and no card can pay it any more', async () => {
    const { email, intent, number } = await opened();
    await age(number, YESTERDAY);
    await isGivenUp(number);
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('canceled');
    expect((await shop.giveCard(intent)).error!.code).toBe('payment_intent_unexpected_state');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
  });

  test('when an order is a little younger, then it stays open and is looked at when its day is over', async () => {
    const { intent, number } = await opened();
    const createdAt = Date.now() - 23.9 * HOUR;
    await age(number, 23.9 * HOUR);
    await isChecked(number);
    const { payment } = await shop.stored(number);
    expect(payment.state).toBe('awaiting');
    expect(payment.checkAt!.getTime()).toBeLessThan(createdAt + 24 * HOUR + 1000);
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('requires_payment_method');
  });

  test('when it is paid between the question and the cancelling, then it is paid and not lost', async () => {
    const { intent, number } = await opened();
    shop.simulator.failNext({ method: 'POST', path: '/v1/payment_intents/*/cancel', latencyMs: 1800 });
    const cancelling = nextCall('POST', /\/cancel$/);
    await age(number, YESTERDAY);
    await cancelling;
    expect((await shop.giveCard(intent)).status).toBe('succeeded');
    await expectPaidOnce(number);
  });

  test('when the payment is still under way, then it is not given up, and counts when it is through', async () => {
    await shop.simulator.setSettlementMode('hold');
    const { intent, number } = await opened();
    expect((await shop.giveCard(intent)).status).toBe('processing');
    const cancelling = nextCall('POST', /\/cancel$/);
    await age(number, YESTERDAY);
    await cancelling;
    await isChecked(number);
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
    await shop.simulator.setSettlementMode('settle');
    await age(number, YESTERDAY);
    await isSettled(number);
  });

  test('when the provider is down, then the order is not given up until the payment is cancelled', async () => {
    const { intent, number } = await opened();
    shop.simulator.failNext({ method: 'POST', path: '/v1/payment_intents/*/cancel', hangUp: true, times: 1000 });
    const failed = nextCall('POST', /\/cancel$/);
    await age(number, YESTERDAY);
    await failed;
    expect((await shop.stored(number)).payment.state).toBe('awaiting');
    shop.simulator.clearFaults();
    await age(number, YESTERDAY);
    await isGivenUp(number);
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('canceled');
  });

  test('when a crash left an order without a payment, then it ends, and its key asks to start over', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, times: 3 });
    expect((await shop.openPayment({ email, key: 'crashed' })).status).toBe(502);
    const { number } = (await shop.orders.findOne({ email }))!;
    await age(number, HOUR / 6);
    await isGivenUp(number);
    const again = await shop.openPayment({ email, key: 'crashed' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('IdempotencyKeyReused');
    expect((await shop.openPayment({ email })).status).toBe(200);
  });
});

describe('an order that was given up', () => {
  const givenUpButPaid = async () => {
    const order = await opened();
    await shop.giveCard(order.intent);
    await shop.orders.updateOne(
      { number: order.number },
      { $set: { 'payment.state': 'cancelled', 'payment.cancelledAt': new Date() }, $unset: { openPlace: '', 'payment.checkAt': '' } },
    );
    return order;
  };

  test('when its money comes after all, then paid wins, one event tells of it and the back office sees it', async () => {
    const { intent, number } = await givenUpButPaid();
    expect((await shop.signedWebhook({ event: await succeededEvent(intent.paymentIntentId) })).status).toBe(200);
    await expectPaidOnce(number);
    expect((await shop.stored(number)).payment).not.toHaveProperty('cancelledAt');
    const list = await shop.call({ path: '/api/orders', cookie: await shop.identity.adminCookie() });
    expect(JSON.stringify(list.body)).toContain(`${number}-01`);
  });

  test('when its client comes back with the money paid, then asking the provider makes it paid', async () => {
    const { email, intent, number } = await givenUpButPaid();
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent, itemOf('1')) });
    expect(placed.status).toBe(200);
    await isSettled(number);
  });
});

/** Resolves when the provider is next asked so. */
const nextCall = (method: string, path: RegExp): Promise<void> =>
  new Promise((resolve) => {
    const { server } = shop.simulator.app;
    const look = (request: { method?: string; url?: string }) => {
      if (request.method !== method || !path.test(request.url ?? '')) return;
      server.off('request', look);
      resolve();
    };
    server.on('request', look);
  });
