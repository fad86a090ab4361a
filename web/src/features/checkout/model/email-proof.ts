import { CODE_LIFETIME_SECONDS, CODE_RESEND_SECONDS } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import type { CustomerData } from '../../../lib/storage.ts';

/** A proof that ends while the card is being typed helps nobody. */
const PROOF_MARGIN_MS = 60_000;

export const isProofHeld = (customer: CustomerData, now: number): boolean =>
  customer.provenUntil !== null && customer.provenUntil - PROOF_MARGIN_MS > now;

/** A code is on its way or in the mailbox and still good. */
export const isCodeAlive = (customer: CustomerData, now: number): boolean =>
  customer.codeSentAt !== null && now < customer.codeSentAt + CODE_LIFETIME_SECONDS * 1000;

/** Whole seconds until another code may be asked for. */
export const secondsUntilResend = (customer: CustomerData, now: number): number =>
  customer.resendAt === null ? 0 : Math.max(0, Math.ceil((customer.resendAt - now) / 1000));

export const withCodeSent = (customer: CustomerData, sent: { resendAfterSeconds: number }, now: number): CustomerData => ({
  ...customer,
  codeSentAt: now,
  resendAt: now + sent.resendAfterSeconds * 1000,
});

/** The server had sent a code moments before this browser asked: that one serves. */
export const isCodeAlreadySent = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'CodeResendTooSoon';

export const withEarlierCode = (customer: CustomerData, refusal: ApiError, now: number): CustomerData => {
  const wait = refusal.retryAfterSeconds ?? CODE_RESEND_SECONDS;
  return { ...customer, codeSentAt: customer.codeSentAt ?? now, resendAt: now + wait * 1000 };
};
