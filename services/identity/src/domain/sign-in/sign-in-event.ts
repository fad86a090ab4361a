import type { RiskLevel } from '@stagereel/contracts';

/** Where the visitor signs in. */
export type SignInEntryPoint = 'admin' | 'customer' | 'registration';

/** `challenged`: the password was correct and a second step is required. `locked` and `blocked`: the password was not compared. */
export const SIGN_IN_OUTCOMES = ['succeeded', 'challenged', 'wrong-password', 'wrong-code', 'locked', 'blocked'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];
export const FAILED_OUTCOMES: readonly SignInOutcome[] = ['wrong-password', 'wrong-code'];
export const REFUSED_OUTCOMES: readonly SignInOutcome[] = ['locked', 'blocked'];

/** The inputs of the risk score, as known before this attempt. Counts cover the last hour. */
export type RiskSignals = {
  isNewNetwork: boolean;
  isNewDevice: boolean;
  failuresOfAddress: number;
  failedAccountsOfNetwork: number;
};

/** The signals and their score, 0 to 100. */
export type Risk = RiskSignals & { score: number; level: RiskLevel };

/** One attempt to sign in, or the refused attempts of a minute: then everything but `count` belongs to the first one. */
export type SignInEvent = {
  id: string;
  at: Date;
  count: number;
  entryPoint: SignInEntryPoint;
  /** As typed; may have no account. */
  email: string;
  userId: string | null;
  outcome: SignInOutcome;
  ip: string;
  network: string;
  userAgentHash: string;
  risk: Risk;
  expiresAt: Date;
};

export type SignInLog = {
  /** Adds its count to an event that has the same id. */
  append: (event: SignInEvent) => Promise<void>;
  /** Counts one more attempt; false when there is no such event. */
  countAgain: (id: string) => Promise<boolean>;
  countFailuresOfAddress: (input: { email: string; since: Date }) => Promise<number>;
  countFailuresOfNetwork: (input: { network: string; since: Date }) => Promise<{ failures: number; accounts: number }>;
  hasSucceeded: (input: { email: string; network: string }) => Promise<boolean>;
  /** Newest first. */
  listByEmail: (email: string) => Promise<SignInEvent[]>;
  pseudonymise: (input: { email: string; pseudonym: string; until: Date }) => Promise<void>;
};

/** Both ends inclusive. */
export type Period = { from: Date; to: Date };

/** The number of attempts of one kind within one now hour. */
export type HourCount = { hour: Date; entryPoint: SignInEntryPoint; outcome: SignInOutcome; isHighRisk: boolean; count: number };
/** The outcome is `wrong-code` or `succeeded`. */
export type CodeOutcome = Pick<SignInEvent, 'userId' | 'network' | 'at' | 'outcome'>;
export type FailedSignIn = Pick<SignInEvent, 'network' | 'email' | 'at'>;

/** Figures about the stored sign-in events. */
export type SignInReport = {
  countByHour: (period: Period) => Promise<HourCount[]>;
  countNetworks: (period: Period) => Promise<number>;
  /** Accounts that signed in or registered. */
  countActiveUsers: (period: Period) => Promise<number>;
  /** Wrong codes of these accounts, each after a correct password, and their completed sign-ins. */
  findCodeOutcomes: (input: Period & { userIds: readonly string[] }) => Promise<CodeOutcome[]>;
  /** Failed sign-ins by network (IP address range): only networks that failed to sign in to at least `minAccounts` accounts, and of these the
   * `maxNetworks` with the most failures. */
  findFailuresByNetwork: (input: Period & { minAccounts: number; maxNetworks: number }) => Promise<FailedSignIn[]>;
  /** Newest first. */
  findLatest: (input: Period & { limit: number }) => Promise<SignInEvent[]>;
};
