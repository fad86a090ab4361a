import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { browserPost, cardFields, type Harness, publishableKey, rejection, sdkFor, secretKey, startHarness } from './support/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const open = () =>
  harness.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'jpy',
    metadata: { order_number: '12345678' },
    receipt_email: 'taro@example.jp',
  });
const confirmUrl = (id: string) => `${harness.url}/v1/payment_intents/${id}/confirm`;

const merchantsOwn = ['metadata', 'latest_charge', 'amount_received', 'transfer_data', 'statement_descriptor', 'application'];

describe('calls with the publishable key', () => {
  test('when a page retrieves its payment, then it sees the reduced object', async () => {
    const intent = await open();
    const query = new URLSearchParams({ key: publishableKey, client_secret: intent.client_secret! });
    const response = await fetch(`${harness.url}/v1/payment_intents/${intent.id}?${query}`);
    const body = (await response.json()) as Record<string, unknown>;

    expect(response.status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, amount: 10_000, status: 'requires_payment_method', client_secret: intent.client_secret });
    for (const field of merchantsOwn) expect(body).not.toHaveProperty(field);
  });

  test('when the key is a bearer token, then the result is the same', async () => {
    const intent = await open();
    const seen = await sdkFor(harness.url, publishableKey).paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret! });
    expect(seen).toMatchObject({ id: intent.id });
    expect(seen).not.toHaveProperty('metadata');
  });

  test('when a page confirms, then no response shows data of the merchant', async () => {
    const good = await open();
    const paid = await browserPost({
      url: confirmUrl(good.id),
      fields: cardFields({ number: '4242424242424242', clientSecret: good.client_secret! }),
    });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    for (const field of merchantsOwn) expect(paid.body).not.toHaveProperty(field);

    const bad = await open();
    const declined = await browserPost({
      url: confirmUrl(bad.id),
      fields: cardFields({ number: '4000000000000002', clientSecret: bad.client_secret! }),
    });
    expect(declined.status).toBe(402);
    expect(JSON.stringify(declined.body)).not.toContain('12345678');
    expect(JSON.stringify(declined.body)).not.toMatch(/ch_\w/);
    for (const field of merchantsOwn) expect(declined.body.error.payment_intent).not.toHaveProperty(field);

    const twice = await browserPost({
      url: confirmUrl(good.id),
      fields: cardFields({ number: '4242424242424242', clientSecret: good.client_secret! }),
    });
    expect(twice.body.error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
    expect(JSON.stringify(twice.body)).not.toContain('12345678');
  });

  test('when the client secret is missing, wrong or incomplete, then nothing is shown and nothing happens', async () => {
    const mine = await open();
    const other = await open();
    for (const secret of [undefined, '', other.client_secret!, mine.client_secret!.slice(0, -1), mine.id]) {
      const { client_secret: _, ...fields } = cardFields({ number: '4242424242424242', clientSecret: '' });
      const answer = await browserPost({
        url: confirmUrl(mine.id),
        fields: secret === undefined ? fields : { ...fields, client_secret: secret },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error.param).toBe('client_secret');
      expect(JSON.stringify(answer.body)).not.toContain(mine.client_secret);

      const query = new URLSearchParams({ key: publishableKey, ...(secret !== undefined && { client_secret: secret }) });
      expect((await fetch(`${harness.url}/v1/payment_intents/${mine.id}?${query}`)).status).toBe(400);
    }
    expect((await harness.stripe.paymentIntents.retrieve(mine.id)).status).toBe('requires_payment_method');
  });

  test('when any other call is made, then it is rejected because it needs the secret key, and nothing happens', async () => {
    const intent = await harness.stripe.paymentIntents.create({
      amount: 500,
      currency: 'jpy',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const open = await harness.stripe.paymentIntents.create({ amount: 500, currency: 'jpy' });
    const browser = sdkFor(harness.url, publishableKey);
    const calls = [
      () => browser.paymentIntents.create({ amount: 500, currency: 'jpy' }),
      () => browser.paymentIntents.list(),
      () => browser.paymentIntents.cancel(open.id),
      () => browser.refunds.create({ payment_intent: intent.id }),
      () => browser.refunds.list({ payment_intent: intent.id }),
      () => browser.events.list(),
    ];
    for (const call of calls) {
      expect(await rejection(call())).toMatchObject({ type: 'StripePermissionError', statusCode: 403, code: 'secret_key_required' });
    }
    expect((await harness.stripe.paymentIntents.retrieve(open.id)).status).toBe('requires_payment_method');
    expect((await harness.stripe.refunds.list({ payment_intent: intent.id })).data).toEqual([]);
  });

  test('when a page expands a hidden field, then the response is 400', async () => {
    const intent = await open();
    const query = new URLSearchParams({ key: publishableKey, client_secret: intent.client_secret!, 'expand[]': 'latest_charge' });
    expect((await fetch(`${harness.url}/v1/payment_intents/${intent.id}?${query}`)).status).toBe(400);
  });

  test('when a page uses an idempotency key of the server, then it does not get the response for the server', async () => {
    const intent = await open();
    await harness.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, { idempotencyKey: 'shared' });
    const answer = await browserPost({
      url: confirmUrl(intent.id),
      fields: { key: publishableKey, client_secret: intent.client_secret!, payment_method: 'pm_card_visa' },
      headers: { 'idempotency-key': 'shared' },
    });
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(answer.body).not.toHaveProperty('metadata');
  });
});

describe('cross-origin calls', () => {
  test('when the browser sends a preflight request, then the call is allowed without credentials', async () => {
    const response = await fetch(confirmUrl('pi_any'), {
      method: 'OPTIONS',
      headers: {
        origin: 'http://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    for (const header of ['Authorization', 'Content-Type', 'Idempotency-Key']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(header);
    }
  });

  test('when a call succeeds or fails, then the page may read the response', async () => {
    const intent = await open();
    const good = await browserPost({
      url: confirmUrl(intent.id),
      fields: cardFields({ number: '4242424242424242', clientSecret: intent.client_secret! }),
    });
    const unknown = await browserPost({ url: `${harness.url}/v1/nothing`, fields: {} });
    const unnamed = await browserPost({ url: confirmUrl(intent.id), fields: {} });
    expect([good.status, unknown.status, unnamed.status]).toEqual([200, 404, 401]);
    for (const answer of [good, unknown, unnamed]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('request-id')).toMatch(/^req_/);
    }
  });

  test('when a page of another origin calls the test helpers or the operator page, then no CORS header allows it', async () => {
    for (const path of ['/', '/_simulator/deliveries']) {
      const response = await fetch(`${harness.url}${path}`, { headers: { origin: 'http://evil.example' } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    const simple = await fetch(`${harness.url}/_simulator/webhooks`, {
      method: 'POST',
      body: '{"mode":"drop"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(simple.status).toBe(400);
    const form = await fetch(`${harness.url}/_simulator/webhooks`, { method: 'POST', body: new URLSearchParams({ mode: 'drop' }) });
    expect(form.status).toBe(415);
  });
});

describe('the operator page', () => {
  test('when there are payments, then it shows them in Japanese, with all external text escaped', async () => {
    await harness.stripe.paymentIntents.create({
      amount: 12_300,
      currency: 'jpy',
      metadata: { order_number: '<script>alert(1)</script>' },
    });
    const response = await fetch(`${harness.url}/`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('<html lang="ja">');
    expect(page).toContain('¥12,300');
    expect(page).toContain('カード待ち');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script');
    expect(page).not.toContain(secretKey);
  });

  test('when the health is requested, then the simulator is healthy and ready', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${harness.url}${path}`)).status).toBe(200);
  });
});
