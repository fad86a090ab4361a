import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { type Harness, rejection, secretKey, startHarness } from './support/harness.ts';

const clock = { now: () => new Date() };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ now: () => clock.now() });
});
afterAll(() => harness.close());

const params = { amount: 5000, currency: 'jpy', metadata: { order_number: '1', contest: 'a' } };
const create = (idempotencyKey: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  harness.stripe.paymentIntents.create({ ...params, ...more }, { idempotencyKey });
const countOf = async (orderNumber: string) =>
  (await harness.stripe.paymentIntents.list({ limit: 100 })).data.filter(({ metadata }) => metadata['order_number'] === orderNumber).length;

test('when the same request is sent twice with a key, then the second gets the stored response', async () => {
  const first = await create('twice');
  const second = await create('twice');
  expect(second.id).toBe(first.id);
  expect(second).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(second.lastResponse.idempotencyKey).toBe('twice');
});

test('when the stored response is replayed after the payment has changed, then it is still the first response', async () => {
  const first = await create('replayed-later');
  await harness.stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' });
  expect((await create('replayed-later')).status).toBe('requires_payment_method');
});

test('when the parameters have another order, then it is the same request', async () => {
  const send = async (body: string) => {
    const response = await fetch(`${harness.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'order', 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    return (await response.json()) as { id: string };
  };
  const first = await send('amount=5000&currency=jpy&metadata[a]=1&metadata[b]=2');
  expect((await send('metadata[b]=2&currency=jpy&metadata[a]=1&amount=5000')).id).toBe(first.id);
});

test('when a key is used with another body or call, then it is an idempotency error and nothing happens', async () => {
  const { id } = await create('reused', { metadata: { order_number: 'reused' } });
  const others = [
    () => create('reused', { amount: 5001, metadata: { order_number: 'reused' } }),
    () => create('reused', { metadata: { order_number: 'reused', more: '1' } }),
    () => harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'reused' }),
    () => harness.stripe.refunds.create({ payment_intent: id }, { idempotencyKey: 'reused' }),
  ];
  for (const other of others) {
    const error = await rejection(other());
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  }
  expect(await countOf('reused')).toBe(1);
  expect((await harness.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
});

test('when 20 requests use one key at once, then one payment is made and the others get it or a 409', async () => {
  const fields = { amount: 5000, currency: 'jpy', metadata: { order_number: 'parallel' } };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => harness.stripe.paymentIntents.create(fields, { idempotencyKey: 'parallel' })),
  );
  const ids = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') ids.add(outcome.value.id);
    else expect(outcome.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  }
  expect(ids.size).toBe(1);
  expect(await countOf('parallel')).toBe(1);
});

test('when the SDK may retry, then all 20 get the same payment', async () => {
  const { hostname, port } = new URL(harness.url);
  const stripe = new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 5 });
  const made = await Promise.all(
    Array.from({ length: 20 }, () =>
      stripe.paymentIntents.create({ ...params, metadata: { order_number: 'repeated' } }, { idempotencyKey: 'repeated' }),
    ),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await countOf('repeated')).toBe(1);
});

test('when a request is in progress, then the same one gets a 409, and after a stop the key is unused again', async () => {
  harness.simulator.failNext({ path: '/v1/payment_intents', method: 'POST', latencyMs: 60_000 });
  const outcomes = [rejection(create('slow')), rejection(create('slow'))];
  const first = await Promise.race(outcomes);
  expect(first).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });

  await harness.restart();
  const statuses = (await Promise.all(outcomes)).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([409, 500]);
  expect((await create('slow')).status).toBe('requires_payment_method');
});

test('when a declined card is sent again with the key, then the error is replayed and the card is charged once', async () => {
  const { id } = await create('declined-payment');
  const confirm = () =>
    harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }, { idempotencyKey: 'declined' });
  const first = await rejection(confirm());
  const second = await rejection(confirm());
  expect(second).toMatchObject({ statusCode: 402, decline_code: first.decline_code, charge: first.charge });
  expect(second.headers?.['idempotent-replayed']).toBe('true');
});

test('when parameters were invalid, then the key can be used for a valid request', async () => {
  await rejection(create('corrected', { currency: 'usd' }));
  expect((await create('corrected')).currency).toBe('jpy');
});

test('when the simulator restarts, then keys are still known', async () => {
  const first = await create('kept');
  await harness.restart();
  expect((await create('kept')).id).toBe(first.id);
  expect(await rejection(create('kept', { amount: 999 }))).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('when a day has passed, then the key is unknown', async () => {
  const first = await create('a-day');
  const day = 86_400_000;
  clock.now = () => new Date(Date.now() + day - 60_000);
  expect((await create('a-day')).id).toBe(first.id);
  clock.now = () => new Date(Date.now() + day + 1000);
  expect((await create('a-day')).id).not.toBe(first.id);
  clock.now = () => new Date();
});

test('when a key is too long, then the response is 400', async () => {
  expect(await rejection(create('x'.repeat(256)))).toMatchObject({ statusCode: 400 });
  expect((await create('x'.repeat(255))).object).toBe('payment_intent');
});

test('when no key is given over raw HTTP, then each request creates its own payment', async () => {
  const send = async () => {
    const response = await fetch(`${harness.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
      body: new URLSearchParams({ amount: '500', currency: 'jpy' }),
    });
    return ((await response.json()) as { id: string }).id;
  };
  expect(await send()).not.toBe(await send());
});
