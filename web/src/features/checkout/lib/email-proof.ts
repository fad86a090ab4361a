import type { CustomerData } from '../../../lib/saved-data.ts';

/** The verification must not expire while the customer enters the card. */
const PROOF_MARGIN_MS = 60_000;

const isProofHeld = (customer: CustomerData, now: number): boolean =>
  customer.provenUntil !== null && customer.provenUntil - PROOF_MARGIN_MS > now;

export type Person = { email: string; emailProven: boolean };

/** Whether no code is needed, because this browser or the signed-in user has verified the address. */
export const isProven = ({ customer, user, now }: { customer: CustomerData; user: Person | null; now: number }): boolean =>
  isProofHeld(customer, now) || (user?.emailProven === true && user.email === customer.email);
