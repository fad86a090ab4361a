import { ADMIN_SESSION_SECONDS, CUSTOMER_SESSION_SECONDS, type SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import type { User } from '../user/user.ts';
import { createSessionId, sessionFingerprint } from './session.ts';

type OpenSession = {
  /** As read when the password or the code was verified. */
  user: User;
  /** The browser's earlier session. It ends, so that a fixated or forgotten session does not stay open. */
  previousSession: SessionClaims | null;
};
export type OpenedSession = { token: string; seconds: number };

/**
 * Opens a session with a new id and a fixed expiry.
 * @throws AppError Unauthorized when the password was changed, all sessions were ended or the account was deleted since `user` was read
 */
export const openSession = async (deps: IdentityDeps, { user, previousSession }: OpenSession): Promise<OpenedSession> => {
  const seconds = user.isAdmin ? ADMIN_SESSION_SECONDS : CUSTOMER_SESSION_SECONDS;
  const sid = createSessionId(user);
  const claims: SessionClaims = {
    typ: 'session',
    sub: user.id,
    sid,
    email: user.email,
    emailProven: user.emailProven,
    isAdmin: user.isAdmin,
  };
  await deps.sessionStore.open({ sid, owner: user.id, seconds, at: deps.now() });
  // Checked after opening: a concurrent change either finds this session in the store and ends it, or is visible here.
  const current = await deps.users.findById(user.id);
  if (!current || sessionFingerprint(current) !== sessionFingerprint(user)) {
    await deps.sessionStore.end({ sid, owner: user.id });
    throw new AppError('Unauthorized');
  }
  if (previousSession) await deps.sessionStore.end({ sid: previousSession.sid, owner: previousSession.sub });
  return { token: deps.tokens.sign({ claims, seconds }), seconds };
};
