import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CodePurpose, EventEnvelope } from '@stagereel/contracts';
import type { Source } from '../network/network.ts';

/** There is at most one code per purpose and email address. */
export type CodeKey = { purpose: CodePurpose; email: string };

export type CodeState = {
  expiresAt: Date;
  /** The next code may be sent from this time on. */
  resendAfter: Date;
  /** Of all known devices together, or of all other browsers together. */
  tries: number;
  usedAt: Date | null;
};

export type NewCode = {
  key: CodeKey;
  /** Where the code was requested: its quota gets the count back when the code is proven. */
  source: Source;
  mac: string;
  now: Date;
  expiresAt: Date;
  resendAfter: Date;
  /** The record is deleted at this time. */
  purgeAt: Date;
  /** Stored in the same write. Carries the code to its mail; a decoy carries another event. */
  event: EventEnvelope;
};

export type CodeTry = { mac: string; triesLeft: number; requestedFrom: Source | undefined };

export type CodeStore = {
  find: (input: { key: CodeKey; isKnownDevice: boolean }) => Promise<CodeState | undefined>;
  /** Replaces an earlier code; false while its `resendAfter` has not been reached. */
  replace: (code: NewCode) => Promise<boolean>;
  /**
   * Counts one try and returns the MAC to compare with; undefined when the code is missing, used, expired or out of tries. Known
   * devices have tries of their own, so that a stranger cannot use up those of the owner.
   */
  countTry: (input: { key: CodeKey; isKnownDevice: boolean; now: Date }) => Promise<CodeTry | undefined>;
  /** Undoes `countTry`, unless the code was used or replaced. */
  undoTry: (input: { key: CodeKey; isKnownDevice: boolean; mac: string }) => Promise<void>;
  /** False when the code was used or replaced in the meantime. */
  markUsed: (input: { key: CodeKey; mac: string; now: Date }) => Promise<boolean>;
  /** Removes the codes that were requested until then, and their unpublished events, in one write: a newer code stays. */
  removeUntil: (input: { email: string; purposes: readonly CodePurpose[]; until: Date }) => Promise<void>;
};

/** The stored form of a code. Six digits could be guessed from a plain hash, so the MAC needs a secret; it also binds purpose and address. */
export const codeMac = ({ secret, key, code }: { secret: string; key: CodeKey; code: string }): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([key.purpose, key.email, code]))
    .digest('base64url');

export const isSameMac = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
