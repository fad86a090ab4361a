import { isAdminPassword, isCustomerPassword, type SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { atField } from '../users/at-field.ts';
import { requireAccount } from '../users/current-user.ts';
import { setPassword } from './set-password.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'passwords' | 'passwordGrants' | 'sessionStore' | 'tokens' | 'outbox'>;
type ChangePassword = { claims: SessionClaims; currentPassword: string; newPassword: string };

/**
 * Changes the password of a session that was given leave by the mailed code. Every session of the account ends; the one that is answered is new,
 * so that whoever changed the password stays signed in. An admin's begins its time anew: password and code were both given.
 * @throws AppError PasswordChangeUnverified without leave, PasswordTooWeak or AdminPasswordTooWeak, PasswordUnchanged, CurrentPasswordInvalid
 */
export const changePassword = async (deps: Deps, input: ChangePassword): Promise<OpenedSession> => {
  const { claims, currentPassword, newPassword } = input;
  const { sid } = claims;
  const user = await requireAccount(deps, claims);
  if (!(await deps.passwordGrants.holds({ sid, now: deps.clock() }))) throw new AppError('PasswordChangeUnverified');
  if (!isCustomerPassword(newPassword)) throw atField('PasswordTooWeak', 'newPassword');
  if (user.isAdmin && !isAdminPassword(newPassword)) throw atField('AdminPasswordTooWeak', 'newPassword');
  // By what was typed, so that no try is spent on it.
  if (newPassword === currentPassword) throw atField('PasswordUnchanged', 'newPassword');

  // Counted before it is compared, so that guesses in parallel are all counted.
  if (!(await deps.passwordGrants.countTry({ sid, now: deps.clock() }))) throw new AppError('PasswordChangeUnverified');
  const isRight = await deps.passwords.verify({ stored: user.passwordHash, password: currentPassword });
  const changed = isRight && (await setPassword(deps, { user, newPassword, how: 'change', replaces: user.passwordHash }));
  if (!changed) throw atField('CurrentPasswordInvalid', 'currentPassword');

  await deps.passwordGrants.end({ sid });
  return openSession(deps, { user: changed, replaces: null });
};
