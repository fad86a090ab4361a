import { isCustomerPassword, registrationRepeated, verifyLinkRequested } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { takeAllowance } from '../codes/code-allowance.ts';
import type { IdentityDeps } from '../deps.ts';
import { hashOfToken, newToken } from '../random-token.ts';
import { atField } from '../users/at-field.ts';
import { type BrowserBinding, holdRegistration, type RegistrationForm } from './hold-registration.ts';
import { beginLinkPause } from './link-pause.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'passwords' | 'counters' | 'limits' | 'outbox' | 'pendingRegistrations'>;
export type StartByLink = RegistrationForm & { ip: string };

/**
 * Keeps a registration for this browser and mails the link that completes it. For an address that has an account the same is done, with a
 * link that nobody gets: only the mailbox learns of it.
 * @throws AppError PasswordTooWeak; LinkResendTooSoon or LinkLimitReached, each with the seconds to wait
 */
export const startByLink = async (deps: Deps, { ip, ...form }: StartByLink): Promise<BrowserBinding> => {
  const { email, name, password } = form;
  if (!isCustomerPassword(password)) throw atField('PasswordTooWeak', 'password');
  const account = await deps.users.findByEmail(email);
  const token = newToken();
  const link = (expiresAt: Date) => ({
    hash: hashOfToken(token),
    event: account
      ? createEvent(registrationRepeated, { email })
      : createEvent(verifyLinkRequested, { email, name, token, expiresAt: expiresAt.toISOString() }),
  });
  const pause = await beginLinkPause(deps, email);
  try {
    await takeAllowance(deps, { key: { purpose: 'registration', email }, ip, refusal: 'LinkLimitReached' });
    const browser = await holdRegistration(deps, { way: 'link', form, link });
    deps.outbox.kick();
    return browser;
  } catch (error) {
    // Else somebody whose hour is used up could keep an address paused for ever.
    await pause.lift();
    throw error;
  }
};
