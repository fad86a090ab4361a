import { isCustomerPassword, type SessionClaims } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';
import type { SignedIn } from '../sign-in/complete-sign-in.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { atField } from '../users/at-field.ts';
import { createAccount } from './create-account.ts';
import type { BrowserBinding, RegistrationForm } from './hold-registration.ts';
import { signUp } from './sign-up.ts';
import { startByLink } from './start-by-link.ts';

type Register = RegistrationForm & {
  /** The address this browser has proven, if any. */
  provenEmail: string | undefined;
  visitor: Visitor;
  replaces: SessionClaims | null;
};
/** `signedIn`: the account is made. `browser`: the link is on its way. */
export type RegisterOutcome = { signedIn: SignedIn } | { browser: BrowserBinding };

/**
 * Makes an account for an address this browser has proven, and signs in. For any other address a link goes out by mail, and the answer is
 * the same whether or not it has an account.
 * @throws AppError PasswordTooWeak; with the proof AccountExists, without it as startByLink
 */
export const register = async (deps: IdentityDeps, input: Register): Promise<RegisterOutcome> => {
  const { provenEmail, visitor, replaces, ...form } = input;
  if (provenEmail !== form.email) return { browser: await startByLink(deps, { ...form, ip: visitor.ip }) };
  if (!isCustomerPassword(form.password)) throw atField('PasswordTooWeak', 'password');
  if (await deps.users.findByEmail(form.email)) throw new AppError('AccountExists');
  const passwordHash = await deps.passwords.hash(form.password);
  const user = await createAccount(deps, { userId: uuid(), email: form.email, name: form.name, passwordHash });
  return { signedIn: await signUp(deps, { user, visitor, replaces }) };
};
