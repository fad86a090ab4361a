import type { RiskLevel } from '@stagereel/contracts';

export type SignInDoor = 'admin' | 'customer' | 'registration';

/** `challenged`: the password was right, the second step is open. `locked` and `blocked`: nothing was compared. */
export const SIGN_IN_OUTCOMES = ['succeeded', 'challenged', 'wrong-password', 'wrong-code', 'locked', 'blocked'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];
export const FAILED_OUTCOMES: readonly SignInOutcome[] = ['wrong-password', 'wrong-code'];

/** What a risk score is made of, as it stood before this attempt. Counts are of the last hour. */
export type RiskFacts = {
  isNewNetwork: boolean;
  isNewDevice: boolean;
  failuresOfAddress: number;
  failedAccountsOfNetwork: number;
};

/** The facts and what they come to: 0 to 100. */
export type Risk = RiskFacts & { score: number; level: RiskLevel };

/** One attempt to sign in, kept as it happened. */
export type SignInEvent = {
  id: string;
  at: Date;
  door: SignInDoor;
  /** As typed; need not belong to anybody. */
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
  append: (event: SignInEvent) => Promise<void>;
  failuresOfAddress: (given: { email: string; since: Date }) => Promise<number>;
  failuresOfNetwork: (given: { network: string; since: Date }) => Promise<{ failures: number; accounts: number }>;
  hasSucceeded: (given: { email: string; network: string }) => Promise<boolean>;
};
