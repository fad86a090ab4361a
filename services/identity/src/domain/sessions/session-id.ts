import { createHash, randomBytes } from 'node:crypto';
import type { User } from '../users/user.ts';

type Account = Pick<User, 'passwordHash'>;

/** Tells one password from the next. It says nothing of either: the stored hash holds a random salt. */
export const passwordMark = ({ passwordHash }: Account): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16);

/** A new session's id. It ends with the mark of the password the session was opened under. */
export const newSessionId = (account: Account): string => `${randomBytes(32).toString('base64url')}.${passwordMark(account)}`;

/** Whether the session was opened under the password the account has now. */
export const isOfPresentPassword = (sid: string, account: Account): boolean => sid.endsWith(`.${passwordMark(account)}`);
