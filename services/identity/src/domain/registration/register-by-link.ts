import { registrationRepeated, VERIFY_LINK_TRIES, verifyLinkRequested } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import { reserveCodeQuota } from '../code/code-limits.ts';
import type { IdentityDeps } from '../deps.ts';
import { fieldError } from '../field-error.ts';
import { requireCustomerPassword } from '../password/password-policy.ts';
import { createToken, hashToken } from '../random-token.ts';
import { sourceOf, type Visitor } from '../sign-in/visitor.ts';
import { createAccount } from './create-account.ts';
import { type Applicant, type PendingRegistration, pendingRegistrationId } from './pending-registration.ts';
import { type RegistrationForm, type RegistrationToken, savePendingRegistration } from './save-pending-registration.ts';

type StartRegistration = RegistrationForm & { visitor: Visitor };

/**
 * Step 1: stores the registration for this browser and mails its link. An address that already has an account gets a notice by mail instead
 * of the link; the response does not reveal that.
 * @throws AppError as requireCustomerPassword; LinkResendTooSoon or LinkLimitReached, each with the seconds to wait
 */
export const startRegistrationByLink = async (deps: IdentityDeps, { visitor, ...form }: StartRegistration): Promise<RegistrationToken> => {
  const { email, name, password } = form;
  requireCustomerPassword(deps, { password, field: 'password', owner: form });
  const account = await deps.users.findByEmail(email);
  const token = createToken();
  const link = (expiresAt: Date) => ({
    hash: hashToken(token),
    event: account
      ? createEvent(registrationRepeated, { email })
      : createEvent(verifyLinkRequested, { email, name, token, expiresAt: expiresAt.toISOString() }),
  });
  const cooldown = await startLinkCooldown(deps, email);
  try {
    const source = await sourceOf(deps, { email, visitor });
    await reserveCodeQuota(deps, { key: { purpose: 'registration', email }, source, limitError: 'LinkLimitReached' });
    const browser = await savePendingRegistration(deps, { method: 'link', form, link });
    deps.outbox.trigger();
    return browser;
  } catch (error) {
    // Otherwise somebody without quota could keep an address in cooldown forever.
    await cooldown.cancel();
    throw error;
  }
};

/**
 * Two links to one address are at least as far apart as two codes, from whichever browsers they are requested.
 * @throws AppError LinkResendTooSoon with the seconds to wait
 */
export const startLinkCooldown = async (
  { counters: { linkCooldown }, limits }: IdentityDeps,
  email: string,
): Promise<{ cancel: () => Promise<void> }> => {
  if (limits.codeResendSeconds === 0) return { cancel: async () => undefined };
  const { count, expiresInMs } = await linkCooldown.increment(email);
  if (count > 1) throw new AppError('LinkResendTooSoon', { retryAfterSeconds: expiresInMs / 1000 });
  return { cancel: () => linkCooldown.reset(email) };
};

/**
 * Step 2 in the browser that registered: creates the account with the link alone. In any other browser the link changes nothing, because
 * mail scanners open links, and an address may have been registered by a stranger who knows the password. Opening the link again after the
 * account was created succeeds in any browser.
 * @throws AppError RegistrationPasswordRequired in another browser, VerifyLinkInvalid, VerifyLinkExpired; AccountExists when the address
 * got another account in the meantime
 */
export const completeRegistrationByLink = async (
  deps: IdentityDeps,
  { token, browserToken }: { token: string; browserToken: string | undefined },
): Promise<void> => {
  const { id, applicant, tries } = await requireLink(deps, token);
  if (!applicant) return;
  const ownId = browserToken && pendingRegistrationId({ method: 'link', browserToken, email: applicant.email });
  if (id !== ownId) throw new AppError(tries < VERIFY_LINK_TRIES ? 'RegistrationPasswordRequired' : 'VerifyLinkInvalid');
  await complete(deps, { id, applicant });
};

/**
 * Step 2 in another browser: creates the account with the link and the password chosen in step 1.
 * @throws AppError RegistrationPasswordInvalid, VerifyLinkInvalid when no try is left; as completeRegistrationByLink
 */
export const completeRegistrationByLinkAndPassword = async (
  deps: IdentityDeps,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const { id, applicant } = await requireLink(deps, token);
  if (!applicant) return;
  // Counted before the comparison, so that parallel guesses are all counted.
  if (!(await deps.pendingRegistrations.countTry(id))) throw new AppError('VerifyLinkInvalid');
  const isCorrect = await deps.passwordHasher.verify({ stored: applicant.passwordHash, password });
  if (!isCorrect) throw fieldError('RegistrationPasswordInvalid', 'password');
  await complete(deps, { id, applicant });
};

const requireLink = async ({ now, pendingRegistrations }: IdentityDeps, token: string): Promise<PendingRegistration> => {
  const pending = await pendingRegistrations.findByLink(hashToken(token));
  if (!pending) throw new AppError('VerifyLinkInvalid');
  if (pending.expiresAt <= now()) throw new AppError('VerifyLinkExpired');
  return pending;
};

const complete = async (deps: IdentityDeps, { id, applicant }: { id: string; applicant: Applicant }): Promise<void> => {
  await createAccount(deps, applicant);
  await deps.pendingRegistrations.complete(id);
};
