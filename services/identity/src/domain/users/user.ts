import type { EventEnvelope, SessionUser } from '@stagereel/contracts';

export type User = {
  id: string;
  email: string;
  name: string | null;
  passwordHash: string;
  isAdmin: boolean;
  emailProven: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
};

export type UserStore = {
  findById: (id: string) => Promise<User | undefined>;
  findByEmail: (email: string) => Promise<User | undefined>;
  /** Stores the user and the events in one write; false when the address has an account. */
  create: (given: { user: User; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /**
   * Sets a new password and stores the events in one write; false when the account is gone, or its hash is not `replaces` any more.
   * The address counts as proven: a new password always takes a code mailed to it.
   */
  setPassword: (given: { id: string; passwordHash: string; replaces?: string; events: readonly EventEnvelope[] }) => Promise<boolean>;
  markSignedIn: (given: { id: string; at: Date }) => Promise<void>;
};

/** The person as screens see it. */
export const toSessionUser = ({ id, email, name, isAdmin, emailProven }: User): SessionUser => ({
  id,
  email,
  username: email,
  name,
  isAdmin,
  emailProven,
});
