import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { findBlock } from '../network/blocked-networks.ts';
import type { User } from '../user/user.ts';
import { beginAttempt } from './lockout.ts';
import { recordSignIn, type SignInAttempt } from './record-sign-in.ts';
import type { SignInEntryPoint, SignInOutcome } from './sign-in-event.ts';
import { sourceOf, type Visitor } from './visitor.ts';

/** The rules of one entry point. */
export type PasswordPolicy = {
  entryPoint: SignInEntryPoint;
  /** This many failures of an account from one network lock it for that network. */
  maxFailures: number;
  /** The response reports the remaining attempts when there are this many or fewer. */
  warnAt: number;
  /**
   * Whether this user may sign in here with the correct password. If not, the response is the same as for a wrong password.
   * `attemptNumber`: how many attempts in a row came from this network for this account, including this one.
   */
  accepts: (input: { user: User; attemptNumber: number }) => boolean;
};
type PasswordStep = { email: string; password: string; visitor: Visitor; policy: PasswordPolicy };

/**
 * Verifies a password. The attempt is counted before the comparison. An unknown address, a user whom the policy rejects and a wrong password
 * get the same response after the same time.
 * @throws AppError CredentialsInvalid (with remainingAttempts when few are left), AccountLocked (with lockoutUntil), AddressBlocked
 */
export const verifyPasswordStep = async (
  deps: IdentityDeps,
  { email, password, visitor, policy }: PasswordStep,
): Promise<{ user: User; attempt: SignInAttempt }> => {
  const source = await sourceOf(deps, { email, visitor });
  const { network, isKnownDevice } = source;
  const user = await deps.users.findByEmail(email);
  const attempt = { entryPoint: policy.entryPoint, email, userId: user?.id ?? null, visitor, isKnownDevice };
  const record = (outcome: SignInOutcome): Promise<void> => recordSignIn(deps, { ...attempt, outcome });

  // Known devices have a limit of their own: strangers in the same network must not lock out the owner.
  const block = isKnownDevice ? undefined : await findBlock(deps, network);
  if (block) {
    await record('blocked');
    throw block;
  }
  const counted = await beginAttempt(deps, { email, ...source, maxFailures: policy.maxFailures });
  if ('lockedUntil' in counted) {
    await record('locked');
    throw accountLocked(deps, counted.lockedUntil);
  }
  const isAccepted = user !== undefined && policy.accepts({ user, attemptNumber: counted.number });
  const isCorrect = await deps.passwordHasher.verify({ stored: isAccepted ? user.passwordHash : undefined, password });
  if (!user || !isCorrect) {
    const { remaining, lockedUntil } = await counted.fail();
    await record('wrong-password');
    throw lockedUntil ? accountLocked(deps, lockedUntil) : credentialsInvalid({ remaining, warnAt: policy.warnAt });
  }
  await counted.succeed();
  return { user, attempt };
};

const accountLocked = ({ now }: IdentityDeps, until: Date): AppError =>
  new AppError('AccountLocked', {
    details: { lockoutUntil: until.toISOString() },
    retryAfterSeconds: (until.getTime() - now().getTime()) / 1000,
  });

const credentialsInvalid = ({ remaining, warnAt }: { remaining: number; warnAt: number }): AppError =>
  new AppError('CredentialsInvalid', { details: remaining <= warnAt ? { remainingAttempts: remaining } : {} });
