import { type EventData, passwordChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { endOutdatedSessions } from '../sessions/end-outdated-sessions.ts';
import type { User } from '../users/user.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'passwords' | 'sessionStore' | 'outbox'>;
type SetPassword = {
  user: User;
  newPassword: string;
  how: EventData<typeof passwordChanged>['how'];
  /** The hash that is to be there still, where the new password rests on knowing the old one. */
  replaces?: string;
};

/**
 * Stores the new password with its event, and ends every session of the account. Answers the account as it is now; undefined when it was
 * changed or deleted meanwhile.
 *
 * A process that dies between the two leaves no old session alive: the event lies in the same write as the password, and identity listens
 * to it as well and ends what is left (end-outdated-sessions.ts). A sign-in under way with the old password finds out by itself (open-session.ts).
 */
export const setPassword = async (deps: Deps, { user, newPassword, how, replaces }: SetPassword): Promise<User | undefined> => {
  const { id, email } = user;
  const passwordHash = await deps.passwords.hash(newPassword);
  const changed = createEvent(passwordChanged, { userId: id, email, how, changedAt: deps.clock().toISOString() });
  const isSet = await deps.users.setPassword({ id, passwordHash, ...(replaces ? { replaces } : {}), events: [changed] });
  if (!isSet) return undefined;
  deps.outbox.kick();
  await endOutdatedSessions(deps, id);
  return { ...user, passwordHash, emailProven: true };
};
