import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { afterFailure, clearLock, endsSecondStep, type LoginFailures, NO_FAILURES, showsGeneralNotice } from './login-failures.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const answer = ({
  status = 401,
  retryAfter = null,
  ...body
}: { status?: number; retryAfter?: string | null; code: string } & Record<string, unknown>) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ message: `${body.code} の説明`, ...body }), retryAfter });
const refused = (remainingAttempts?: number) => answer({ code: 'CredentialsInvalid', ...(remainingAttempts && { remainingAttempts }) });
const after = (...errors: unknown[]): LoginFailures =>
  errors.reduce<LoginFailures>((state, error) => afterFailure(state, error, now), NO_FAILURES);

describe('what the form knows after a failure', () => {
  test('when the server refuses, its words and the count are kept (customer 8.1)', () => {
    expect(after(refused(5))).toEqual({ refusals: 1, message: 'CredentialsInvalid の説明', remaining: 5, lock: null });
  });

  test('when no answer came, that is no failed attempt, and the count stays', () => {
    const offline = new NetworkError('offline', null);
    expect(after(refused(4), offline)).toEqual({ refusals: 1, message: offline.userMessage, remaining: 4, lock: null });
  });

  test('when the account is locked, the wait is the span and the time shown is the server’s (customer 2.21, 4.8, 8.3)', () => {
    const locked = answer({ status: 423, code: 'AccountLocked', lockoutUntil: '2026-11-20T09:20:00.000Z', retryAfter: '900' });
    expect(after(refused(1), locked)).toEqual({
      ...NO_FAILURES,
      lock: { opensAt: now + 900_000, until: new Date('2026-11-20T09:20:00Z') },
    });
  });

  test.each([
    ['the time alone', { lockoutUntil: '2026-11-20T09:05:00.000Z' }, 300_000],
    ['neither', {}, 900_000],
  ])('when a lock comes with %s, the form opens again all the same', (_case, facts, wait) => {
    expect(after(answer({ status: 423, code: 'AccountLocked', ...facts })).lock?.opensAt).toBe(now + wait);
  });

  test('when the lock ends, nothing of before is held against the visitor', () => {
    expect(clearLock(after(refused(), refused(), refused(), answer({ status: 423, code: 'AccountLocked' })))).toEqual(NO_FAILURES);
  });
});

describe('the general notice', () => {
  test.each([
    [2, false],
    [3, true],
    [4, true],
  ])('when %i attempts failed and no count is known, it shows: %s (customer 8.4)', (times, shows) => {
    expect(showsGeneralNotice(after(...Array.from({ length: times }, () => refused())))).toBe(shows);
  });

  test('when a count is known, the count is shown instead', () => {
    expect(showsGeneralNotice(after(refused(), refused(), refused(), refused(5)))).toBe(false);
  });

  test('when the shop did not answer three times, nothing is said of failed attempts', () => {
    const broken = new ApiError({ status: 502, statusText: '', body: '', retryAfter: null });
    expect(showsGeneralNotice(after(broken, broken, broken))).toBe(false);
  });
});

describe('the end of the second step', () => {
  test.each([
    ['its code’s time is over', answer({ code: 'TwoFactorExpired' })],
    ['the password no longer counts', refused()],
    ['the account is locked', answer({ status: 423, code: 'AccountLocked' })],
    ['the network is blocked', answer({ status: 429, code: 'AddressBlocked' })],
  ])('when %s, the password comes again', (_case, error) => {
    expect(endsSecondStep(error)).toBe(true);
  });

  test.each([
    ['the code is wrong', answer({ status: 400, code: 'TwoFactorInvalid' })],
    ['codes were asked for too often', answer({ status: 429, code: 'CodeLimitReached' })],
    ['no answer came', new NetworkError('timeout', null)],
  ])('when %s, the code step stays', (_case, error) => {
    expect(endsSecondStep(error)).toBe(false);
  });
});
