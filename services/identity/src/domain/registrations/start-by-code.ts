import { isCustomerPassword, registrationRepeated } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { type IssuedCode, issueCode } from '../codes/issue-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { atField } from '../users/at-field.ts';
import { type BrowserBinding, holdRegistration, type RegistrationForm } from './hold-registration.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'passwords' | 'codes' | 'counters' | 'limits' | 'outbox' | 'pendingRegistrations'>;
type StartByCode = RegistrationForm & { ip: string };

/**
 * Keeps a registration for this browser and mails the code that completes it. For an address that has an account the same is done with a
 * decoy, and only the mailbox learns of it: neither answer nor time tells.
 * @throws AppError PasswordTooWeak, and as issueCode
 */
export const startByCode = async (deps: Deps, { ip, ...form }: StartByCode): Promise<{ issued: IssuedCode; browser: BrowserBinding }> => {
  const { email, password } = form;
  if (!isCustomerPassword(password)) throw atField('PasswordTooWeak', 'password');
  const account = await deps.users.findByEmail(email);
  const instead = account ? createEvent(registrationRepeated, { email }) : undefined;
  const issued = await issueCode(deps, { purpose: 'registration', email, ip, instead });
  // After the limits: whoever may not ask for a code changes nothing, and costs no hash.
  const browser = await holdRegistration(deps, { way: 'code', form });
  return { issued, browser };
};
