import { hashToken } from '../random-token.ts';
import type { Applicant } from './pending-registration.ts';

/** What became of a wanted account after its order was paid. */
export type WantedAccountResult =
  /** `fingerprint`: of the new account's sessions. */
  { kind: 'created'; userId: string; fingerprint: string } | { kind: 'exists' };

/** The account that a guest wants to have with an order. A browser has at most one. */
export type WantedAccount = {
  id: string;
  /** Undefined after the order was paid: no password hash is kept from then on. */
  applicant: Applicant | undefined;
  /** Undefined until the payment of an order is prepared. */
  orderNumber: string | undefined;
  /** Undefined until the order is paid. */
  result: WantedAccountResult | undefined;
};

export type WantedAccountStore = {
  /** Replaces an earlier one with the same id. */
  save: (wanted: { id: string; applicant: Applicant; expiresAt: Date }) => Promise<void>;
  /** False when there is none whose order is unpaid. */
  bindToOrder: (input: { id: string; orderNumber: string; now: Date }) => Promise<boolean>;
  find: (input: { id: string; now: Date }) => Promise<WantedAccount | undefined>;
  /** One whose order is unpaid as far as known here. */
  findByOrder: (input: { orderNumber: string; email: string; now: Date }) => Promise<{ id: string; applicant: Applicant } | undefined>;
  /** Stores the result and erases the applicant, unless the browser has replaced the applicant in the meantime. */
  finish: (input: { id: string; userId: string; result: WantedAccountResult }) => Promise<void>;
  /** False when a concurrent request did so first. */
  remove: (id: string) => Promise<boolean>;
  listByEmail: (email: string) => Promise<Applicant[]>;
  /** Removes the ones of an address that expire until then. */
  removeByEmail: (input: { email: string; lastExpiry: Date }) => Promise<void>;
};

/** Only the browser that holds the token can compute this id. */
export const wantedAccountId = (browserToken: string): string => hashToken(`order:${browserToken}`);
