import { PENDING_REGISTRATION_SECONDS, type SessionClaims, WANTED_ACCOUNTS_PER_ADDRESS_HOUR } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireCustomerPassword } from '../password/password-policy.ts';
import { sessionFingerprint } from '../session/session.ts';
import type { SignedIn } from '../sign-in/complete-sign-in.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { createAccount, signInNewUser } from './create-account.ts';
import { type Applicant, reuseOrCreateBrowserToken } from './pending-registration.ts';
import type { RegistrationForm, RegistrationToken } from './save-pending-registration.ts';
import { type WantedAccountResult, wantedAccountId } from './wanted-account.ts';

type SaveWantedAccount = RegistrationForm & {
  /** The address for which this browser has a proof. */
  provenEmail: string | undefined;
};

/**
 * Before the code is mailed, so that the customer can correct the password in the same form.
 * @throws AppError as requireCustomerPassword
 */
export const checkWantedPassword = (deps: IdentityDeps, owner: Pick<RegistrationForm, 'email' | 'name' | 'password'>): void =>
  requireCustomerPassword(deps, { password: owner.password, field: 'password', owner });

/**
 * Keeps the hash of the chosen password until the order is paid. Replaces what this browser wanted before.
 * @throws AppError ProofRequired, AccountExists, WantedAccountLimitReached; as checkWantedPassword
 */
export const saveWantedAccount = async (deps: IdentityDeps, input: SaveWantedAccount): Promise<RegistrationToken> => {
  const { email, name, password, browserToken, provenEmail } = input;
  if (provenEmail !== email) throw new AppError('ProofRequired');
  checkWantedPassword(deps, input);
  if (await deps.users.findByEmail(email)) throw new AppError('AccountExists');
  const { count, expiresInMs } = await deps.counters.wantedAccounts.increment(email);
  if (count > WANTED_ACCOUNTS_PER_ADDRESS_HOUR) throw new AppError('WantedAccountLimitReached', { retryAfterSeconds: expiresInMs / 1000 });
  const token = reuseOrCreateBrowserToken(browserToken);
  const passwordHash = await deps.passwordHasher.hash(password);
  await deps.wantedAccounts.save({
    id: wantedAccountId(token),
    applicant: { userId: uuid(), email, name, passwordHash },
    expiresAt: addSeconds({ to: deps.now(), seconds: PENDING_REGISTRATION_SECONDS }),
  });
  return { token, seconds: PENDING_REGISTRATION_SECONDS };
};

type OrderInBrowser = { orderNumber: string; browserToken: string | undefined };

/**
 * The order becomes known only when its payment is prepared. An order number that is not this browser's own has no effect: the address of
 * the paid order must be the address that the browser has proven.
 * @throws AppError NotFound when this browser wants no account
 */
export const bindWantedAccount = async (deps: IdentityDeps, { orderNumber, browserToken }: OrderInBrowser): Promise<void> => {
  const isBound =
    browserToken && (await deps.wantedAccounts.bindToOrder({ id: wantedAccountId(browserToken), orderNumber, now: deps.now() }));
  if (!isBound) throw new AppError('NotFound');
};

export const discardWantedAccount = async (deps: IdentityDeps, browserToken: string | undefined): Promise<void> => {
  if (browserToken) await deps.wantedAccounts.remove(wantedAccountId(browserToken));
};

/**
 * Creates the account for a paid order. It runs on the event alone, so that a closed tab loses nothing and a repeated event changes nothing.
 * An account that the address got in the meantime stays as it is.
 */
export const createWantedAccount = async (deps: IdentityDeps, paid: { orderNumber: string; email: string }): Promise<void> => {
  const wanted = await deps.wantedAccounts.findByOrder({ orderNumber: paid.orderNumber, email: paid.email, now: deps.now() });
  if (!wanted) return;
  const { id, applicant } = wanted;
  const { userId } = applicant;
  await deps.wantedAccounts.finish({ id, userId, result: await createOrFind(deps, applicant) });
};

const createOrFind = async (deps: IdentityDeps, applicant: Applicant): Promise<WantedAccountResult> => {
  try {
    await createAccount(deps, applicant);
    return { kind: 'created', userId: applicant.userId, fingerprint: sessionFingerprint(applicant) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'AccountExists') return { kind: 'exists' };
    throw error;
  }
};

type SignInToWantedAccount = OrderInBrowser & { visitor: Visitor; previousSession: SessionClaims | null };
export type WantedAccountOutcome = { account: 'created'; signedIn: SignedIn } | { account: 'pending' | 'exists' | 'none' };

/**
 * Signs the browser that chose the password in to the account that its paid order created, once, unless the password was changed or all sessions were ended since.
 * @throws AppError as signInNewUser
 */
export const signInToWantedAccount = async (deps: IdentityDeps, input: SignInToWantedAccount): Promise<WantedAccountOutcome> => {
  const { orderNumber, browserToken, visitor, previousSession } = input;
  const wanted = browserToken ? await deps.wantedAccounts.find({ id: wantedAccountId(browserToken), now: deps.now() }) : undefined;
  if (!wanted || wanted.orderNumber !== orderNumber) return { account: 'none' };
  if (!wanted.result) return { account: 'pending' };
  // Of concurrent requests, only one signs in.
  if (!(await deps.wantedAccounts.remove(wanted.id))) return { account: 'none' };
  if (wanted.result.kind === 'exists') return { account: 'exists' };
  const user = await deps.users.findById(wanted.result.userId);
  if (!user) return { account: 'none' };
  if (sessionFingerprint(user) !== wanted.result.fingerprint) return { account: 'exists' };
  return { account: 'created', signedIn: await signInNewUser(deps, { user, visitor, previousSession }) };
};
