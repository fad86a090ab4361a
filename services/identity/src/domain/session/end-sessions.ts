import { type SessionClaims, sessionsEnded } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { requireUser } from './current-user.ts';
import { isCurrentSession } from './session.ts';

/** Ends a session in all services at once. */
export const endSession = ({ sessionStore }: IdentityDeps, { sid, sub }: SessionClaims): Promise<void> =>
  sessionStore.end({ sid, userId: sub });

/**
 * Ends all sessions of the user's own account in all services, and every sign-in that waits for its second step.
 *
 * If the process crashes between the two steps, the event ends the sessions: it is stored in the same write as the count, and this service consumes
 * it too. A concurrent sign-in is detected in open-session.ts.
 * @throws AppError Unauthorized when the account was deleted
 */
export const endAllSessions = async (deps: IdentityDeps, { claims, actor }: { claims: SessionClaims; actor: Actor }): Promise<void> => {
  const { id, email, isAdmin } = await requireUser(deps, claims);
  const events = [
    createEvent(sessionsEnded, { userId: id, endedAt: deps.clock().toISOString() }),
    ...(isAdmin ? [adminActedEvent({ actor, action: 'user.sessions-ended', target: { type: 'user', id, label: email } })] : []),
  ];
  if (!(await deps.users.countSignOut({ id, events }))) throw new AppError('Unauthorized');
  deps.outbox.trigger();
  await endOutdatedSessions(deps, id);
};

/**
 * Ends the sessions that were opened under an earlier password or before the user ended all, and all sessions of a deleted account. Idempotent:
 * later sessions stay open.
 */
export const endOutdatedSessions = async ({ users, sessionStore }: IdentityDeps, userId: string): Promise<void> => {
  const user = await users.findById(userId);
  await sessionStore.endWhere({ userId, isOutdated: (sid) => !user || !isCurrentSession(sid, user) });
};
