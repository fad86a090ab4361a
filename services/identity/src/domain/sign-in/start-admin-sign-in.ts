import { ADMIN_LOCK_FAILURES, ADMIN_WARNING_ATTEMPTS, CODE_TRIES } from '@stagereel/contracts';
import { AppError, isAppError } from '@stagereel/service-kit';
import { issueCode } from '../codes/issue-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network.ts';
import { findBlock } from './blocked-networks.ts';
import { knownDeviceOf } from './known-device.ts';
import { beginAttempt } from './lockout.ts';
import { noteSignIn } from './note-sign-in.ts';
import { type PendingToken, startPending } from './pending-sign-in.ts';
import type { SignInOutcome } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type StartAdminSignIn = { email: string; password: string; visitor: Visitor };

/**
 * The first step: the password. Answers the token that binds the second step to this browser; the code is on its way by mail.
 * An address without an account, a customer's and an admin's with a wrong password are refused by the same words in the same time.
 * @throws AppError CredentialsInvalid (with remainingAttempts when few are left), AccountLocked (with lockoutUntil), AddressBlocked,
 * and as issueCode
 */
export const startAdminSignIn = async (deps: IdentityDeps, { email, password, visitor }: StartAdminSignIn): Promise<PendingToken> => {
  const network = networkOf(visitor.ip);
  const device = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken });
  const user = await deps.users.findByEmail(email);
  const note = (outcome: SignInOutcome): Promise<void> =>
    noteSignIn(deps, { door: 'admin', email, userId: user?.id ?? null, outcome, visitor, isKnownDevice: device !== undefined });

  const block = await findBlock(deps, network);
  if (block) {
    await note('blocked');
    throw block;
  }
  const attempt = await beginAttempt(deps, { email, network, device, allowed: ADMIN_LOCK_FAILURES });
  if ('lockedUntil' in attempt) {
    await note('locked');
    throw locked(deps, attempt.lockedUntil);
  }
  const isRight = await deps.passwords.verify({ stored: user?.isAdmin ? user.passwordHash : undefined, password });
  if (!user || !isRight) {
    const { remaining, lockedUntil } = await attempt.failed();
    await note('wrong-password');
    throw lockedUntil ? locked(deps, lockedUntil) : wrong(remaining);
  }
  await attempt.passed();
  await sendCode(deps, { email, ip: visitor.ip });
  await note('challenged');
  return startPending(deps, { userId: user.id, email });
};

const locked = ({ clock }: Pick<IdentityDeps, 'clock'>, until: Date): AppError =>
  new AppError('AccountLocked', {
    details: { lockoutUntil: until.toISOString() },
    retryAfterSeconds: (until.getTime() - clock().getTime()) / 1000,
  });

const wrong = (remaining: number): AppError =>
  new AppError('CredentialsInvalid', { details: remaining <= ADMIN_WARNING_ATTEMPTS ? { remainingAttempts: remaining } : {} });

/** Whoever starts again within the pause goes on with the code that was just mailed. */
const sendCode = async (deps: IdentityDeps, { email, ip }: { email: string; ip: string }): Promise<void> => {
  const purpose = 'admin-sign-in';
  try {
    await issueCode(deps, { purpose, email, ip });
  } catch (error) {
    const earlier = isAppError(error, 'CodeResendTooSoon') ? await deps.codes.find({ purpose, email }) : undefined;
    const isOpen = earlier && !earlier.isUsed && earlier.tries < CODE_TRIES && earlier.expiresAt > deps.clock();
    if (!isOpen) throw error;
  }
};
