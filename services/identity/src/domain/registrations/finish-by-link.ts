import { VERIFY_LINK_TRIES } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { hashOfToken } from '../random-token.ts';
import { atField } from '../users/at-field.ts';
import { createAccount } from './create-account.ts';
import type { Applicant, PendingRegistration } from './pending-registration-store.ts';
import { pendingIdOf } from './registering-browser.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'outbox' | 'pendingRegistrations'>;

/**
 * Makes the account by the mailed link alone, in the browser that registered. Opened anywhere else it changes nothing: whoever reads mail there,
 * a scanner or the address's owner whom a stranger has registered, has not chosen the password.
 * A link whose account is made says so again, wherever it is opened.
 * @throws AppError RegistrationPasswordRequired in any other browser, VerifyLinkInvalid, VerifyLinkExpired; AccountExists when the address
 * got its account otherwise
 */
export const finishByLink = async (
  deps: Deps,
  { token, browserToken }: { token: string; browserToken: string | undefined },
): Promise<void> => {
  const { id, applicant, tries } = await requireLink(deps, token);
  if (!applicant) return;
  const isOwn = browserToken !== undefined && id === pendingIdOf({ way: 'link', browserToken, email: applicant.email });
  if (!isOwn) throw new AppError(tries < VERIFY_LINK_TRIES ? 'RegistrationPasswordRequired' : 'VerifyLinkInvalid');
  await complete(deps, { id, applicant });
};

/**
 * Makes the account by the mailed link in any browser, with the password that was chosen at registration.
 * @throws AppError RegistrationPasswordInvalid, VerifyLinkInvalid when no try is left, and as finishByLink
 */
export const finishByLinkAndPassword = async (
  deps: Deps & Pick<IdentityDeps, 'passwords'>,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const { id, applicant } = await requireLink(deps, token);
  if (!applicant) return;
  // Counted before it is compared, so that guesses in parallel are all counted.
  if (!(await deps.pendingRegistrations.countTry(id))) throw new AppError('VerifyLinkInvalid');
  const isRight = await deps.passwords.verify({ stored: applicant.passwordHash, password });
  if (!isRight) throw atField('RegistrationPasswordInvalid', 'password');
  await complete(deps, { id, applicant });
};

const requireLink = async ({ clock, pendingRegistrations }: Deps, token: string): Promise<PendingRegistration> => {
  const pending = await pendingRegistrations.findByLink(hashOfToken(token));
  if (!pending) throw new AppError('VerifyLinkInvalid');
  if (pending.expiresAt <= clock()) throw new AppError('VerifyLinkExpired');
  return pending;
};

const complete = async (deps: Deps, { id, applicant }: { id: string; applicant: Applicant }): Promise<void> => {
  await createAccount(deps, applicant);
  await deps.pendingRegistrations.complete(id);
};
