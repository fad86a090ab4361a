import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api-error.ts';
import type { CustomerData } from '../../../lib/storage.ts';
import { isCodeAlive, isCodeAlreadySent, isProofHeld, secondsUntilResend, withCodeSent, withEarlierCode } from './email-proof.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const customer: CustomerData = {
  email: 'taro@example.jp',
  name: '山田 太郎',
  wantsAutoLogin: false,
  codeSentAt: null,
  resendAt: null,
  provenUntil: null,
};

describe('isProofHeld', () => {
  test.each([
    [null, false],
    [now + 30_000, false],
    [now + 3_600_000, true],
  ])('when the proof holds until %s, it counts only with a minute to spare', (provenUntil, held) => {
    expect(isProofHeld({ ...customer, provenUntil }, now)).toBe(held);
  });
});

describe('a code that was sent', () => {
  const sent = withCodeSent(customer, { resendAfterSeconds: 60 }, now);

  test('when it was just sent, it is alive and another may be asked for in a minute', () => {
    expect(isCodeAlive(sent, now)).toBe(true);
    expect(secondsUntilResend(sent, now + 500)).toBe(60);
    expect(secondsUntilResend(sent, now + 60_000)).toBe(0);
  });

  test('when ten minutes have passed, it is dead', () => {
    expect(isCodeAlive(sent, now + 10 * 60_000)).toBe(false);
  });
});

describe('a code that was sent moments ago', () => {
  const refusal = (code: string) =>
    new ApiError({ status: 429, statusText: 'Too Many Requests', body: JSON.stringify({ code, message: 'x' }), retryAfter: '42' });

  test('when the server refuses another one so soon, the earlier one serves and the wait is the server’s', () => {
    expect(isCodeAlreadySent(refusal('CodeResendTooSoon'))).toBe(true);
    expect(withEarlierCode(customer, refusal('CodeResendTooSoon'), now)).toMatchObject({ codeSentAt: now, resendAt: now + 42_000 });
  });

  test('when the refusal is another one, no code is taken for sent', () => {
    expect(isCodeAlreadySent(refusal('CodeLimitReached'))).toBe(false);
    expect(isCodeAlreadySent(new Error('x'))).toBe(false);
  });
});
