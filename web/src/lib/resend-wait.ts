import { CODE_RESEND_SECONDS } from '@stagereel/contracts';
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
