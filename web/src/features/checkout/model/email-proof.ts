import { CODE_LIFETIME_SECONDS } from '@stagereel/contracts';
import type { ApiError } from '../../../lib/api-error.ts';
import { resendTimeAfter, resendTimeAfterRefusal } from '../../../lib/resend-wait.ts';
import type { CustomerData } from '../../../lib/storage.ts';

/** A proof that ends while the card is being typed helps nobody. */
const PROOF_MARGIN_MS = 60_000;

const isProofHeld = (customer: CustomerData, now: number): boolean =>
  customer.provenUntil !== null && customer.provenUntil - PROOF_MARGIN_MS > now;

type Person = { email: string; emailProven: boolean };

/** No code is needed: this browser has proven the address, or who is signed in has. */
export const isProven = ({ customer, user, now }: { customer: CustomerData; user: Person | null; now: number }): boolean =>
  isProofHeld(customer, now) || (user?.emailProven === true && user.email === customer.email);

/** A code is on its way or in the mailbox and still good. */
export const isCodeAlive = (customer: CustomerData, now: number): boolean =>
  customer.codeSentAt !== null && now < customer.codeSentAt + CODE_LIFETIME_SECONDS * 1000;

export const withCodeSent = (customer: CustomerData, sent: { resendAfterSeconds: number }, now: number): CustomerData => ({
  ...customer,
  codeSentAt: now,
  resendAt: resendTimeAfter(sent, now),
});

/** After the server's refusal to send another code so soon: the earlier one serves, and the wait is the server's. */
export const withEarlierCode = (customer: CustomerData, refusal: ApiError, now: number): CustomerData => ({
  ...customer,
  codeSentAt: customer.codeSentAt ?? now,
  resendAt: resendTimeAfterRefusal(refusal, now),
});
