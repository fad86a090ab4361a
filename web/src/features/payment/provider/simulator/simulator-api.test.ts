import { afterEach, describe, expect, test } from '@jest/globals';
import { startHttpServer } from '../../../../testing/http-server.ts';
import { confirmCard, lookUpIntent } from './simulator-api.ts';

type Told = { status?: number; body: unknown };
let server: Awaited<ReturnType<typeof startHttpServer>>;
const serve = async ({ status = 200, body }: Told) => {
  server = await startHttpServer(() => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }));
  return {
    clientSecret: 'pi_1_secret_2',
    paymentIntentId: 'pi_1',
    orderNumber: '12345678',
    amount: 5000,
    publishableKey: 'pk_test_1',
    providerUrl: server.url,
  };
};
afterEach(() => server.stop());

const card = { name: 'TARO YAMADA', number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
const confirm = async (told: Told) => confirmCard({ intent: await serve(told), card, returnUrl: 'http://shop.example/payment' });
const issuerPage = { status: 'requires_action', next_action: { redirect_to_url: { url: 'https://issuer.example/1' } } };
const declined = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'no funds' };

describe('confirmCard', () => {
  test('when the card is sent, the request is form-encoded with the publishable key', async () => {
    expect(await confirm({ body: { status: 'succeeded' } })).toEqual({ kind: 'confirmed' });
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/payment_intents/pi_1/confirm' });
    expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.body))).toEqual({
      key: 'pk_test_1',
      client_secret: 'pi_1_secret_2',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2030',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'TARO YAMADA',
      return_url: 'http://shop.example/payment',
    });
  });

  test('when the issuer requires authentication, its page is returned', async () => {
    expect(await confirm({ body: issuerPage })).toEqual({ kind: 'issuer-page', url: 'https://issuer.example/1' });
  });

  test('when the card is declined, the reason is in Japanese', async () => {
    expect(await confirm({ status: 402, body: { error: { type: 'card_error', ...declined } } })).toEqual({
      kind: 'declined',
      message: 'カードの利用可能額が不足しています。別のカードでお試しください。',
    });
  });

  test.each<[string, Told]>([
    ['the provider breaks down', { status: 500, body: { error: { code: 'api_error' } } }],
    ['a proxy answers with a page', { status: 200, body: '<html></html>' }],
    ['the payment was sent before', { status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } }],
  ])('when %s, the outcome is unknown', async (_case, told) => {
    expect(await confirm(told)).toEqual({ kind: 'unknown' });
  });

  test('when the connection is lost, the outcome is unknown', async () => {
    const intent = await serve({ body: {} });
    await server.stop();
    expect(await confirmCard({ intent, card, returnUrl: 'http://shop.example/payment' })).toEqual({ kind: 'unknown' });
  });
});

describe('lookUpIntent', () => {
  test.each<[string, Told, object]>([
    ['was declined', { body: { status: 'requires_payment_method', last_payment_error: declined } }, { kind: 'unpaid' }],
    ['was never tried', { body: { status: 'requires_payment_method' } }, { kind: 'unpaid', message: null }],
    ['waits for the issuer', { body: issuerPage }, { kind: 'issuer-page', url: 'https://issuer.example/1' }],
    ['is cancelled', { body: { status: 'canceled' } }, { kind: 'cancelled' }],
    ['is being processed', { body: { status: 'processing' } }, { kind: 'under-way' }],
    ['cannot be found out', { status: 503, body: 'down' }, { kind: 'under-way' }],
  ])('when the payment %s, that state is returned', async (_case, told, view) => {
    expect(await lookUpIntent(await serve(told))).toMatchObject(view);
    expect(server.requests[0]?.path).toBe('/v1/payment_intents/pi_1?key=pk_test_1&client_secret=pi_1_secret_2');
  });
});
