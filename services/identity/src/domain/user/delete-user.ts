import { type CodePurpose, userDeleted } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { eraseEventOf } from '../personal-data/erase-personal-data.ts';
import { endAccess } from '../session/end-sessions.ts';
import { eraseUnlessLastAdmin } from './last-admin.ts';
import type { User } from './user.ts';

type DeleteUser = { id: string; actor: Actor };

/**
 * Erases an account with its events in one write, then ends its sessions and removes its open codes and grants. The address may register
 * again immediately. Paid orders are kept, because they belong to the address. All services erase what else they stored about it.
 * @throws AppError NotFound, also when a concurrent request deletes the account first; LastAdmin
 */
export const deleteUser = async (deps: IdentityDeps, { id, actor }: DeleteUser): Promise<{ deletedUserEmail: string }> => {
  const user = await deps.users.findById(id);
  if (!user) throw new AppError('NotFound');
  const { email, isAdmin } = user;
  const at = deps.now();
  const erase = (mark: string | undefined) => deps.users.erase({ id, mark, at, events: deletionEvents(deps, { user, actor, at }) });
  const isErased = isAdmin ? await eraseUnlessLastAdmin(deps, { id, erase }) : await erase(undefined);
  if (!isErased) throw new AppError('NotFound');
  deps.outbox.trigger();
  await cleanUpDeletedUser(deps, { userId: id, email });
  return { deletedUserEmail: email };
};

type Deletion = { user: User; actor: Actor; at: Date };

const deletionEvents = (deps: IdentityDeps, { user, actor, at }: Deletion) => {
  const deleted = createEvent(userDeleted, { userId: user.id, email: user.email, deletedAt: at.toISOString() });
  const audit = adminActedEvent({
    actor,
    action: 'user.deleted',
    target: { type: 'user', id: user.id, label: user.email },
    before: { email: user.email, isAdmin: user.isAdmin, createdAt: user.createdAt.toISOString() },
  });
  // Not earlier than the audit entry, which names the address: an erasure concerns what was stored before it.
  return [deleted, audit, eraseEventOf(deps, { email: user.email, at: deps.now() })];
};

/** Codes that give access to an account. The other purposes only prove an address. */
const ACCOUNT_CODES: readonly CodePurpose[] = ['admin-sign-in', 'sign-in', 'password-change', 'password-reset'];

/**
 * Removes everything that gave access to a deleted account. Runs after the deletion and again on its event, in case the process crashed in
 * between. By then the address may have a new account, whose codes and networks must not be removed.
 */
type CleanUp = { userId: string; email: string; until?: Date };

export const cleanUpDeletedUser = async (deps: IdentityDeps, { userId, email, until }: CleanUp): Promise<void> => {
  await endAccess(deps, { userId, email, ...(until && { until }) });
  await Promise.all(
    [deps.pendingSignIns, deps.passwordGrants, deps.authenticatorSetups, deps.adminInvitations].map((store) => store.removeByUser(userId)),
  );
  const now = deps.now();
  await deps.codes.removeUntil({ email, purposes: ACCOUNT_CODES, until: until ?? now });
  if (!(await deps.users.findByEmail(email))) await deps.trustedNetworks.removeByEmail({ email, now });
};
