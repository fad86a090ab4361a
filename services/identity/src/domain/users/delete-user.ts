import { userDeleted } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { forgetUser } from './forget-user.ts';
import { eraseWhileAnotherStays } from './keep-an-admin.ts';
import type { User } from './user.ts';

type DeleteUser = { id: string; actor: Actor };

/**
 * Deletes an account: erases it with its events in one write, then ends its sessions and whatever else was open in its name. Its address may
 * register again at once, and its orders stay with the address.
 * @throws AppError NotFound, also for all but one of several who delete it at once; LastAdmin
 */
export const deleteUser = async (deps: IdentityDeps, { id, actor }: DeleteUser): Promise<{ deletedUserEmail: string }> => {
  const user = await deps.users.findById(id);
  if (!user) throw new AppError('NotFound');
  const { email, isAdmin } = user;
  const at = deps.clock();
  const erase = (leaving: string | undefined) => deps.users.erase({ id, leaving, at, events: eventsOf({ user, actor, at }) });
  const isErased = isAdmin ? await eraseWhileAnotherStays(deps, { id, erase }) : await erase(undefined);
  if (!isErased) throw new AppError('NotFound');
  deps.outbox.kick();
  await forgetUser(deps, { userId: id, email });
  return { deletedUserEmail: email };
};

const eventsOf = ({ user, actor, at }: { user: User; actor: Actor; at: Date }) => [
  createEvent(userDeleted, { userId: user.id, email: user.email, deletedAt: at.toISOString() }),
  adminActedEvent({
    actor,
    action: 'user.deleted',
    target: { type: 'user', id: user.id, label: user.email },
    before: { email: user.email, isAdmin: user.isAdmin, createdAt: user.createdAt.toISOString() },
  }),
];
