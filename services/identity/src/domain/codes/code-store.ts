import type { CodePurpose, EventEnvelope } from '@stagereel/contracts';

/** There is at most one code per purpose and address. */
export type CodeKey = { purpose: CodePurpose; email: string };

export type CodeState = {
  expiresAt: Date;
  /** The time from which the next one may be sent. */
  resendAfter: Date;
  tries: number;
  isUsed: boolean;
};

export type NewCode = {
  key: CodeKey;
  mac: string;
  now: Date;
  expiresAt: Date;
  resendAfter: Date;
  /** When nothing more needs to be known of it. */
  purgeAt: Date;
  /** Carries the code to its mail; in the same write. A decoy carries something else, or nothing. */
  event: EventEnvelope | null;
};

export type CodeStore = {
  find: (key: CodeKey) => Promise<CodeState | undefined>;
  /** Puts the code in the place of any earlier one; false while that one is too young for it. */
  replace: (code: NewCode) => Promise<boolean>;
  /** Counts one try and hands out what to compare with; undefined when no code is open to a try. */
  countTry: (given: { key: CodeKey; now: Date }) => Promise<{ mac: string; triesLeft: number } | undefined>;
  /** As if it had not been tried; nothing once it was used or replaced. */
  takeBackTry: (given: { key: CodeKey; mac: string }) => Promise<void>;
  /** False when the code was used or replaced meanwhile. */
  markUsed: (given: { key: CodeKey; mac: string; now: Date }) => Promise<boolean>;
  /** With its event, if that is still here. */
  remove: (key: CodeKey) => Promise<void>;
};
