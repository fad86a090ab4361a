import { randomBytes } from 'node:crypto';
import { ADMIN_SESSION_SECONDS, CUSTOMER_SESSION_SECONDS, type SessionClaims } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import type { User } from '../users/user.ts';

type Deps = Pick<IdentityDeps, 'sessionStore' | 'tokens'>;
type OpenSession = {
  user: User;
  /** The session this browser had; it ends, so that a planted or forgotten one does not live on beside the new. */
  replaces: SessionClaims | null;
};
export type OpenedSession = { token: string; seconds: number };

/** Opens a session with a new id and an absolute end. */
export const openSession = async (deps: Deps, { user, replaces }: OpenSession): Promise<OpenedSession> => {
  const seconds = user.isAdmin ? ADMIN_SESSION_SECONDS : CUSTOMER_SESSION_SECONDS;
  const sid = randomBytes(32).toString('base64url');
  const claims: SessionClaims = {
    typ: 'session',
    sub: user.id,
    sid,
    email: user.email,
    emailProven: user.emailProven,
    isAdmin: user.isAdmin,
  };
  await deps.sessionStore.open({ sid, userId: user.id, seconds });
  if (replaces) await deps.sessionStore.end({ sid: replaces.sid, userId: replaces.sub });
  return { token: deps.tokens.sign({ claims, seconds }), seconds };
};
