import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api-error.ts';
import type { CustomerData } from '../../../lib/storage.ts';
import { isCodeAlive, isProofHeld, withCodeSent, withEarlierCode } from './email-proof.ts';

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
    expect(sent.resendAt).toBe(now + 60_000);
  });

  test('when ten minutes have passed, it is dead', () => {
    expect(isCodeAlive(sent, now + 10 * 60_000)).toBe(false);
  });
});

describe('a code that was sent moments ago', () => {
  test('when the server refuses another one so soon, the earlier one serves and the wait is the server’s', () => {
    const refusal = new ApiError({
      status: 429,
      statusText: 'Too Many Requests',
      body: JSON.stringify({ code: 'CodeResendTooSoon', message: 'x' }),
      retryAfter: '42',
    });
    expect(withEarlierCode(customer, refusal, now)).toMatchObject({ codeSentAt: now, resendAt: now + 42_000 });
  });
});
