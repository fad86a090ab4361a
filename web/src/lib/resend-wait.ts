import { CODE_LIFETIME_SECONDS, CODE_RESEND_SECONDS } from '@stagereel/contracts';
import { ApiError } from './api-error.ts';

/** Whole seconds until `at` (epoch milliseconds), from when another code may be asked for; null: it may be asked for now. */
export const secondsUntilResend = (at: number | null, now: number): number => (at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000)));

/** When another code may be asked for after one was sent. */
export const resendTimeAfter = (sent: { resendAfterSeconds: number }, now: number): number => now + sent.resendAfterSeconds * 1000;

/** The server had sent a code moments before this browser asked: that one serves. */
export const isCodeAlreadySent = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'CodeResendTooSoon';

/** When another code may be asked for after that refusal; the server's word counts. */
export const resendTimeAfterRefusal = (refusal: ApiError, now: number): number =>
  now + (refusal.retryAfterSeconds ?? CODE_RESEND_SECONDS) * 1000;

/** What a browser keeps of the last code it had sent, epoch milliseconds; null: none. */
export type SentCode = { codeSentAt: number | null; resendAt: number | null };

/** A code is on its way or in the mailbox and still good. */
export const isCodeAlive = ({ codeSentAt }: SentCode, now: number): boolean =>
  codeSentAt !== null && now < codeSentAt + CODE_LIFETIME_SECONDS * 1000;

export const withCodeSent = <Holder extends SentCode>(holder: Holder, sent: { resendAfterSeconds: number }, now: number): Holder => ({
  ...holder,
  codeSentAt: now,
  resendAt: resendTimeAfter(sent, now),
});

/** After the server's refusal to send another code so soon: the earlier one serves, and the wait is the server's. */
export const withEarlierCode = <Holder extends SentCode>(holder: Holder, refusal: ApiError, now: number): Holder => ({
  ...holder,
  codeSentAt: holder.codeSentAt ?? now,
  resendAt: resendTimeAfterRefusal(refusal, now),
});
