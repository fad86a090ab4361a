import { createHash, randomBytes } from 'node:crypto';
import type { Jwks } from '@stagereel/contracts';
import type { User } from '../user/user.ts';

/** The open sessions. A session that is not in this store has ended, even if its token has not expired. */
export type SessionStore = {
  open: (session: { sid: string; userId: string; seconds: number }) => Promise<void>;
  end: (session: { sid: string; userId: string }) => Promise<void>;
  endWhere: (input: { userId: string; isOutdated: (sid: string) => boolean }) => Promise<void>;
};

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
