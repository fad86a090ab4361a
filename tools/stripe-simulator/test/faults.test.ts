import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Harness, rejection, startHarness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());
beforeEach(() => harness.simulator.clearFaults());

const failNext = (fault: Record<string, unknown>) =>
  fetch(`${harness.url}/_simulator/fail-next`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
const create = (idempotencyKey?: string) => harness.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' }, { idempotencyKey });
const count = async () => (await harness.stripe.paymentIntents.list({ limit: 100 })).data.length;

test('when the next call shall fail before its effect, then it fails once, and its idempotency key stays unused', async () => {
  const before = await count();
  expect((await failNext({ path: '/v1/payment_intents', method: 'POST', status: 503 })).status).toBe(200);
  expect(await rejection(create('outage'))).toMatchObject({ statusCode: 503, type: 'StripeAPIError' });
  expect(await count()).toBe(before);
  expect((await create('outage')).object).toBe('payment_intent');
});

test('when the next call shall fail after its effect, then the payment exists, and the same key returns it', async () => {
  const before = await count();
  await failNext({ path: '/v1/payment_intents', method: 'POST', status: 500, stage: 'after' });
  expect(await rejection(create('told-later'))).toMatchObject({ statusCode: 500 });
  expect(await count()).toBe(before + 1);
  await create('told-later');
  expect(await count()).toBe(before + 1);
});

test('when the connection is cut after the card was charged, then the SDK retries by itself and gets the response', async () => {
  const { id } = await create();
  await failNext({ path: '/v1/payment_intents/*/confirm', hangUp: true, stage: 'after' });
  const intent = await harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(intent.status).toBe('succeeded');
  expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
});

test('when the connection is cut each time, then the SDK raises a connection error', async () => {
  const { id } = await create();
  await failNext({ path: '/v1/payment_intents/*', method: 'GET', hangUp: true, times: 2 });
  expect(await rejection(harness.stripe.paymentIntents.retrieve(id))).toMatchObject({ type: 'StripeConnectionError' });
  expect((await harness.stripe.paymentIntents.retrieve(id)).id).toBe(id);
});

test('when a call is only delayed, then it succeeds, and calls of other paths are not delayed', async () => {
  await failNext({ path: '/v1/refunds', latencyMs: 600_000 });
  await failNext({ path: '/v1/payment_intents', method: 'GET', latencyMs: 30 });
  const start = performance.now();
  await harness.stripe.paymentIntents.list();
  expect(performance.now() - start).toBeGreaterThanOrEqual(29);
});

test('when faults are cleared, then nothing fails', async () => {
  await failNext({ path: '/v1/payment_intents', status: 500, times: 10 });
  await fetch(`${harness.url}/_simulator/fail-next`, { method: 'DELETE' });
  expect((await create()).object).toBe('payment_intent');
});

test('when a fault is invalid, then the response is a 400 that gives the reason', async () => {
  for (const fault of [
    {},
    { path: '/v1/refunds' },
    { path: '/other', status: 500 },
    { path: '/v1/refunds', status: 200 },
    { path: '/v1/x', colour: 1 },
  ]) {
    const answer = await failNext(fault);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).not.toBe('');
  }
});
