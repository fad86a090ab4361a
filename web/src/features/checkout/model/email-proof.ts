import type { CustomerData } from '../../../lib/storage.ts';

/** A proof that ends while the card is being typed helps nobody. */
const PROOF_MARGIN_MS = 60_000;

const isProofHeld = (customer: CustomerData, now: number): boolean =>
  customer.provenUntil !== null && customer.provenUntil - PROOF_MARGIN_MS > now;

type Person = { email: string; emailProven: boolean };

/** No code is needed: this browser has proven the address, or who is signed in has. */
export const isProven = ({ customer, user, now }: { customer: CustomerData; user: Person | null; now: number }): boolean =>
  isProofHeld(customer, now) || (user?.emailProven === true && user.email === customer.email);
