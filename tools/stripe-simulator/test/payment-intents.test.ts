import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { type Harness, type ResponseBody, rejection, sdkFor, secretKey, startHarness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const open = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  harness.stripe.paymentIntents.create({ amount: 10_000, currency: 'jpy', ...more });

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${harness.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ResponseBody };
}

describe('create and retrieve', () => {
  test('when a payment is created, then it has Stripe’s shape and can be retrieved', async () => {
    const intent = await open({
      metadata: { order_number: '12345678', note: '日本語 & 記号=?' },
      description: 'StageReel 12345678',
      receipt_email: 'taro@example.jp',
      allowed_payment_method_types: ['card'],
    });

    expect(intent).toMatchObject({
      id: expect.stringMatching(/^pi_[0-9A-Za-z]{24}$/),
      object: 'payment_intent',
      amount: 10_000,
      amount_received: 0,
      currency: 'jpy',
      status: 'requires_payment_method',
      client_secret: expect.stringMatching(new RegExp(`^${intent.id}_secret_\\w{25}$`)),
      metadata: { order_number: '12345678', note: '日本語 & 記号=?' },
      description: 'StageReel 12345678',
      receipt_email: 'taro@example.jp',
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      livemode: false,
    });
    expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(10);
    expect(intent.lastResponse.requestId).toMatch(/^req_/);

    const { lastResponse: _, ...created } = intent;
    expect(await harness.stripe.paymentIntents.retrieve(intent.id)).toEqual(created);
  });

  test('when it is created and confirmed at once, then it has succeeded', async () => {
    const intent = await open({ confirm: true, payment_method: 'pm_card_visa', return_url: 'https://shop.example/' });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 10_000 });
  });

  test('when it is created and confirmed at once with a bad card, then the error contains the payment', async () => {
    const error = await rejection(open({ confirm: true, payment_method: 'pm_card_visa_chargeDeclined' }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    const id = error.payment_intent!.id;
    expect((await harness.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });

  test.each([
    ['below ¥50', 'amount=49&currency=jpy', 'amount_too_small', 'amount'],
    ['above the most', 'amount=100000000&currency=jpy', 'amount_too_large', 'amount'],
    ['negative', 'amount=-5000&currency=jpy', 'amount_too_small', 'amount'],
    ['with decimals', 'amount=50.5&currency=jpy', 'parameter_invalid_integer', 'amount'],
    ['missing', 'currency=jpy', 'parameter_missing', 'amount'],
    ['without currency', 'amount=5000', 'parameter_missing', 'currency'],
    ['in a currency the shop does not have', 'amount=5000&currency=usd', undefined, 'currency'],
    [
      'with a way of paying the shop does not have',
      'amount=5000&currency=jpy&allowed_payment_method_types[]=konbini',
      undefined,
      'allowed_payment_method_types[0]',
    ],
    ['with an unknown parameter', 'amount=5000&currency=jpy&colour=red', 'parameter_unknown', 'colour'],
    [
      'with an unknown nested parameter',
      'amount=5000&currency=jpy&payment_method_data[card][on]=true&payment_method_data[type]=card&payment_method_data[card][number]=1&payment_method_data[card][exp_month]=1&payment_method_data[card][exp_year]=1',
      'parameter_unknown',
      'payment_method_data[card][on]',
    ],
    ['with a metadata value that is too long', `amount=5000&currency=jpy&metadata[note]=${'x'.repeat(501)}`, undefined, 'metadata[note]'],
    [
      'with a return_url that is no web address',
      'amount=5000&currency=jpy&confirm=true&return_url=javascript:alert(1)',
      undefined,
      'return_url',
    ],
    ['with a return_url but no confirmation', 'amount=5000&currency=jpy&return_url=https://shop.example/', undefined, 'return_url'],
    [
      'with a payment method nobody knows',
      'amount=5000&currency=jpy&confirm=true&payment_method=pm_nobody',
      'resource_missing',
      'payment_method',
    ],
  ])('when a payment is created %s, then a 400 names the parameter, and no payment exists', async (_what, body, code, param) => {
    const before = (await harness.stripe.paymentIntents.list({ limit: 1 })).data[0]?.id;
    const answer = await post('/v1/payment_intents', body);

    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param, message: expect.any(String) });
    expect(answer.body.error.code).toBe(code);
    expect((await harness.stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(before);
  });

  test.each([
    ['¥50', 50],
    ['¥99,999,999', 99_999_999],
  ])('when the amount is exactly %s, then it is accepted', async (_what, amount) => {
    expect((await open({ amount })).amount).toBe(amount);
  });

  test('when the body is JSON, then the response is a 400 in Stripe’s format', async () => {
    const answer = await post('/v1/payment_intents', '{"amount":5000,"currency":"jpy"}', { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.type).toBe('invalid_request_error');
  });
});

describe('missing objects', () => {
  test('when an id is unknown, then the SDK raises an invalid request error with status 404', async () => {
    const calls = [
      () => harness.stripe.paymentIntents.retrieve('pi_nobody'),
      () => harness.stripe.paymentIntents.confirm('pi_nobody', { payment_method: 'pm_card_visa' }),
      () => harness.stripe.paymentIntents.cancel('pi_nobody'),
    ];
    for (const call of calls) {
      const error = await rejection(call());
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    }
  });

  test('when the simulator does not support a call, then the response is a 404 in Stripe’s format', async () => {
    const error = await rejection(harness.stripe.customers.create({ email: 'taro@example.jp' }));
    expect(error).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
    expect(error.message).toContain('/v1/customers');
  });
});

describe('API keys', () => {
  test('when the key is wrong, then the SDK raises an authentication error that does not show the key', async () => {
    const error = await rejection(sdkFor(harness.url, 'sk_test_wrong_key_of_somebody').paymentIntents.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.statusCode).toBe(401);
    expect(error.message).not.toContain('sk_test_wrong_key_of_somebody');
  });

  test('when there is no key, then the response is 401', async () => {
    expect((await fetch(`${harness.url}/v1/payment_intents`)).status).toBe(401);
  });

  test('when the key is the user of basic authentication, as with curl -u, then it is accepted', async () => {
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
    expect((await fetch(`${harness.url}/v1/payment_intents`, { headers: { authorization } })).status).toBe(200);
  });
});

describe('payment states', () => {
  test('when a succeeded payment is confirmed again, then the response is 400 and the card was charged once', async () => {
    const { id } = await open({ confirm: true, payment_method: 'pm_card_visa' });
    const error = await rejection(harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state', payment_intent: { id, status: 'succeeded' } });
    expect((await harness.stripe.paymentIntents.retrieve(id)).amount_received).toBe(10_000);
  });

  test('when a payment is confirmed without a card, then the response is 400', async () => {
    const { id } = await open();
    expect(await rejection(harness.stripe.paymentIntents.confirm(id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('when a payment is cancelled, then it can neither be confirmed nor cancelled again', async () => {
    const { id } = await open();
    const canceled = await harness.stripe.paymentIntents.cancel(id);
    expect(canceled).toMatchObject({ status: 'canceled', canceled_at: expect.any(Number) });

    const late = [
      () => harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      () => harness.stripe.paymentIntents.cancel(id),
    ];
    for (const call of late) {
      expect(await rejection(call())).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    }
    expect(await harness.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  test('when a succeeded payment is cancelled, then the response is 400 and it stays paid', async () => {
    const { id } = await open({ confirm: true, payment_method: 'pm_card_visa' });
    const error = await rejection(harness.stripe.paymentIntents.cancel(id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
    expect((await harness.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  test('when settlement is held, then a payment is processing, cannot be cancelled, and succeeds once it is released', async () => {
    await harness.simulator.setSettlementMode('hold');
    const { id } = await open({ confirm: true, payment_method: 'pm_card_visa' });
    expect((await harness.stripe.paymentIntents.retrieve(id)).status).toBe('processing');
    expect(await rejection(harness.stripe.paymentIntents.cancel(id))).toMatchObject({ code: 'payment_intent_unexpected_state' });

    await harness.simulator.setSettlementMode('settle');
    expect(await harness.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount_received: 10_000 });
  });

  test('when settlement is held and the card is then declined, then the payment waits for another card', async () => {
    await harness.simulator.setSettlementMode('hold');
    const { id } = await open({ confirm: true, payment_method: 'pm_card_visa_chargeDeclined' });
    await harness.simulator.setSettlementMode('settle');
    expect(await harness.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'generic_decline' },
    });
  });
});

describe('lists and expansion', () => {
  test('when payments are listed, then they come newest first, page by page, each once', async () => {
    const own = await startHarness();
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1)
      made.unshift((await own.stripe.paymentIntents.create({ amount: 500 + index, currency: 'jpy' })).id);

    const first = await own.stripe.paymentIntents.list({ limit: 5 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 5));
    const all: string[] = [];
    for await (const { id } of own.stripe.paymentIntents.list({ limit: 5 })) all.push(id);
    expect(all).toEqual(made);
    expect((await own.stripe.paymentIntents.list()).data).toHaveLength(10);
    await own.close();
  });

  test('when a list is limited by time, then it has only objects created in that time', async () => {
    const clock = { now: new Date('2031-01-01T00:00:00Z') };
    const own = await startHarness({ now: () => clock.now });
    const ids: string[] = [];
    for (const second of [0, 10, 20]) {
      clock.now = new Date(Date.UTC(2031, 0, 1, 0, 0, second));
      ids.push((await own.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' })).id);
    }
    const start = Date.UTC(2031, 0, 1) / 1000;
    const idsOf = async (created: Stripe.RangeQueryParam) => (await own.stripe.paymentIntents.list({ created })).data.map(({ id }) => id);

    expect(await idsOf({ gte: start + 10 })).toEqual([ids[2], ids[1]]);
    await own.close();
  });

  test('when a limit or a cursor is invalid, then the response is 400', async () => {
    for (const query of [{ limit: 0 }, { limit: 101 }, { starting_after: 'pi_nobody' }]) {
      expect(await rejection(harness.stripe.paymentIntents.list(query))).toMatchObject({ statusCode: 400 });
    }
  });

  test('when references are expanded, then they are replaced by the objects, in lists too', async () => {
    const { id } = await open({ confirm: true, payment_method: 'pm_card_visa' });
    const intent = await harness.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(intent.latest_charge).toMatchObject({ object: 'charge', payment_intent: id });
    const list = await harness.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] });
    expect(list.data[0]?.latest_charge).toMatchObject({ object: 'charge', payment_intent: id });
  });

  test('when a field is expanded that is not a reference, then the response is 400, and a write has no effect', async () => {
    const { id } = await open();
    expect(await rejection(harness.stripe.paymentIntents.cancel(id, { expand: ['amount'] }))).toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
    expect((await harness.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  });
});
