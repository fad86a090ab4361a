import { type EmailProofClaims, type SessionClaims, sessionsEnded } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { requireUser } from './current-user.ts';
import { isCurrentSession, proofOwner } from './session.ts';

/** Ends a proof of an address in all services at once: a copy of its cookie is useless from now on. */
export const endProof = ({ sessionStore }: IdentityDeps, { id, email }: EmailProofClaims): Promise<void> =>
  sessionStore.end({ sid: id, owner: proofOwner(email) });

type HeldByBrowser = { session: SessionClaims | null; proof: EmailProofClaims | null };

/** Ends the session and the proof of one browser in all services at once. */
export const signOut = async (deps: IdentityDeps, { session, proof }: HeldByBrowser): Promise<void> => {
  if (session) await deps.sessionStore.end({ sid: session.sid, owner: session.sub });
  if (proof) await endProof(deps, proof);
};

/**
 * Ends all sessions of the user's own account in all services, the proofs of its address, and every sign-in that waits for its second step. No
 * browser is a known device of the address any more.
 *
 * If the process crashes between the two steps, the event ends the sessions: it is stored in the same write as the count, and this service consumes
 * it too. A concurrent sign-in is detected in open-session.ts.
 * @throws AppError Unauthorized when the account was deleted
 */
export const endAllSessions = async (deps: IdentityDeps, { claims, actor }: { claims: SessionClaims; actor: Actor }): Promise<void> => {
  const { id, email, isAdmin } = await requireUser(deps, claims);
  const events = [
    createEvent(sessionsEnded, { userId: id, endedAt: deps.now().toISOString() }),
    ...(isAdmin ? [adminActedEvent({ actor, action: 'user.sessions-ended', target: { type: 'user', id, label: email } })] : []),
  ];
  if (!(await deps.users.countSignOut({ id, events }))) throw new AppError('Unauthorized');
  deps.outbox.trigger();
  await endAccess(deps, { userId: id, email });
};

/**
 * Ends the sessions that were opened under an earlier password or before the user ended all, and all sessions of a deleted account. Idempotent:
 * later sessions stay open.
 */
export const endOutdatedSessions = async ({ users, sessionStore }: IdentityDeps, userId: string): Promise<void> => {
  const user = await users.findById(userId);
  await sessionStore.endWhere({ owner: userId, isOutdated: (sid) => !user || !isCurrentSession(sid, user) });
};

type EndAccess = {
  userId: string;
  email: string;
  /** Where this is repeated later, proofs and known devices since then stay. */
  until?: Date;
};

/** Ends whatever gave access to the account, or the limits of its owner, before the change that was just stored. */
export const endAccess = async (deps: IdentityDeps, { userId, email, until }: EndAccess): Promise<void> => {
  await endOutdatedSessions(deps, userId);
  await endProofsAndDevices(deps, { email, until });
};

export const endProofsAndDevices = async (
  { sessionStore, knownDevices }: IdentityDeps,
  { email, until }: { email: string; until: Date | undefined },
): Promise<void> => {
  await sessionStore.endUntil({ owner: proofOwner(email), until });
  await knownDevices.removeUntil({ email, until });
};

/** The same for the account as it is now. It may be deleted. */
export const endAccessOfUser = async (deps: IdentityDeps, { userId, until }: Omit<EndAccess, 'email'>): Promise<void> => {
  const user = await deps.users.findById(userId);
  await (user ? endAccess(deps, { userId, email: user.email, ...(until && { until }) }) : endOutdatedSessions(deps, userId));
};
