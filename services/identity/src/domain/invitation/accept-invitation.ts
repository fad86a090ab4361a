import { adminJoined, type EventEnvelope, type OpenedInvitation, passwordChanged } from '@stagereel/contracts';
import { AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';
import { requireAdminPassword } from '../password/password-policy.ts';
import { hashToken } from '../random-token.ts';
import { endAccess } from '../session/end-sessions.ts';
import type { User } from '../user/user.ts';
import type { Invitation } from './invitation.ts';

/** What the invited person reads before accepting. @throws AppError InvitationInvalid, InvitationExpired */
export const openInvitation = async (deps: IdentityDeps, { token }: { token: string }): Promise<OpenedInvitation> => {
  const { email, invitedBy, expiresAt } = await requireInvitation(deps, token);
  const hasAccount = (await deps.users.findByEmail(email)) !== undefined;
  return { email, invitedBy: invitedBy.email, expiresAt: expiresAt.toISOString(), hasAccount };
};

type AcceptInvitation = { token: string; password: string; ip: string };

/**
 * Creates the admin account, or makes the customer account of the address an admin's: the link proves the mailbox, and the new password
 * replaces the old one, which may be weaker or known to others. All sessions of the account end. No session is opened, so the first sign-in
 * passes both steps.
 *
 * The account is written first and the invitation finished afterwards. After a crash in between, the address is an
 * admin's already, so the link is invalid.
 * @throws AppError as requireAdminPassword; InvitationInvalid, also when it was used by a concurrent request; InvitationExpired
 */
export const acceptInvitation = async (deps: IdentityDeps, { token, password, ip }: AcceptInvitation): Promise<{ email: string }> => {
  const invitation = await requireInvitation(deps, token);
  const { id, email } = invitation;
  const name = (await deps.users.findByEmail(email))?.name ?? null;
  requireAdminPassword(deps, { password, field: 'password', owner: { email, name } });
  if (!(await deps.adminInvitations.claim({ tokenHash: hashToken(token), now: deps.now() }))) throw new AppError('InvitationInvalid');
  try {
    const passwordHash = await deps.passwordHasher.hash(password);
    const input = { invitation, passwordHash, ip };
    // The address may get or change an account between reading and writing it.
    const userId = (await writeAdmin(deps, input)) ?? (await writeAdmin(deps, input));
    if (userId === undefined) throw new AppError('InvitationInvalid');
    await deps.adminInvitations.finish({ id, now: deps.now() });
    deps.outbox.trigger();
    await endAccess(deps, { userId, email });
    await Promise.all([deps.pendingSignIns, deps.passwordGrants].map((store) => store.removeByUser(userId)));
    return { email };
  } catch (error) {
    await deps.adminInvitations.release(id);
    throw error;
  }
};

const requireInvitation = async ({ adminInvitations, users, now }: IdentityDeps, token: string): Promise<Invitation> => {
  const invitation = await adminInvitations.findByToken(hashToken(token));
  if (!invitation) throw new AppError('InvitationInvalid');
  if (invitation.expiresAt <= now()) throw new AppError('InvitationExpired');
  const [inviter, invited] = await Promise.all([users.findById(invitation.invitedBy.id), users.findByEmail(invitation.email)]);
  if (!inviter?.isAdmin || invited?.isAdmin) throw new AppError('InvitationInvalid');
  return invitation;
};

type WriteAdmin = { invitation: Invitation; passwordHash: string; ip: string };

/** Returns the id of the account; undefined when a concurrent request wrote the account first. */
const writeAdmin = async (deps: IdentityDeps, { invitation, passwordHash, ip }: WriteAdmin): Promise<string | undefined> => {
  const { email } = invitation;
  const existing = await deps.users.findByEmail(email);
  if (existing?.isAdmin) return undefined;
  const userId = existing?.id ?? uuid();
  const events = await joinedEvents(deps, { invitation, userId, existing, ip });
  const isWritten = existing
    ? await deps.users.makeAdmin({ id: userId, passwordHash, expectedHash: existing.passwordHash, events })
    : await deps.users.create({ user: newAdmin({ id: userId, email, passwordHash, createdAt: deps.now() }), events });
  return isWritten ? userId : undefined;
};

const newAdmin = (fields: Pick<User, 'id' | 'email' | 'passwordHash' | 'createdAt'>): User => ({
  ...fields,
  name: null,
  isAdmin: true,
  emailProven: true,
  lastLoginAt: null,
  twoFactor: null,
});

type JoinedEvents = { invitation: Invitation; userId: string; existing: User | undefined; ip: string };

/** `passwordChanged` also ends the sessions of a customer account if the process crashes after the write. */
const joinedEvents = async (deps: IdentityDeps, { invitation, userId, existing, ip }: JoinedEvents): Promise<EventEnvelope[]> => {
  const { email, invitedBy } = invitation;
  const at = deps.now().toISOString();
  const admins = (await deps.users.list()).filter(({ isAdmin }) => isAdmin);
  return [
    adminActedEvent({
      actor: { id: userId, email, ip },
      action: 'admin-invitation.accepted',
      target: { type: 'user', id: userId, label: email },
      ...(existing && { before: { isAdmin: false } }),
      after: { isAdmin: true, invitedBy: invitedBy.email },
    }),
    ...admins.map((admin) => createEvent(adminJoined, { recipient: admin.email, email, invitedBy: invitedBy.email, joinedAt: at })),
    ...(existing ? [createEvent(passwordChanged, { userId, email, how: 'reset', changedAt: at })] : []),
  ];
};
