import type { EventEnvelope, SessionUser } from '@stagereel/contracts';

/** An authenticator app. `lastStep` is the time step of the last code it was used with: no code of that step or an earlier one counts again. */
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
};

/** What a list of accounts shows of one. */
export type ListedUser = Pick<User, 'id' | 'email' | 'name' | 'isAdmin' | 'createdAt' | 'lastLoginAt'>;

type SetTwoFactor = {
  id: string;
  twoFactor: TwoFactor;
  /** What is to be there still; null for none. */
  replaces: TwoFactor | null;
  /** The step of the code by which the present one was shown; it is used up in the same write. */
  currentStep: number | undefined;
  events: readonly EventEnvelope[];
};
type Erase = {
  id: string;
  /** The mark under which an admin goes; undefined for a customer. */
  leaving: string | undefined;
  at: Date;
  events: readonly EventEnvelope[];
};

/** An account that is deleted is found by nothing in here. */
export type UserStore = {
  findById: (id: string) => Promise<User | undefined>;
  findByEmail: (email: string) => Promise<User | undefined>;
  /** Newest first. */
  list: () => Promise<ListedUser[]>;
  /** Stores the user and the events in one write; false when the address has an account. */
  create: (given: { user: User; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /**
   * Sets a new password and stores the events in one write; false when the account is gone, or its hash is not `replaces` any more.
   * The address counts as proven: a new password always takes a code mailed to it.
   */
  setPassword: (given: { id: string; passwordHash: string; replaces?: string; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** False when another authenticator is there by now, or the step was used. */
  setTwoFactor: (given: SetTwoFactor) => Promise<boolean>;
  /** Uses up an authenticator's code; false when it was used, or the authenticator is another by now. */
  useStep: (given: { id: string; sealedSecret: string; step: number }) => Promise<boolean>;
  markSignedIn: (given: { id: string; at: Date }) => Promise<void>;
  /** Erases the account and stores the events in one write; the record itself goes once they are out. False when it was gone. */
  erase: (given: Erase) => Promise<boolean>;
};

/** How it is seen to that an admin stays: see keep-an-admin.ts. */
export type AdminMarks = {
  /** Marks an admin as about to go; false when somebody else has, or the account is gone. */
  mark: (given: { id: string; mark: string; at: Date }) => Promise<boolean>;
  unmark: (given: { id: string; mark: string }) => Promise<void>;
  /** Takes away marks that were left behind. */
  endMarksBefore: (time: Date) => Promise<void>;
  /** Whether there are admins beside this one, without a mark and with one. */
  others: (id: string) => Promise<{ isAnyStaying: boolean; isAnyLeaving: boolean }>;
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
