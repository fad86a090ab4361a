import { LOCK_SECONDS } from '@stagereel/contracts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

/** Failures after which a visitor is told what comes of more of them, where the server names no count. */
const NOTICE_AFTER = 3;

/**
 * What the form knows of the attempts so far. `remaining`: attempts left, where the server says so.
 * `lock`: until when nothing is tried; `opensAt` by this browser's clock (epoch milliseconds), `until` as the server names the time.
 */
export type LoginFailures = {
  refusals: number;
  message: string | null;
  remaining: number | null;
  lock: { opensAt: number; until: Date } | null;
};

export const NO_FAILURES: LoginFailures = { refusals: 0, message: null, remaining: null, lock: null };

/** A browser's clock may be wrong: how long to wait is taken from the span, what to show from the time. */
const lockOf = (error: ApiError, now: number): LoginFailures['lock'] => {
  const named = error.body?.lockoutUntil;
  const span = error.retryAfterSeconds ?? (named === undefined ? LOCK_SECONDS : (Date.parse(named) - now) / 1000);
  const opensAt = now + span * 1000;
  return { opensAt, until: new Date(named ?? opensAt) };
};

/** What is known after one more failure. */
export const afterFailure = (before: LoginFailures, error: unknown, now: number): LoginFailures => {
  const message = userMessageOf(error, 'しばらくしてからもう一度お試しください。');
  if (!(error instanceof ApiError)) return { ...before, message, lock: null };
  if (error.status === 423) return { ...NO_FAILURES, lock: lockOf(error, now) };
  const isRefusal = error.code === 'CredentialsInvalid';
  return {
    refusals: before.refusals + (isRefusal ? 1 : 0),
    message,
    remaining: isRefusal ? (error.body?.remainingAttempts ?? null) : before.remaining,
    lock: null,
  };
};

/** The failures after the lock has ended. */
export const clearLock = (failures: LoginFailures): LoginFailures => ({ ...failures, lock: null });

export const showsGeneralNotice = ({ refusals, remaining, lock }: LoginFailures): boolean =>
  lock === null && remaining === null && refusals >= NOTICE_AFTER;

/** The second step cannot go on: the password step comes again. Everything else is about the code. */
export const endsSecondStep = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 423 || error.code === 'AddressBlocked');
