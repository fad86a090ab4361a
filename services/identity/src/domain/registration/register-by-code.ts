import { registrationRepeated, type SessionClaims } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import { type IssuedCode, issueCode } from '../code/issue-code.ts';
import { verifyCode } from '../code/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireCustomerPassword } from '../password/password-policy.ts';
import type { SignedIn } from '../sign-in/complete-sign-in.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { createAccount, signInNewUser } from './create-account.ts';
import { pendingRegistrationId } from './pending-registration.ts';
import { type RegistrationForm, type RegistrationToken, savePendingRegistration } from './save-pending-registration.ts';

type StartRegistration = RegistrationForm & { visitor: Visitor };

/**
 * Step 1: stores the registration for this browser and mails its code. An address that already has an account gets a notice by mail and a
 * decoy instead of a code; neither the response nor its duration reveals that.
 * @throws AppError as requireCustomerPassword and issueCode
 */
export const startRegistrationByCode = async (
  deps: IdentityDeps,
  { visitor, ...form }: StartRegistration,
): Promise<{ issued: IssuedCode; browser: RegistrationToken }> => {
  const { email, password } = form;
  requireCustomerPassword(deps, { password, field: 'password', owner: form });
  const account = await deps.users.findByEmail(email);
  const decoy = account ? { event: createEvent(registrationRepeated, { email }) } : undefined;
  const issued = await issueCode(deps, { purpose: 'registration', email, visitor, decoy });
  // After the limits, so that a rejected request changes nothing and does not cost a password hash.
  const browser = await savePendingRegistration(deps, { method: 'code', form });
  return { issued, browser };
};

type CompleteRegistration = {
  email: string;
  code: string;
  /** From the cookie of the browser that requested the code. */
  browserToken: string | undefined;
  visitor: Visitor;
  previousSession: SessionClaims | null;
};

/**
 * Step 2: creates the account with the mailed code, and signs in.
 *
 * The code is used up last. If the process crashes before that, the code stays valid: the same code in the same browser creates the account,
 * or finds it, and continues.
 * @throws AppError CodeInvalid, CodeExpired, CodeTriesExceeded, CodePaused; AccountExists when the address got an account in the meantime
 */
export const completeRegistrationByCode = async (deps: IdentityDeps, input: CompleteRegistration): Promise<SignedIn> => {
  const { email, code, browserToken, visitor, previousSession } = input;
  const id = browserToken && pendingRegistrationId({ method: 'code', browserToken, email });
  const pending = id ? await deps.pendingRegistrations.find(id) : undefined;
  // Not counted as a try: a browser without a registration must not use up the tries of the browser that has one.
  if (!pending || pending.expiresAt <= deps.now()) throw new AppError('CodeInvalid');
  if (!pending.applicant) throw new AppError('AccountExists');

  const verified = await verifyCode(deps, { purpose: 'registration', email, code, visitor });
  const user = await createAccount(deps, pending.applicant);
  // Of concurrent requests with the same code, only one signs in.
  if (!(await deps.pendingRegistrations.complete(pending.id))) throw new AppError('AccountExists');
  await verified.use();
  return signInNewUser(deps, { user, visitor, previousSession });
};
