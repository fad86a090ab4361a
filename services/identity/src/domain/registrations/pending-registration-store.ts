import type { EventEnvelope } from '@stagereel/contracts';

/** What an account will be made of. The account's id is fixed from the start, so that whoever finds it made can tell whether by this registration. */
export type Applicant = { userId: string; email: string; name: string; passwordHash: string };

/** A registration that waits for its code or its link. */
export type PendingRegistration = {
  id: string;
  /** Undefined once the account is made or the time is over: nothing personal is kept from then on. */
  applicant: Applicant | undefined;
  /** Passwords tried with the link. */
  tries: number;
  expiresAt: Date;
};

export type NewPendingRegistration = {
  id: string;
  applicant: Applicant;
  /** What is kept of the mailed link; only a registration by link has one. */
  linkHash?: string;
  expiresAt: Date;
  /** When nothing more needs to be known of it. */
  purgeAt: Date;
  /** Leave in the same write. */
  events: readonly EventEnvelope[];
};

export type PendingRegistrationStore = {
  /** Takes the place of an earlier one of the same id. */
  save: (registration: NewPendingRegistration) => Promise<void>;
  find: (id: string) => Promise<PendingRegistration | undefined>;
  findByLink: (linkHash: string) => Promise<PendingRegistration | undefined>;
  /** Counts one password; false when no try is left. */
  countTry: (id: string) => Promise<boolean>;
  /** Forgets the applicant, whose account is made; false when somebody else did so first. */
  complete: (id: string) => Promise<boolean>;
};
