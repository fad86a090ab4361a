import type { SessionClaims } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import { isOpenedWithCurrentPassword } from './session.ts';

/** Ends a session in all services at once. */
export const endSession = ({ sessionStore }: IdentityDeps, { sid, sub }: SessionClaims): Promise<void> =>
  sessionStore.end({ sid, userId: sub });

/**
 * Ends the sessions that were opened under an earlier password, or all sessions of a deleted account. Idempotent: sessions under the
 * current password stay open.
 */
export const endOutdatedSessions = async ({ users, sessionStore }: IdentityDeps, userId: string): Promise<void> => {
  const user = await users.findById(userId);
  await sessionStore.endWhere({ userId, isOutdated: (sid) => !user || !isOpenedWithCurrentPassword(sid, user) });
};
