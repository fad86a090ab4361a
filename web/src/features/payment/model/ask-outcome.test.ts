import { describe, expect, test } from '@jest/globals';
import type { CustomerLine, ErrorCode, PaymentIntentAnswer } from '@stagereel/contracts';
import { errorCatalogue } from '@stagereel/contracts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import type { ProviderView } from '../provider/card-provider.ts';
import { askOutcome } from './ask-outcome.ts';
import { newAttempt } from './payment-attempt.ts';

const order = {
  contestId: 'c1',
  contestSlug: 'open',
  contestName: 'Open',
  items: [{ id: 'i1', category: '一般', athleteNumber: '12', athleteName: null, videoStyle: '縦動画' as const, price: 5000 }],
};
const customer = { email: 'taro@example.jp', name: '山田 太郎', wantsAutoLogin: false };
const attempt = newAttempt({ wanted: { order, customer }, now: 0, newKey: () => 'k' });
const intent: PaymentIntentAnswer = {
  clientSecret: 'pi_1_secret',
  paymentIntentId: 'pi_1',
  orderNumber: '12345678',
  amount: 5000,
  publishableKey: 'pk_test_1',
  providerUrl: null,
};
const line = { orderNumber: '12345678-01' } as CustomerLine;

const refusal = (code: ErrorCode) => {
  const { status, message } = errorCatalogue[code];
  return new ApiError({ status, statusText: '', body: JSON.stringify({ code, message }), retryAfter: null });
};

const ask = (
  answer: CustomerLine[] | Error,
  view: ProviderView = { kind: 'under-way' },
  known: PaymentIntentAnswer | null = intent,
  isGivenUp = false,
) =>
  askOutcome(
    {
      placeOrders: async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
      lookUp: async () => view,
    },
    { attempt, intent: known, isGivenUp },
  );

describe('askOutcome', () => {
  test('when the order stands, its base number is told', async () => {
    expect(await ask([line])).toEqual({ event: { type: 'recorded', orderNumber: '12345678' } });
  });

  test.each([
    ['the network is cut', new NetworkError('offline', null)],
    ['the server fails', refusal('Internal')],
    ['the server is busy', refusal('TooManyRequests')],
    ['the payment is pending', refusal('PaymentPending')],
    ['the payment is missing, but the provider says it is under way', refusal('PaymentRequired')],
  ])('when %s, the outcome stays open', async (_case, error) => {
    expect(await ask(error)).toEqual({ event: { type: 'still-pending' } });
  });

  test('when the provider itself says that nothing was paid, the reason is told', async () => {
    expect(await ask(refusal('PaymentRequired'), { kind: 'unpaid', message: '残高が不足しています。' })).toEqual({
      event: { type: 'not-paid', message: '残高が不足しています。' },
    });
  });

  test('when the payment was cancelled, nothing more can be paid by this attempt', async () => {
    expect(await ask(refusal('PaymentRequired'), { kind: 'cancelled' })).toMatchObject({ event: { type: 'not-paid' }, isDead: true });
  });

  test('when the issuer still waits for its customer, its page is told', async () => {
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

  test('when the shop has given the payment up and says it is unpaid, nothing more can be paid by this attempt', async () => {
    const unpaid = { event: { type: 'not-paid', message: expect.stringContaining('カードへの請求は行われていません') }, isDead: true };
    expect(await ask(refusal('PaymentRequired'), { kind: 'under-way' }, null, true)).toEqual(unpaid);
  });

  test('when the shop has given the payment up but it may still go through, the outcome stays open', async () => {
    expect(await ask(refusal('PaymentPending'), { kind: 'under-way' }, null, true)).toMatchObject({ event: { type: 'still-pending' } });
  });

  test('when the proof of the address has ended, it says so and what to do', async () => {
    expect(await ask(refusal('ProofRequired'))).toEqual({
      event: {
        type: 'recording-refused',
        message: 'メールアドレスの認証が必要です。認証コードを取得してください。',
      },
      needsProof: true,
    });
  });

  test('when the shop does not know the order, it is refused without asking for a proof', async () => {
    expect(await ask(refusal('OrderNotFound'))).toMatchObject({ event: { type: 'recording-refused' }, needsProof: false });
  });
});
