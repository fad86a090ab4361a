import type { SignInDoor, SignInEvent, SignInOutcome } from '../sign-in/sign-in-log.ts';

export type Period = { from: Date; to: Date };

/** Attempts of one kind within one hour of the clock. */
export type HourCount = { hour: Date; door: SignInDoor; outcome: SignInOutcome; isHighRisk: boolean; count: number };
export type FailedSignIn = Pick<SignInEvent, 'network' | 'email' | 'at'>;

/** The stored sign-in events, counted. A period holds its first moment and its last. */
export type SignInReport = {
  countByHour: (period: Period) => Promise<HourCount[]>;
  countNetworks: (period: Period) => Promise<number>;
  /** Accounts that signed in, or registered. */
  countActiveUsers: (period: Period) => Promise<number>;
  /** Wrong codes of these accounts, each after a right password. */
  countWrongCodes: (given: Period & { userIds: readonly string[] }) => Promise<number>;
  /** Failures of the networks with the most, of those where so many accounts failed. */
  failuresOfNetworks: (given: Period & { accounts: number; networks: number }) => Promise<FailedSignIn[]>;
  /** Newest first. */
  latest: (given: Period & { limit: number }) => Promise<SignInEvent[]>;
};
