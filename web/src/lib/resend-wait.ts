import { CODE_LIFETIME_SECONDS, CODE_RESEND_SECONDS } from '@stagereel/contracts';
import { ApiError } from './api-error.ts';

/** Seconds until `at` (epoch milliseconds), when another code can be requested. Null: it can be requested now. */
export const secondsUntilResend = (at: number | null, now: number): number => (at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000)));

/** When another code can be requested after one was sent. */
export const resendTimeAfter = (sent: { resendAfterSeconds: number }, now: number): number => now + sent.resendAfterSeconds * 1000;

/** Whether the server refused to send a code because it sent one moments ago, which is still valid. */
export const isCodeAlreadySent = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'CodeResendTooSoon';

/** When another code can be requested after that refusal. The server's delay takes precedence over the default. */
export const resendTimeAfterRefusal = (refusal: ApiError, now: number): number =>
  now + (refusal.retryAfterSeconds ?? CODE_RESEND_SECONDS) * 1000;

/** The times of the last code in epoch milliseconds; null for none. */
export type SentCode = { codeSentAt: number | null; resendAt: number | null };

/** Whether the last code is still valid. */
export const isCodeValid = ({ codeSentAt }: SentCode, now: number): boolean =>
  codeSentAt !== null && now < codeSentAt + CODE_LIFETIME_SECONDS * 1000;

/** The times after the server sent a code. */
export const afterCodeSent = <Holder extends SentCode>(holder: Holder, sent: { resendAfterSeconds: number }, now: number): Holder => ({
  ...holder,
  codeSentAt: now,
  resendAt: resendTimeAfter(sent, now),
});

/** The times after the server refused to send another code so soon. The earlier code is still valid. */
export const afterResendRefused = <Holder extends SentCode>(holder: Holder, refusal: ApiError, now: number): Holder => ({
  ...holder,
  codeSentAt: holder.codeSentAt ?? now,
  resendAt: resendTimeAfterRefusal(refusal, now),
});
