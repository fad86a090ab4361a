import { expect, test } from '@jest/globals';
import { lookUpIntent } from './look-up-intent.ts';

const issuerPage = { status: 'requires_action', next_action: { redirect_to_url: { url: 'https://issuer.example/1' } } };
const declined = { code: 'card_declined', decline_code: 'insufficient_funds' };

const lookUp = (retrievePaymentIntent: (clientSecret: string) => Promise<unknown>) => {
  const create = () => ({ retrievePaymentIntent });
  Object.assign(globalThis, { window: { Stripe: create } });
  return lookUpIntent({
    clientSecret: 'pi_1_secret_2',
    paymentIntentId: 'pi_1',
    orderNumber: '12345678',
    amount: 5000,
    publishableKey: crypto.randomUUID(),
    providerUrl: 'http://provider.example.jp',
  });
};

test.each([
  [
    'was declined',
    { status: 'requires_payment_method', last_payment_error: declined },
    { kind: 'unpaid', message: 'カードの利用可能額が不足しています。別のカードでお試しください。' },
  ],
  ['was never tried', { status: 'requires_payment_method' }, { kind: 'unpaid', message: null }],
  ['waits for the issuer’s page', issuerPage, { kind: 'issuer-page', url: 'https://issuer.example/1' }],
  ['was left in the issuer’s dialog', { status: 'requires_action' }, { kind: 'unpaid', message: null }],
  ['is cancelled', { status: 'canceled' }, { kind: 'cancelled' }],
  ['is being processed', { status: 'processing' }, { kind: 'under-way' }],
])('when the payment %s, that state is returned', async (_case, paymentIntent, view) => {
  const secrets: string[] = [];
  const answer = async (secret: string) => {
    secrets.push(secret);
    return { paymentIntent };
  };
  expect(await lookUp(answer)).toEqual(view);
  expect(secrets).toEqual(['pi_1_secret_2']);
});

test('when the provider cannot be asked, the payment counts as being processed', async () => {
  expect(await lookUp(async () => ({ error: { type: 'api_connection_error' } }))).toEqual({ kind: 'under-way' });
  expect(await lookUp(() => Promise.reject(new Error('no connection')))).toEqual({ kind: 'under-way' });
});
