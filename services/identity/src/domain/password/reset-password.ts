import { AppError } from '@stagereel/service-kit';
import { type IssuedCode, issueCode } from '../code/issue-code.ts';
import { verifyCode } from '../code/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network/network.ts';
import { resetFailures } from '../sign-in/lockout.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { requireAdminPassword, requireCustomerPassword, requireUnguessable } from './password-policy.ts';
import { setPassword } from './set-password.ts';

/**
 * Step 1: mails the code for a forgotten password. The response does not reveal whether the address has an account: without one, a decoy
 * is stored with the same limits, and its event causes no mail.
 * @throws AppError as issueCode
 */
export const sendResetCode = async (deps: IdentityDeps, { email, visitor }: { email: string; visitor: Visitor }): Promise<IssuedCode> => {
  const user = await deps.users.findByEmail(email);
  return issueCode(deps, { purpose: 'password-reset', email, visitor, decoy: user ? undefined : {} });
};

type ResetPassword = { email: string; code: string; newPassword: string; visitor: Visitor };

/**
 * Step 2: sets a new password. All sessions of the account end, none is opened, and its failed sign-ins no longer count.
 * The stricter password rule for admins and the stored name are checked after the code and do not use it up: only the owner of the mailbox may
 * find out that the account is an admin's, or whose it is.
 * @throws AppError as requireCustomerPassword before the code is compared, as requireAdminPassword afterwards; as verifyCode
 */
export const resetPassword = async (deps: IdentityDeps, { email, code, newPassword, visitor }: ResetPassword): Promise<void> => {
  const chosen = { password: newPassword, field: 'newPassword', owner: { email, name: null } };
  requireCustomerPassword(deps, chosen);
  const user = await deps.users.findByEmail(email);
  const verified = await verifyCode(deps, { purpose: 'password-reset', email, code, visitor });
  try {
    if (user?.isAdmin) requireAdminPassword(deps, chosen);
    if (user) requireUnguessable(deps, { ...chosen, owner: user });
  } catch (error) {
    await verified.undoTry();
    throw error;
  }
  await verified.use();
  // No code matches a decoy, so a missing account was deleted after the code was mailed.
  const changed = user && (await setPassword(deps, { user, newPassword, how: 'reset' }));
  if (!changed) throw new AppError('CodeInvalid');
  await resetFailures(deps, { email, network: networkOf(visitor.ip) });
};
