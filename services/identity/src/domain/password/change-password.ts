import { PASSWORD_CHANGE_SECONDS, type SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import { type IssuedCode, issueCode } from '../code/issue-code.ts';
import { redeemCode } from '../code/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { fieldError } from '../field-error.ts';
import { requireUser } from '../session/current-user.ts';
import { openSession } from '../session/open-session.ts';
import type { SignedIn } from '../sign-in/complete-sign-in.ts';
import { issueDeviceToken, type Visitor } from '../sign-in/visitor.ts';
import { requireAdminPassword, requireCustomerPassword } from './password-policy.ts';
import { setPassword } from './set-password.ts';

/**
 * Step 1: mails the code that allows a signed-in user to change the password.
 * @throws AppError Unauthorized when the account was deleted; as issueCode
 */
export const sendChangeCode = async (
  deps: IdentityDeps,
  { claims, visitor }: { claims: SessionClaims; visitor: Visitor },
): Promise<IssuedCode> => {
  const { email } = await requireUser(deps, claims);
  return issueCode(deps, { purpose: 'password-change', email, visitor });
};

/**
 * Step 2: exchanges the code for a password grant of this session.
 * @throws AppError Unauthorized when the account was deleted; as redeemCode
 */
export const verifyChangeCode = async (
  deps: IdentityDeps,
  { claims, code, visitor }: { claims: SessionClaims; code: string; visitor: Visitor },
): Promise<{ expiresAt: Date }> => {
  const { id, email } = await requireUser(deps, claims);
  await redeemCode(deps, { purpose: 'password-change', email, code, visitor });
  const expiresAt = addSeconds({ to: deps.now(), seconds: PASSWORD_CHANGE_SECONDS });
  await deps.passwordGrants.save({ sid: claims.sid, userId: id, expiresAt });
  return { expiresAt };
};

type ChangePassword = { claims: SessionClaims; currentPassword: string; newPassword: string; visitor: Visitor };

/**
 * Step 3: changes the password. All sessions and known devices of the account end. This browser gets a new session, so that the user stays signed in,
 * and is a known device again. The new session of an admin gets the full lifetime, because both password and code were verified.
 * @throws AppError PasswordChangeUnverified without a grant, PasswordUnchanged, CurrentPasswordInvalid; as requireCustomerPassword or
 * requireAdminPassword
 */
export const changePassword = async (deps: IdentityDeps, input: ChangePassword): Promise<Pick<SignedIn, 'session' | 'device'>> => {
  const { claims, currentPassword, newPassword, visitor } = input;
  const { sid } = claims;
  const user = await requireUser(deps, claims);
  if (!(await deps.passwordGrants.isActive({ sid, now: deps.now() }))) throw new AppError('PasswordChangeUnverified');
  const chosen = { password: newPassword, field: 'newPassword', owner: user };
  requireCustomerPassword(deps, chosen);
  if (user.isAdmin) requireAdminPassword(deps, chosen);
  // Compares the typed texts instead of the stored hash, so that the mistake does not cost a try.
  if (newPassword === currentPassword) throw fieldError('PasswordUnchanged', 'newPassword');

  // Counted before the comparison, so that parallel guesses are all counted.
  if (!(await deps.passwordGrants.countTry({ sid, now: deps.now() }))) throw new AppError('PasswordChangeUnverified');
  const isCorrect = await deps.passwordHasher.verify({ stored: user.passwordHash, password: currentPassword });
  const changed = isCorrect && (await setPassword(deps, { user, newPassword, how: 'change', expectedHash: user.passwordHash }));
  if (!changed) throw fieldError('CurrentPasswordInvalid', 'currentPassword');

  await deps.passwordGrants.remove({ sid });
  const device = await issueDeviceToken(deps, { email: user.email, deviceToken: visitor.deviceToken });
  return { session: await openSession(deps, { user: changed, previousSession: null }), device };
};
