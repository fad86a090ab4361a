import { type EventData, passwordChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { endAccess } from '../session/end-sessions.ts';
import type { User } from '../user/user.ts';

type SetPassword = {
  user: User;
  newPassword: string;
  how: EventData<typeof passwordChanged>['how'];
  /** The password is set only while the stored hash is this one. */
  expectedHash?: string;
};

/**
 * Stores the new password with its event and ends all sessions of the account, the proofs of its address and its known devices. Returns the updated account; undefined when it was changed
 * or deleted in the meantime.
 *
 * If the process crashes between the two steps, the event ends the sessions: it is stored in the same write as the password, and this
 * service consumes it too (end-sessions.ts). A concurrent sign-in with the old password is detected in open-session.ts.
 */
export const setPassword = async (deps: IdentityDeps, { user, newPassword, how, expectedHash }: SetPassword): Promise<User | undefined> => {
  const { id, email } = user;
  const passwordHash = await deps.passwordHasher.hash(newPassword);
  const changed = createEvent(passwordChanged, { userId: id, email, how, changedAt: deps.now().toISOString() });
  const isSet = await deps.users.setPassword({ id, passwordHash, ...(expectedHash ? { expectedHash } : {}), events: [changed] });
  if (!isSet) return undefined;
  deps.outbox.trigger();
  await endAccess(deps, { userId: id, email });
  return { ...user, passwordHash, emailProven: true };
};
