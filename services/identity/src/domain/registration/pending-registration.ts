import type { EventEnvelope } from '@stagereel/contracts';
import { createToken, hashToken } from '../random-token.ts';

/** The data of the account to create. The user id is chosen at the start, so that a retry recognises the account it created before. */
export type Applicant = { userId: string; email: string; name: string; passwordHash: string };

/** A registration whose code or link has not been used yet. */
export type PendingRegistration = {
  id: string;
  /** Undefined after the account was created or the registration expired: no personal data is kept from then on. */
  applicant: Applicant | undefined;
  /** Passwords tried together with the link. */
  tries: number;
  expiresAt: Date;
};

export type NewPendingRegistration = {
  id: string;
  applicant: Applicant;
  /** The hash of the mailed link's token; only for registrations by link. */
  linkHash?: string;
  expiresAt: Date;
  /** The record is deleted at this time. */
  purgeAt: Date;
  /** Stored in the same write. */
  events: readonly EventEnvelope[];
};

export type PendingRegistrationStore = {
  /** Replaces an earlier registration with the same id. */
  save: (registration: NewPendingRegistration) => Promise<void>;
  find: (id: string) => Promise<PendingRegistration | undefined>;
  findByLink: (linkHash: string) => Promise<PendingRegistration | undefined>;
  /** Counts one tried password; false when no try is left. */
  countTry: (id: string) => Promise<boolean>;
  /** Erases the applicant after the account was created; false when a concurrent request did so first. */
  complete: (id: string) => Promise<boolean>;
  listByEmail: (email: string) => Promise<Applicant[]>;
  /** Erases the registrations of an address that expire until then. */
  removeByEmail: (input: { email: string; lastExpiry: Date }) => Promise<void>;
};

/** How an email address is proven. A browser has at most one pending registration per method and address. */
export type RegistrationMethod = 'code' | 'link';

const TOKEN = /^[\w-]{43}$/;

/** Reuses the browser's token, so that a second registration does not discard the first. */
export const reuseOrCreateBrowserToken = (existing: string | undefined): string =>
  existing && TOKEN.test(existing) ? existing : createToken();

type PendingKey = { method: RegistrationMethod; browserToken: string; email: string };

/** Only the browser that holds the token can compute this id. It does not reveal the address. */
export const pendingRegistrationId = ({ method, browserToken, email }: PendingKey): string =>
  hashToken(`${method}:${browserToken}:${email}`);
