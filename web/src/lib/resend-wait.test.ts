import { describe, expect, test } from '@jest/globals';
import { ApiError } from './api-error.ts';
import {
  afterCodeSent,
  afterResendRefused,
  isCodeAlreadySent,
  isCodeValid,
  resendTimeAfter,
  resendTimeAfterRefusal,
  secondsUntilResend,
} from './resend-wait.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const refusal = (code: string, retryAfter: string | null = '42') =>
  new ApiError({ status: 429, statusText: 'Too Many Requests', body: JSON.stringify({ code, message: 'x' }), retryAfter });

describe('wait before another code', () => {
  test('when a code was just sent, it counts down in whole seconds and ends at 0 (customer 2.30)', () => {
    const at = resendTimeAfter({ resendAfterSeconds: 60 }, now);
    expect(secondsUntilResend(at, now + 500)).toBe(60);
    expect(secondsUntilResend(at, now + 60_000)).toBe(0);
    expect(secondsUntilResend(at, now + 90_000)).toBe(0);
  });

  test('when no code was sent, there is no wait', () => {
    expect(secondsUntilResend(null, now)).toBe(0);
  });

  test('when the server refuses another code so soon, the wait is the server’s, else a minute', () => {
    expect(isCodeAlreadySent(refusal('CodeResendTooSoon'))).toBe(true);
    expect(resendTimeAfterRefusal(refusal('CodeResendTooSoon'), now)).toBe(now + 42_000);
    expect(resendTimeAfterRefusal(refusal('CodeResendTooSoon', null), now)).toBe(now + 60_000);
  });

  test('when there is another error, no code counts as sent', () => {
    expect(isCodeAlreadySent(refusal('CodeLimitReached'))).toBe(false);
    expect(isCodeAlreadySent(new Error('x'))).toBe(false);
  });
});

describe('sent code', () => {
  const none = { email: 'taro@example.jp', codeSentAt: null, resendAt: null };
  const sent = afterCodeSent(none, { resendAfterSeconds: 60 }, now);

  test('when it was just sent, it is valid and another can be requested in a minute', () => {
    expect(isCodeValid(none, now)).toBe(false);
    expect(isCodeValid(sent, now)).toBe(true);
    expect(sent).toEqual({ email: 'taro@example.jp', codeSentAt: now, resendAt: now + 60_000 });
  });

  test('when ten minutes have passed, it is invalid', () => {
    expect(isCodeValid(sent, now + 10 * 60_000)).toBe(false);
  });

  test('when the server refuses another code so soon, the earlier one is valid and the wait is the server’s', () => {
    expect(afterResendRefused(none, refusal('CodeResendTooSoon'), now)).toMatchObject({ codeSentAt: now, resendAt: now + 42_000 });
    expect(afterResendRefused(sent, refusal('CodeResendTooSoon'), now + 5_000)).toMatchObject({ codeSentAt: now, resendAt: now + 47_000 });
  });
});
