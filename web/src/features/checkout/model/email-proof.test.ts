import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api-error.ts';
import type { CustomerData } from '../../../lib/storage.ts';
import { isCodeAlive, isProven, withCodeSent, withEarlierCode } from './email-proof.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const customer: CustomerData = {
  email: 'taro@example.jp',
  name: '山田 太郎',
  wantsAutoLogin: false,
  codeSentAt: null,
  resendAt: null,
  provenUntil: null,
};

describe('isProven', () => {
  test.each([
    [null, false],
    [now + 30_000, false],
    [now + 3_600_000, true],
  ])('when the proof holds until %s, it counts only with a minute to spare', (provenUntil, held) => {
    expect(isProven({ customer: { ...customer, provenUntil }, user: null, now })).toBe(held);
  });

  test.each([
    ['has proven the address', { email: 'taro@example.jp', emailProven: true }, true],
    ['has not proven it', { email: 'taro@example.jp', emailProven: false }, false],
    ['is somebody else', { email: 'hanako@example.jp', emailProven: true }, false],
  ])('when who is signed in %s, no code is needed: %s', (_case, user, proven) => {
    expect(isProven({ customer, user, now })).toBe(proven);
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
