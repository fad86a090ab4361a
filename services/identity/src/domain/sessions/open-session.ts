import { ADMIN_SESSION_SECONDS, CUSTOMER_SESSION_SECONDS, type SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import type { User } from '../users/user.ts';
import { newSessionId } from './session-id.ts';

type Deps = Pick<IdentityDeps, 'sessionStore' | 'tokens' | 'users'>;
type OpenSession = {
  /** As it was when the password or the code was checked. */
  user: User;
  /** The session this browser had; it ends, so that a planted or forgotten one does not live on beside the new. */
  replaces: SessionClaims | null;
};
export type OpenedSession = { token: string; seconds: number };

/**
 * Opens a session with a new id and an absolute end.
 * @throws AppError Unauthorized when the account got a new password, or was deleted, since it was checked
 */
export const openSession = async (deps: Deps, { user, replaces }: OpenSession): Promise<OpenedSession> => {
  const seconds = user.isAdmin ? ADMIN_SESSION_SECONDS : CUSTOMER_SESSION_SECONDS;
  const sid = newSessionId(user);
  const claims: SessionClaims = {
    typ: 'session',
    sub: user.id,
    sid,
    email: user.email,
    emailProven: user.emailProven,
    isAdmin: user.isAdmin,
  };
  await deps.sessionStore.open({ sid, userId: user.id, seconds });
  // Looked at after opening: a new password either ends this session, as it finds it in the store, or is seen here.
  const present = await deps.users.findById(user.id);
  if (present?.passwordHash !== user.passwordHash) {
    await deps.sessionStore.end({ sid, userId: user.id });
    throw new AppError('Unauthorized');
  }
  if (replaces) await deps.sessionStore.end({ sid: replaces.sid, userId: replaces.sub });
  return { token: deps.tokens.sign({ claims, seconds }), seconds };
};
