import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { CONTEST, handleQuote, itemOf, QUOTE_ROUTE } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop({ webhooks: 'drop' }));

const expectNothingStored = async (email: string): Promise<void> => {
  expect(await shop.orders.countDocuments({ email })).toBe(0);
};

describe('opening a payment', () => {
  test('when the basket is valid, then an order with the catalog’s prices awaits its payment (customer 7.17, 7.32)', async () => {
    const email = shop.newEmail();
    const items = [itemOf('012'), itemOf('12A', '横動画')];
    const { status, body } = await shop.openPayment({ email, items });

    expect(status).toBe(200);
    expect(body).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      paymentIntentId: expect.stringMatching(/^pi_/),
      orderNumber: expect.stringMatching(/^\d{8}$/),
      amount: 9500,
      publishableKey: 'pk_test_simulator',
      providerUrl: shop.config.STRIPE_PUBLIC_URL,
    });
    const order = await shop.storedOrder(body.orderNumber);
    expect(order).toMatchObject({
      email,
      customerName: '山田 太郎',
      total: 9500,
      status: '未対応',
      payment: { state: 'awaiting', intentId: body.paymentIntentId, refundedAmount: 0 },
    });
    expect(order.lines).toEqual([
      {
        number: `${body.orderNumber}-01`,
        contestId: CONTEST.id,
        contestName: CONTEST.name,
        category: 'メンズフィジーク',
        athleteNumber: '012',
        athleteName: '選手012',
        style: '縦動画',
        price: 5000,
        productionPossible: false,
      },
      expect.objectContaining({ number: `${body.orderNumber}-02`, athleteNumber: '12A', style: '横動画', price: 4500 }),
    ]);
    expect(order.outbox).toBeUndefined();

    const intent = await shop.stripe.paymentIntents.retrieve(body.paymentIntentId);
    expect(intent).toMatchObject({ amount: 9500, currency: 'jpy', status: 'requires_payment_method' });
    expect(intent.metadata).toEqual({ order_number: body.orderNumber, order_id: order._id });
    expect(JSON.stringify(order)).not.toContain(body.clientSecret);
  });

  test('when the session has a verified address, then no code is needed', async () => {
    const email = shop.newEmail();
    const cookie = await shop.identity.sessionCookie({ email, emailProven: true });
    const body = shop.createBasket({ email, items: [itemOf('1')] });
    const headers = { 'idempotency-key': randomUUID() };
    expect((await shop.call({ method: 'POST', path: '/api/create-payment-intent', cookie, body, headers })).status).toBe(200);
  });

  test('when a signed-in customer has verified a second address, then both addresses can order and find their orders', async () => {
    const [own, other] = [shop.newEmail(), shop.newEmail()];
    const cookie = `${shop.identity.proofCookie(other)}; ${await shop.identity.sessionCookie({ email: own, emailProven: true })}`;
    for (const email of [own, other]) {
      const body = shop.createBasket({ email, items: [itemOf('1')] });
      const headers = { 'idempotency-key': randomUUID() };
      const openOrder = await shop.call({ method: 'POST', path: '/api/create-payment-intent', cookie, body, headers });
      expect(openOrder.status).toBe(200);
      const record = shop.recordOf(openOrder.body);
      expect((await shop.call({ method: 'POST', path: '/api/orders', cookie, body: record })).status).toBe(402);
    }
  });
});

describe('the proof of an address', () => {
  const post = ({ email, cookie }: { email: string; cookie?: string }) =>
    shop.call({
      method: 'POST',
      path: '/api/create-payment-intent',
      cookie,
      headers: { 'idempotency-key': randomUUID() },
      body: shop.createBasket({ email, items: [itemOf('1')] }),
    });

  test.each([
    ['is missing', () => undefined],
    ['is of another address', () => shop.identity.proofCookie('other@example.jp')],
    ['has expired', (email: string) => shop.identity.proofCookie(email, -1)],
    ['is forged', () => 'order_session=eyJhbGciOiJub25lIn0.e30.'],
  ])('when the proof %s, then 401 and nothing is stored (customer 1.3)', async (_case, cookieOf) => {
    const email = shop.newEmail();
    const cookie = cookieOf(email);
    const { status, body } = await post({ email, ...(cookie ? { cookie } : {}) });
    expect(status).toBe(401);
    expect(body.code).toBe('ProofRequired');
    await expectNothingStored(email);
  });

  test('when the address of the session is not verified, then 401 and nothing is stored', async () => {
    const email = shop.newEmail();
    const { status } = await post({ email, cookie: await shop.identity.sessionCookie({ email, emailProven: false }) });
    expect(status).toBe(401);
    await expectNothingStored(email);
  });
});

describe('the basket', () => {
  const listIntents = () => shop.stripe.paymentIntents.list({ limit: 100 });

  test.each([
    ['the amount differs from the sum', { amount: 4999 }, 400, 'AmountMismatch', '注文金額が無効です'],
    ['the amount is 0', { amount: 0 }, 400, 'ValidationFailed', '注文金額が無効です'],
    ['the amount is not a number', { amount: { $gt: 0 } }, 400, 'ValidationFailed', '注文金額が無効です'],
    ['it has no items', { items: [] }, 400, 'ValidationFailed', '注文項目を選択してください'],
    ['it has the same item twice', { items: [itemOf('1'), itemOf('1')], amount: 10_000 }, 400, 'ItemsDuplicated', /重複/],
    [
      'two items differ only in the width of their digits',
      { items: [itemOf('1'), itemOf('１')], amount: 10_000 },
      400,
      'ItemsDuplicated',
      /重複/,
    ],
    ['it has 51 items', { items: Array.from({ length: 51 }, (_, bib) => itemOf(`${bib}`)), amount: 255_000 }, 400, 'ValidationFailed', /./],
    ['a style is unknown', { items: [{ ...itemOf('1'), videoStyle: '斜め動画' }] }, 400, 'ValidationFailed', /./],
    ['the bib is a query operator', { items: [{ ...itemOf('1'), athleteNumber: { $ne: null } }] }, 400, 'ValidationFailed', /./],
  ])('when %s, then it is refused and nothing is stored', async (_case, change, status, code, message) => {
    const email = shop.newEmail();
    const { data: intents } = await listIntents();
    const response = await shop.openPayment({ email, change });
    expect(response.status).toBe(status);
    expect(response.body.code).toBe(code);
    expect(response.body.message).toMatch(message);
    await expectNothingStored(email);
    expect((await listIntents()).data).toHaveLength(intents.length);
  });

  test('when the amount differs from the sum, then the response has the current price of each item (customer 5.11, 7.32)', async () => {
    const items = [itemOf('1'), itemOf('2', '横動画')];
    const { body } = await shop.openPayment({ email: shop.newEmail(), items, change: { amount: 1 } });
    expect(body.prices).toEqual([5000, 4500]);
  });

  test('when items cannot be bought, then 409 names each of them and nothing is stored', async () => {
    const email = shop.newEmail();
    const items = [itemOf('1'), itemOf('404'), itemOf('409'), { ...itemOf('2'), contestId: 'hidden' }];
    const { status, body } = await shop.openPayment({ email, items });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'ItemsUnavailable',
      refused: [
        { index: 1, code: 'AthleteNotFound', message: 'この選手は見つかりませんでした。' },
        { index: 2, code: 'AthleteNotOnSale', message: 'この選手の動画は現在販売していません。' },
        { index: 3, code: 'ContestNotPublished', message: 'この大会は現在販売していません。' },
      ],
    });
    await expectNothingStored(email);
  });

  test('when the client sends a price, then the catalog’s price is used', async () => {
    const email = shop.newEmail();
    const { status, body } = await shop.openPayment({ email, change: { items: [{ ...itemOf('1'), price: 1 }], isAdmin: true } });
    expect(status).toBe(200);
    expect((await shop.storedOrder(body.orderNumber)).total).toBe(5000);
  });
});

describe('the idempotency key', () => {
  test('when it is missing, then 400 and nothing is stored', async () => {
    const email = shop.newEmail();
    const cookie = shop.identity.proofCookie(email);
    const body = shop.createBasket({ email, items: [itemOf('1')] });
    const response = await shop.call({ method: 'POST', path: '/api/create-payment-intent', cookie, body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'IdempotencyKeyRequired', message: '決済の準備に失敗しました' });
    await expectNothingStored(email);
  });

  test('when a request is repeated, then the response is the same and there is one order', async () => {
    const email = shop.newEmail();
    const key = randomUUID();
    const first = await shop.openPayment({ email, key });
    const second = await shop.openPayment({ email, key });
    expect(second.body).toEqual(first.body);
    expect(await shop.orders.countDocuments({ email })).toBe(1);
  });

  test('when twenty equal requests arrive concurrently, then there is one order and one payment', async () => {
    const email = shop.newEmail();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => shop.openPayment({ email, key })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await shop.orders.countDocuments({ email })).toBe(1);
  });

  test('when a request is repeated after its video was taken off sale or while the catalog is down, then the response is the same', async () => {
    const email = shop.newEmail();
    const key = randomUUID();
    const first = await shop.openPayment({ email, key });
    const offSale = { code: 'ItemsUnavailable', message: '販売していません。', refused: [{ index: 0, code: 'AthleteNotOnSale' }] };
    for (const answer of [
      { status: 409, body: offSale },
      { status: 500, body: {} },
    ]) {
      shop.catalog.route(QUOTE_ROUTE, () => answer);
      const repeated = await shop.openPayment({ email, key }).finally(() => shop.catalog.route(QUOTE_ROUTE, handleQuote));
      expect(repeated.status).toBe(200);
      expect(repeated.body).toEqual(first.body);
    }
    expect(await shop.orders.countDocuments({ email })).toBe(1);
  });

  test('when it is reused with another basket, then 409 and the first order is unchanged', async () => {
    const email = shop.newEmail();
    const key = randomUUID();
    const { body: first } = await shop.openPayment({ email, key });
    // Athlete 404 cannot be bought.
    for (const item of [itemOf('2'), itemOf('404')]) {
      const second = await shop.openPayment({ email, key, items: [item] });
      expect(second.status).toBe(409);
      expect(second.body.code).toBe('IdempotencyKeyReused');
    }
    expect(await shop.orders.countDocuments({ email })).toBe(1);
    expect((await shop.storedOrder(first.orderNumber)).lines[0]!.athleteNumber).toBe('1');
  });

  test('when another address uses the same key, then it gets a separate order', async () => {
    const key = randomUUID();
    const first = await shop.openPayment({ email: shop.newEmail(), key });
    const second = await shop.openPayment({ email: shop.newEmail(), key });
    expect(second.status).toBe(200);
    expect(second.body.orderNumber).not.toBe(first.body.orderNumber);
  });
});

describe('an outage during the opening', () => {
  test('when the catalog is down, then 503 and nothing is stored', async () => {
    const email = shop.newEmail();
    shop.catalog.route(QUOTE_ROUTE, () => ({ status: 500, body: {} }));
    const response = await shop.openPayment({ email }).finally(() => shop.catalog.route(QUOTE_ROUTE, handleQuote));
    expect(response.status).toBe(503);
    expect(response.body.code).toBe('ServiceUnavailable');
    await expectNothingStored(email);
  });

  test('when the provider closes the connection, then 502, and the same key continues the same order', async () => {
    const email = shop.newEmail();
    const key = randomUUID();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, times: 3 });
    const failed = await shop.openPayment({ email, key });
    expect(failed.status).toBe(502);
    expect(failed.body).toMatchObject({ code: 'PaymentUnavailable', message: '決済の準備に失敗しました' });
    const waiting = await shop.orders.findOne({ email });
    expect(waiting!.payment.state).toBe('awaiting');
    expect(waiting!.payment).not.toHaveProperty('intentId');

    const again = await shop.openPayment({ email, key });
    expect(again.status).toBe(200);
    expect(again.body.orderNumber).toBe(waiting!.number);
    expect(await shop.orders.countDocuments({ email })).toBe(1);
  });

  test('when the provider’s response is lost after the payment was created, then the same key returns that payment', async () => {
    const email = shop.newEmail();
    const key = randomUUID();
    const count = async () => (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length;
    const before = await count();
    shop.simulator.failNext({ path: '/v1/payment_intents', hangUp: true, stage: 'after', times: 3 });
    expect((await shop.openPayment({ email, key })).status).toBe(502);
    const again = await shop.openPayment({ email, key });
    expect(again.status).toBe(200);
    expect(await count()).toBe(before + 1);
    expect((await shop.storedOrder(again.body.orderNumber)).payment.intentId).toBe(again.body.paymentIntentId);
  });

  test('when the provider does not respond, then 502 before the request times out', async () => {
    const email = shop.newEmail();
    shop.simulator.failNext({ path: '/v1/payment_intents', latencyMs: 60_000, times: 3 });
    const { status, body } = await shop.openPayment({ email });
    expect(status).toBe(502);
    expect(body.code).toBe('PaymentUnavailable');
    expect(await shop.orders.countDocuments({ email, 'payment.state': 'awaiting' })).toBe(1);
  });

  test('when the provider refuses the secret key, then 502', async () => {
    shop.simulator.failNext({ path: '/v1/payment_intents', status: 401 });
    expect((await shop.openPayment({ email: shop.newEmail() })).status).toBe(502);
  });

  test('when the provider fails five times in a row, then the circuit opens and requests fail immediately', async () => {
    shop.simulator.failNext({ path: '/v1/payment_intents', status: 500, times: 15 });
    const failed = await Promise.all(Array.from({ length: 5 }, () => shop.openPayment({ email: shop.newEmail() })));
    expect(failed.map(({ status }) => status)).toEqual(Array(5).fill(502));
    shop.simulator.clearFaults();
    const refused = await shop.openPayment({ email: shop.newEmail() });
    expect(refused.status).toBe(502);
    expect(refused.headers.get('retry-after')).toBe('3');
    await waitUntil(async () => (await shop.openPayment({ email: shop.newEmail() })).status === 200, { what: 'the circuit to close' });
  });
});
