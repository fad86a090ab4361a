import {
  ADMIN_INVITATION_SECONDS,
  type AdminInvitationEntry,
  adminInvited,
  EXPIRED_INVITATION_SECONDS,
  INVITATIONS_PER_ADDRESS_HOUR,
  INVITATIONS_PER_ADMIN_HOUR,
  RECENT_SIGN_IN_SECONDS,
  type SessionClaims,
} from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import { incrementUpTo } from '../code/code-limits.ts';
import type { IdentityDeps } from '../deps.ts';
import { createToken, hashToken } from '../random-token.ts';
import { type Invitation, invitationId } from './invitation.ts';

/** The open invitations, newest first. */
export const listInvitations = async (deps: IdentityDeps): Promise<AdminInvitationEntry[]> =>
  Promise.all((await deps.adminInvitations.list()).map((invitation) => toEntry(deps, invitation)));

type InviteAdmin = { email: string; claims: SessionClaims; actor: Actor };

/**
 * Mails the link with which an address becomes an admin's. An admin can do everything, so a session that was left open is not enough: the
 * admin must have signed in a short time ago.
 * @throws AppError RecentSignInRequired; AlreadyAdmin; as sendInvitation
 */
export const inviteAdmin = async (deps: IdentityDeps, { email, claims, actor }: InviteAdmin): Promise<AdminInvitationEntry> => {
  const oldest = addSeconds({ to: deps.now(), seconds: -RECENT_SIGN_IN_SECONDS });
  if ((claims.iat ?? 0) * 1000 < oldest.getTime()) throw new AppError('RecentSignInRequired');
  if ((await deps.users.findByEmail(email))?.isAdmin) throw new AppError('AlreadyAdmin');
  return sendInvitation(deps, { email, actor, action: 'admin-invitation.sent' });
};

type ChangeInvitation = { id: string; actor: Actor };

/** The earlier link becomes invalid. @throws AppError NotFound; as sendInvitation */
export const resendInvitation = async (deps: IdentityDeps, { id, actor }: ChangeInvitation): Promise<AdminInvitationEntry> => {
  const { email } = await requireInvitation(deps, id);
  return sendInvitation(deps, { email, actor, action: 'admin-invitation.resent' });
};

/** @throws AppError NotFound; InvitationInUse while it is being accepted */
export const withdrawInvitation = async (deps: IdentityDeps, { id, actor }: ChangeInvitation): Promise<void> => {
  const { email } = await requireInvitation(deps, id);
  const events = [adminActedEvent({ actor, action: 'admin-invitation.withdrawn', target: targetOf(email) })];
  if (!(await deps.adminInvitations.withdraw({ id, now: deps.now(), events }))) throw new AppError('InvitationInUse');
  deps.outbox.trigger();
};

type SendInvitation = { email: string; actor: Actor; action: 'admin-invitation.sent' | 'admin-invitation.resent' };

/** @throws AppError InvitationLimitReached with the seconds to wait; InvitationInUse while the earlier one is being accepted */
const sendInvitation = async (deps: IdentityDeps, { email, actor, action }: SendInvitation): Promise<AdminInvitationEntry> => {
  const { invitationsByAdmin, invitationsByAddress } = deps.counters;
  const limitError = 'InvitationLimitReached';
  await incrementUpTo({ counter: invitationsByAdmin, key: actor.id, limit: INVITATIONS_PER_ADMIN_HOUR, limitError });
  await incrementUpTo({ counter: invitationsByAddress, key: email, limit: INVITATIONS_PER_ADDRESS_HOUR, limitError });

  const token = createToken();
  const sentAt = deps.now();
  const expiresAt = addSeconds({ to: sentAt, seconds: ADMIN_INVITATION_SECONDS });
  const invitation: Invitation = { id: invitationId(email), email, invitedBy: { id: actor.id, email: actor.email }, sentAt, expiresAt };
  const isSaved = await deps.adminInvitations.save({
    ...invitation,
    tokenHash: hashToken(token),
    purgeAt: addSeconds({ to: expiresAt, seconds: EXPIRED_INVITATION_SECONDS }),
    events: [
      createEvent(adminInvited, { email, invitedBy: actor.email, token, expiresAt: expiresAt.toISOString() }),
      adminActedEvent({ actor, action, target: targetOf(email), after: { expiresAt: expiresAt.toISOString() } }),
    ],
  });
  if (!isSaved) throw new AppError('InvitationInUse');
  deps.outbox.trigger();
  return toEntry(deps, invitation);
};

const targetOf = (email: string) => ({ type: 'admin-invitation', id: invitationId(email), label: email });

const requireInvitation = async ({ adminInvitations }: IdentityDeps, id: string): Promise<Invitation> => {
  const invitation = await adminInvitations.find(id);
  if (!invitation) throw new AppError('NotFound');
  return invitation;
};

const toEntry = async ({ users }: IdentityDeps, invitation: Invitation): Promise<AdminInvitationEntry> => ({
  id: invitation.id,
  email: invitation.email,
  invitedBy: invitation.invitedBy.email,
  sentAt: invitation.sentAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
  hasAccount: (await users.findByEmail(invitation.email)) !== undefined,
});
