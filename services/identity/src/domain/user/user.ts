import type { EventEnvelope, SessionUser } from '@stagereel/contracts';

/** A user's authenticator app. Codes of time step `lastStep` or earlier are used up. */
export type TwoFactor = { sealedSecret: string; enabledAt: Date; lastStep: number };

export type User = {
  id: string;
  email: string;
  name: string | null;
  passwordHash: string;
  isAdmin: boolean;
  emailProven: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
  twoFactor: TwoFactor | null;
  /** How often the user ended all sessions; absent: never. */
  timesSignedOut?: number;
};

export type ListedUser = Pick<User, 'id' | 'email' | 'name' | 'isAdmin' | 'createdAt' | 'lastLoginAt'>;

type SetTwoFactor = {
  id: string;
  twoFactor: TwoFactor;
  /** The authenticator that must still be stored; null for none. */
  expected: TwoFactor | null;
  /** The time step of the expected authenticator's code. It is used up in the same write. */
  currentStep: number | undefined;
  events: readonly EventEnvelope[];
};
type Erase = {
  id: string;
  /** The deletion mark of an admin; undefined for a customer. */
  mark: string | undefined;
  at: Date;
  events: readonly EventEnvelope[];
};

/** The accounts that are not deleted. */
export type UserStore = {
  findById: (id: string) => Promise<User | undefined>;
  findByEmail: (email: string) => Promise<User | undefined>;
  /** Newest first. */
  list: () => Promise<ListedUser[]>;
  /** Stores the user and the events in one write; false when the address already has an account. */
  create: (input: { user: User; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /**
   * Sets a new password and stores the events in one write; false when the account was deleted or its hash is not `expectedHash`.
   * Marks the address as proven, because setting a password always takes a code mailed to it.
   */
  setPassword: (input: { id: string; passwordHash: string; expectedHash?: string; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** Counts that the user ended all sessions and stores the events in one write; false when the account was deleted. */
  countSignOut: (input: { id: string; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** Makes a customer an admin with a new password and stores the events in one write; false when the hash is not `expectedHash`. */
  makeAdmin: (input: { id: string; passwordHash: string; expectedHash: string; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** False when the stored authenticator is not the expected one, or `currentStep` was used already. */
  setTwoFactor: (input: SetTwoFactor) => Promise<boolean>;
  /** Uses up an authenticator code; false when it was used already, or the authenticator was replaced. */
  useStep: (input: { id: string; sealedSecret: string; step: number }) => Promise<boolean>;
  markSignedIn: (input: { id: string; at: Date }) => Promise<void>;
  /**
   * Erases the account and stores the events in one write; false when it was deleted already. The record is removed after the events are published.
   */
  erase: (input: Erase) => Promise<boolean>;
};

/** Marks on admins who are being deleted, see last-admin.ts. */
export type AdminDeletionMarks = {
  /** False when the admin is marked already, or was deleted. */
  mark: (input: { id: string; mark: string; at: Date }) => Promise<boolean>;
  unmark: (input: { id: string; mark: string }) => Promise<void>;
  /** Removes marks that crashed processes left behind. */
  removeMarksBefore: (time: Date) => Promise<void>;
  /** Which other admins exist. */
  findOthers: (id: string) => Promise<{ hasUnmarked: boolean; hasMarked: boolean }>;
};

/** Hashed addresses for which a first admin was created, so that no address gets a second one. */
export type FirstAdmins = {
  has: (emailHash: string) => Promise<boolean>;
  add: (emailHash: string) => Promise<void>;
};

/** Figures about the accounts that are not deleted. */
export type UserReport = {
  count: () => Promise<number>;
  /** Customers who registered since then. */
  countRegistered: (since: Date) => Promise<number>;
  countByEmails: (emails: readonly string[]) => Promise<number>;
  admins: () => Promise<{ id: string; hasAuthenticator: boolean }[]>;
};

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /** Without a stored hash: false, after the same amount of work. */
  verify: (input: { stored: string | undefined; password: string }) => Promise<boolean>;
};

export const toSessionUser = ({ id, email, name, isAdmin, emailProven }: User): SessionUser => ({
  id,
  email,
  username: email,
  name,
  isAdmin,
  emailProven,
});
