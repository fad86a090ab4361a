import { isAdminPassword, isCustomerPassword } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { tryCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../networks/network.ts';
import { knownDeviceOf } from '../sign-in/known-device.ts';
import { forgiveFailures } from '../sign-in/lockout.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { atField } from '../users/at-field.ts';
import { setPassword } from './set-password.ts';

type Deps = Pick<
  IdentityDeps,
  'clock' | 'users' | 'passwords' | 'codes' | 'counters' | 'locks' | 'limits' | 'sessionStore' | 'tokens' | 'outbox'
>;
type ResetPassword = { email: string; code: string; newPassword: string; visitor: Visitor };

/**
 * Sets a new password by the mailed code. Every session of the account ends and none is opened; failures of the account count no more.
 * The stricter rule for admins is applied once the code was right, and leaves the code as it was: only the mailbox's owner may learn of it.
 * @throws AppError PasswordTooWeak before the code is looked at, AdminPasswordTooWeak after, and as tryCode
 */
export const resetPassword = async (deps: Deps, { email, code, newPassword, visitor }: ResetPassword): Promise<void> => {
  if (!isCustomerPassword(newPassword)) throw atField('PasswordTooWeak', 'newPassword');
  const user = await deps.users.findByEmail(email);
  const right = await tryCode(deps, { purpose: 'password-reset', email, code });
  if (user?.isAdmin && !isAdminPassword(newPassword)) {
    await right.putBack();
    throw atField('AdminPasswordTooWeak', 'newPassword');
  }
  await right.use();
  // A decoy matches no code, so an account that is missing here was deleted since the code was mailed.
  const changed = user && (await setPassword(deps, { user, newPassword, how: 'reset' }));
  if (!changed) throw new AppError('CodeInvalid');
  const device = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken });
  await forgiveFailures(deps, { email, network: networkOf(visitor.ip), device });
};
