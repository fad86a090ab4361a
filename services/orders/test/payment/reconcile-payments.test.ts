import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { itemOf } from '../support/catalog.ts';
import { paymentsOf } from '../support/payments.ts';
import { startShop } from '../support/shop.ts';

/** No webhook arrives and no client returns, so only the reconciler settles payments. It checks an order when a test makes it due. */
const WITHOUT_WEBHOOKS = {
  webhooks: 'drop',
  settings: { reconcileAfterMs: 86_400_000, reconcileEveryMs: 100, cancelAfterMs: 86_400_000 },
} as const;
const HOUR = 3_600_000;
const YESTERDAY = 25 * HOUR;

const shop = useService(() => startShop(WITHOUT_WEBHOOKS));
beforeEach(() => shop.simulator.clearFaults());
afterEach(() => shop.simulator.setSettlementMode('settle'));

const { expectPaidOnce, openOrder, paidEvents, succeededEvent } = paymentsOf(shop);

/** Makes an order this old, in ms, and due for its check. */
const makeDue = (number: string, ms = 0) =>
  shop.orders.updateOne({ number }, { $set: { createdAt: new Date(Date.now() - ms), 'payment.checkAt': new Date(Date.now() - 1000) } });

/** Waits until the reconciler has checked an order that stays unpaid. */
const waitForCheck = (number: string) =>
  waitUntil(async () => (await shop.storedOrder(number)).payment.checkAt! > new Date(), { what: `the check of ${number}` });

const waitForPaid = (number: string) => shop.waitForOrder(number, ({ payment }) => payment.state === 'paid');
const waitForCancelled = (number: string) => shop.waitForOrder(number, ({ payment }) => payment.state === 'cancelled');

describe('reconciling unpaid orders', () => {
  test('when the webhook is lost and the browser is closed, then the reconciler alone makes the order paid', async () => {
    const { intent, number } = await openOrder();
    await shop.payByCard(intent);
    await makeDue(number);
    await expectPaidOnce(number);
  });

  test('when the check of an order is not due, then the provider is not queried', async () => {
    const late = await openOrder();
    await shop.payByCard(late.intent);
    const due = await openOrder();
    await shop.payByCard(due.intent);
    await makeDue(due.number);
    await waitForPaid(due.number);
    expect((await shop.storedOrder(late.number)).payment.state).toBe('awaiting');
  });

  test('when the provider is down, then the order stays unpaid and is settled later', async () => {
    const { intent, number } = await openOrder();
    await shop.payByCard(intent);
    shop.simulator.failNext({ method: 'GET', path: '/v1/payment_intents/*', hangUp: true, times: 1000 });
    const failed = nextCall('GET', /pi_\w+$/);
    await makeDue(number);
    await failed;
    expect((await shop.storedOrder(number)).payment.state).toBe('awaiting');
    shop.simulator.clearFaults();
    await makeDue(number);
    await waitForPaid(number);
  });

  test('when a payment was cancelled at the provider, then the order is cancelled', async () => {
    const { email, intent, number } = await openOrder();
    await shop.stripe.paymentIntents.cancel(intent.paymentIntentId);
    await makeDue(number);
    expect(await waitForCancelled(number)).not.toHaveProperty('openPlace');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
    expect(paidEvents(number)).toHaveLength(0);
  });

  test('when an order without a payment is new, then the request that opens the payment can continue', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', latencyMs: 800 });
    const opening = shop.openPayment({ email });
    const { number } = await waitUntil(() => shop.orders.findOne({ email }), { what: 'the order' });
    await makeDue(number);
    await waitForCheck(number);
    expect((await opening).status).toBe(200);
    expect((await shop.storedOrder(number)).payment.state).toBe('awaiting');
  });

  test('when three replicas run, then each of forty paid orders is queried once and settled once', async () => {
    const replicas = await startShop(WITHOUT_WEBHOOKS);
    try {
      await replicas.startReplica();
      await replicas.startReplica();
      const intents = await Promise.all(
        Array.from({ length: 40 }, async () => (await replicas.openPayment({ email: replicas.newEmail() })).body),
      );
      await Promise.all(intents.map((intent) => replicas.payByCard(intent)));
      let queries = 0;
      replicas.simulator.app.server.on('request', ({ method, url = '' }) => {
        if (method === 'GET' && /^\/v1\/payment_intents\/pi_/.test(url)) queries += 1;
      });
      // Due only when all are written, so that no replica changes an order in the middle of this update.
      await replicas.orders.updateMany({}, { $set: { 'payment.checkAt': new Date(Date.now() + 1000) } });
      for (const { orderNumber } of intents) await replicas.waitForOrder(orderNumber, ({ payment }) => payment.state === 'paid');
      expect(queries).toBe(40);
      const events = () => replicas.probe.ofType('order.paid').map(({ data }) => (data as { orderNumber: string }).orderNumber);
      await waitUntil(() => events().length >= 40, { what: 'forty order.paid events' });
      expect(events().sort()).toEqual(intents.map(({ orderNumber }) => orderNumber).sort());
    } finally {
      await replicas.stop();
    }
  });
});

describe('forgetting unpaid orders', () => {
  test('when an order was not paid for 30 days, then its customer is forgotten, and a later payment is flagged', async () => {
    const [old, young, paid] = [await openOrder(), await openOrder(), await openOrder()];
    await shop.payByCard(old.intent);
    await shop.payByCard(paid.intent);
    await makeDue(paid.number);
    await waitForPaid(paid.number);
    const age = (days: number) => ({ $set: { createdAt: new Date(Date.now() - days * 24 * HOUR) } });
    await shop.orders.updateOne({ number: young.number }, age(29.9));
    await shop.orders.updateMany({ number: { $in: [old.number, paid.number] } }, age(30.1));
    // Every replica runs the job when it starts.
    await shop.startReplica();
    const forgotten = await shop.waitForOrder(old.number, ({ email }) => email === '');
    expect(JSON.stringify(forgotten)).not.toContain(old.email);
    expect(forgotten).toMatchObject({ customerName: '', request: { digest: '' }, lines: [{ athleteName: null }] });
    expect((await shop.storedOrder(young.number)).email).toBe(young.email);
    expect((await shop.storedOrder(paid.number)).email).toBe(paid.email);

    await makeDue(old.number, 31 * 24 * HOUR);
    const { payment } = await shop.waitForOrder(old.number, (order) => order.payment.state !== 'awaiting');
    expect(payment).toMatchObject({ state: 'flagged', received: { amount: 5000, currency: 'jpy' } });
    expect(paidEvents(old.number)).toHaveLength(0);
  });
});

describe('cancelling overdue orders', () => {
  test('when an order is unpaid after a day, then its payment is cancelled first and no card can pay it', async () => {
    const { email, intent, number } = await openOrder();
    await makeDue(number, YESTERDAY);
    await waitForCancelled(number);
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('canceled');
    expect((await shop.payByCard(intent)).error!.code).toBe('payment_intent_unexpected_state');
    expect((await shop.postOrders({ email, body: shop.recordOf(intent) })).body.code).toBe('PaymentRequired');
  });

  test('when an order is slightly younger than a day, then it stays open and is checked when the day ends', async () => {
    const { intent, number } = await openOrder();
    const createdAt = Date.now() - 23.9 * HOUR;
    await makeDue(number, 23.9 * HOUR);
    await waitForCheck(number);
    const { payment } = await shop.storedOrder(number);
    expect(payment.state).toBe('awaiting');
    expect(payment.checkAt!.getTime()).toBeLessThan(createdAt + 24 * HOUR + 1000);
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('requires_payment_method');
  });

  test('when it is paid between the check and the cancellation, then the order is paid', async () => {
    const { intent, number } = await openOrder();
    shop.simulator.failNext({ method: 'POST', path: '/v1/payment_intents/*/cancel', latencyMs: 1800 });
    const cancelling = nextCall('POST', /\/cancel$/);
    await makeDue(number, YESTERDAY);
    await cancelling;
    expect((await shop.payByCard(intent)).status).toBe('succeeded');
    await expectPaidOnce(number);
  });

  test('when the payment is processing, then the order is not cancelled, and is paid later', async () => {
    await shop.simulator.setSettlementMode('hold');
    const { intent, number } = await openOrder();
    expect((await shop.payByCard(intent)).status).toBe('processing');
    const cancelling = nextCall('POST', /\/cancel$/);
    await makeDue(number, YESTERDAY);
    await cancelling;
    await waitForCheck(number);
    expect((await shop.storedOrder(number)).payment.state).toBe('awaiting');
    await shop.simulator.setSettlementMode('settle');
    await makeDue(number, YESTERDAY);
    await waitForPaid(number);
  });

  test('when the provider is down, then the order is not cancelled before its payment is', async () => {
    const { intent, number } = await openOrder();
    shop.simulator.failNext({ method: 'POST', path: '/v1/payment_intents/*/cancel', hangUp: true, times: 1000 });
    const failed = nextCall('POST', /\/cancel$/);
    await makeDue(number, YESTERDAY);
    await failed;
    expect((await shop.storedOrder(number)).payment.state).toBe('awaiting');
    shop.simulator.clearFaults();
    await makeDue(number, YESTERDAY);
    await waitForCancelled(number);
    expect((await shop.stripe.paymentIntents.retrieve(intent.paymentIntentId)).status).toBe('canceled');
  });

  test('when a crash left an order without a payment, then it is cancelled, and its key must not be reused', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, times: 3 });
    expect((await shop.openPayment({ email, key: 'crashed' })).status).toBe(502);
    const { number } = (await shop.orders.findOne({ email }))!;
    await makeDue(number, HOUR / 6);
    await waitForCancelled(number);
    const again = await shop.openPayment({ email, key: 'crashed' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('IdempotencyKeyReused');
    expect((await shop.openPayment({ email })).status).toBe(200);
  });
});

describe('a cancelled order', () => {
  const payCancelledOrder = async () => {
    const order = await openOrder();
    await shop.payByCard(order.intent);
    await shop.orders.updateOne(
      { number: order.number },
      { $set: { 'payment.state': 'cancelled', 'payment.cancelledAt': new Date() }, $unset: { openPlace: '', 'payment.checkAt': '' } },
    );
    return order;
  };

  test('when its payment succeeds late, then it becomes paid, one event is published and the back office lists it', async () => {
    const { intent, number } = await payCancelledOrder();
    expect((await shop.signedWebhook({ event: await succeededEvent(intent.paymentIntentId) })).status).toBe(200);
    await expectPaidOnce(number);
    expect((await shop.storedOrder(number)).payment).not.toHaveProperty('cancelledAt');
    const list = await shop.call({ path: '/api/orders', cookie: await shop.identity.adminCookie() });
    expect(JSON.stringify(list.body)).toContain(`${number}-01`);
  });

  test('when its client returns after paying, then querying the provider makes it paid', async () => {
    const { email, intent, number } = await payCancelledOrder();
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent, itemOf('1')) });
    expect(placed.status).toBe(200);
    await waitForPaid(number);
  });
});

/** Resolves at the next such request to the provider. */
const nextCall = (method: string, path: RegExp): Promise<void> =>
  new Promise((resolve) => {
    const { server } = shop.simulator.app;
    const onRequest = (request: { method?: string; url?: string }) => {
      if (request.method !== method || !path.test(request.url ?? '')) return;
      server.off('request', onRequest);
      resolve();
    };
    server.on('request', onRequest);
  });
