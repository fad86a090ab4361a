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

type Account = Pick<User, 'passwordHash'>;

/** Identifies a password without revealing it: the stored hash contains a random salt. */
export const passwordFingerprint = ({ passwordHash }: Account): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16);

/** A random session id that ends with the fingerprint of the password under which the session is opened. */
export const createSessionId = (account: Account): string => `${randomBytes(32).toString('base64url')}.${passwordFingerprint(account)}`;

/** Whether the session was opened with the password that the account has now. */
export const isOpenedWithCurrentPassword = (sid: string, account: Account): boolean => sid.endsWith(`.${passwordFingerprint(account)}`);
