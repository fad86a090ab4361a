import { describe, expect, test } from '@jest/globals';
import { type CustomerLine, type ErrorCode, errorCatalogue, type PaymentIntentResponse } from '@stagereel/contracts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import type { ProviderView } from '../provider/look-up-intent.ts';
import { newAttempt } from './payment-attempt.ts';
import { queryOutcome } from './query-outcome.ts';

const order = {
  contestId: 'c1',
  contestSlug: 'open',
  contestName: 'Open',
  items: [{ id: 'i1', category: '一般', athleteNumber: '12', athleteName: null, videoStyle: '縦動画' as const, price: 5000 }],
};
const customer = { email: 'taro@example.jp', name: '山田 太郎', wantsAutoLogin: false };
const attempt = newAttempt({ wanted: { order, customer }, now: 0, newKey: () => 'k' });
const intent: PaymentIntentResponse = {
  clientSecret: 'pi_1_secret',
  paymentIntentId: 'pi_1',
  orderNumber: '12345678',
  amount: 5000,
  publishableKey: 'pk_test_1',
  providerUrl: null,
};
const line = { orderNumber: '12345678-01', statusPath: '/order-status/key' } as CustomerLine;

const refusal = (code: ErrorCode) => {
  const { status, message } = errorCatalogue[code];
  return new ApiError({ status, statusText: '', body: JSON.stringify({ code, message }), retryAfter: null });
};

const ask = (
  answer: CustomerLine[] | Error,
  view: ProviderView = { kind: 'under-way' },
  known: PaymentIntentResponse | null = intent,
  isGivenUp = false,
) =>
  queryOutcome(
    {
      placeOrder: async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
      lookUp: async () => view,
    },
    { attempt, intent: known, isGivenUp },
  );

describe('queryOutcome', () => {
  test('when the order exists, its base number and its status page are returned', async () => {
    expect(await ask([line])).toEqual({
      event: { type: 'recorded', orderNumber: '12345678', statusPath: '/order-status/key' },
    });
  });

  test.each([
    ['the network is cut', new NetworkError('offline', null)],
    ['the server fails', refusal('Internal')],
    ['the server is busy', refusal('TooManyRequests')],
    ['the payment is pending', refusal('PaymentPending')],
    ['the payment is missing, but the provider says it is under way', refusal('PaymentRequired')],
  ])('when %s, the outcome stays unknown', async (_case, error) => {
    expect(await ask(error)).toEqual({ event: { type: 'still-pending' } });
  });

  test('when the provider reports that nothing was paid, its reason is returned', async () => {
    expect(await ask(refusal('PaymentRequired'), { kind: 'unpaid', message: '残高が不足しています。' })).toEqual({
      event: { type: 'not-paid', message: '残高が不足しています。' },
    });
  });

  test('when the payment was cancelled, the attempt cannot be paid any more', async () => {
    expect(await ask(refusal('PaymentRequired'), { kind: 'cancelled' })).toMatchObject({ event: { type: 'not-paid' }, isDead: true });
  });

  test('when the issuer requires authentication, its page is returned', async () => {
    expect(await ask(refusal('PaymentRequired'), { kind: 'issuer-page', url: 'https://issuer.example' })).toEqual({
      event: { type: 'authentication-open', url: 'https://issuer.example' },
    });
  });

  test.each(['PaymentRequired', 'PaymentPending'] as const)(
    'when the provider is not known, %s leaves it open until it is',
    async (code) => {
      expect(await ask(refusal(code), { kind: 'unpaid', message: null }, null)).toEqual({
        event: { type: 'still-pending' },
        needsIntent: true,
      });
    },
  );

  test('when the shop abandoned the payment and reports it unpaid, the attempt cannot be paid any more', async () => {
    const unpaid = { event: { type: 'not-paid', message: expect.stringContaining('カードへの請求は行われていません') }, isDead: true };
    expect(await ask(refusal('PaymentRequired'), { kind: 'under-way' }, null, true)).toEqual(unpaid);
  });

  test('when the shop abandoned the payment but it may still succeed, the outcome stays unknown', async () => {
    expect(await ask(refusal('PaymentPending'), { kind: 'under-way' }, null, true)).toMatchObject({ event: { type: 'still-pending' } });
  });

  test('when the verification of the address expired, the error says so and what to do', async () => {
    expect(await ask(refusal('ProofRequired'))).toEqual({
      event: {
        type: 'recording-refused',
        message: 'メールアドレスの認証が必要です。認証コードを取得してください。',
      },
      needsProof: true,
    });
  });

  test('when the order does not exist, it is refused without requiring a verification', async () => {
    expect(await ask(refusal('OrderNotFound'))).toMatchObject({ event: { type: 'recording-refused' }, needsProof: false });
  });
});
