import { createHash, randomBytes } from 'node:crypto';
import type { Jwks } from '@stagereel/contracts';
import { hashToken } from '../random-token.ts';
import type { User } from '../user/user.ts';

/**
 * The open sessions of accounts, and the proofs of addresses. One that is not in this store has ended, even if its token has not expired. `owner`:
 * the id of the account, or what {@link proofOwner} returns.
 */
export type SessionStore = {
  /** The newest {@link SESSIONS_PER_ACCOUNT} of an owner stay open. */
  open: (session: { sid: string; owner: string; seconds: number; at: Date }) => Promise<void>;
  end: (session: { sid: string; owner: string }) => Promise<void>;
  endWhere: (input: { owner: string; isOutdated: (sid: string) => boolean }) => Promise<void>;
  /** Ends those that were opened until then; without a time, all. */
  endUntil: (input: { owner: string; until: Date | undefined }) => Promise<void>;
};

/** Contains no address, because Redis is not searched when a person is erased. */
export const proofOwner = (email: string): string => `proof-${hashToken(email)}`;

/** Signed tokens. The claim `typ` tells their kinds apart. */
export type Tokens = {
  sign: (input: { claims: object; seconds: number }) => string;
  /** The claims; null for an invalid or expired token. */
  verify: (token: string) => unknown;
  /** The public keys with which other services verify tokens. */
  jwks: Jwks;
};

type Account = Pick<User, 'passwordHash' | 'timesSignedOut'>;

/**
 * Differs after each change of the password, and each time the user ended all sessions. Does not reveal the password: the stored hash contains a
 * random salt.
 */
export const sessionFingerprint = ({ passwordHash, timesSignedOut = 0 }: Account): string =>
  createHash('sha256')
    .update(timesSignedOut === 0 ? passwordHash : `${passwordHash}:${timesSignedOut}`)
    .digest('base64url')
    .slice(0, 16);

/** A random session id that ends with the fingerprint of the account at the time when the session is opened. */
export const createSessionId = (account: Account): string => `${randomBytes(32).toString('base64url')}.${sessionFingerprint(account)}`;

/** Whether the session was opened with the password that the account has now, and since the user last ended all sessions. */
export const isCurrentSession = (sid: string, account: Account): boolean => sid.endsWith(`.${sessionFingerprint(account)}`);
