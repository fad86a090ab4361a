import type { EmailProofClaims, SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';
import { requireCustomerPassword } from '../password/password-policy.ts';
import { endProof } from '../session/end-sessions.ts';
import type { SignedIn } from '../sign-in/complete-sign-in.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { createAccount, signInNewUser } from './create-account.ts';
import { startRegistrationByLink } from './register-by-link.ts';
import type { RegistrationForm, RegistrationToken } from './save-pending-registration.ts';

type Register = RegistrationForm & {
  proof: EmailProofClaims | null;
  visitor: Visitor;
  previousSession: SessionClaims | null;
};
/** `signedIn`: the account was created. `browser`: a link was mailed. */
export type RegisterOutcome = { signedIn: SignedIn } | { browser: RegistrationToken };

/**
 * Creates the account and signs in when this browser has proven the address. That uses the proof up: the session proves the address as well. Otherwise mails a link; the response is the same whether or
 * not the address has an account.
 * @throws AppError as requireCustomerPassword; with a proof AccountExists, without one as startRegistrationByLink
 */
export const register = async (deps: IdentityDeps, input: Register): Promise<RegisterOutcome> => {
  const { proof, visitor, previousSession, ...form } = input;
  if (proof?.email !== form.email) return { browser: await startRegistrationByLink(deps, { ...form, visitor }) };
  requireCustomerPassword(deps, { password: form.password, field: 'password', owner: form });
  if (await deps.users.findByEmail(form.email)) throw new AppError('AccountExists');
  const passwordHash = await deps.passwordHasher.hash(form.password);
  const user = await createAccount(deps, { userId: uuid(), email: form.email, name: form.name, passwordHash });
  await endProof(deps, proof);
  return { signedIn: await signInNewUser(deps, { user, visitor, previousSession }) };
};
