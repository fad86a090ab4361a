import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { findBlock } from '../networks/blocked-networks.ts';
import { networkOf } from '../networks/network.ts';
import type { User } from '../users/user.ts';
import { knownDeviceOf } from './known-device.ts';
import { beginAttempt } from './lockout.ts';
import { noteSignIn, type SignInAttempt } from './note-sign-in.ts';
import type { SignInDoor, SignInOutcome } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type Deps = Pick<
  IdentityDeps,
  'clock' | 'users' | 'passwords' | 'counters' | 'tokens' | 'signIns' | 'blockedNetworks' | 'trustedNetworks' | 'locks'
>;

/** What a door that asks for a password demands. */
export type DoorRules = {
  door: SignInDoor;
  /** Failures of one account from one network that lock it there. */
  allowed: number;
  /** The attempts left are told from this many on. */
  warnAt: number;
  /** Whose right password counts, at the how-manieth attempt. Whoever is refused here looks like one with a wrong password. */
  mayPass: (given: { user: User; attemptNumber: number }) => boolean;
};
type PasswordStep = { email: string; password: string; visitor: Visitor; rules: DoorRules };

/**
 * Checks a password, counted before it is compared. An address without an account, one that may not pass and a wrong password
 * are refused by the same words in the same time.
 * @throws AppError CredentialsInvalid (with remainingAttempts when few are left), AccountLocked (with lockoutUntil), AddressBlocked
 */
export const passPasswordStep = async (
  deps: Deps,
  { email, password, visitor, rules }: PasswordStep,
): Promise<{ user: User; attempt: SignInAttempt }> => {
  const network = networkOf(visitor.ip);
  const device = knownDeviceOf(deps, { email, deviceToken: visitor.deviceToken });
  const user = await deps.users.findByEmail(email);
  const attempt = { door: rules.door, email, userId: user?.id ?? null, visitor, isKnownDevice: device !== undefined };
  const note = (outcome: SignInOutcome): Promise<void> => noteSignIn(deps, { ...attempt, outcome });

  const block = await findBlock(deps, network);
  if (block) {
    await note('blocked');
    throw block;
  }
  const counted = await beginAttempt(deps, { email, network, device, allowed: rules.allowed });
  if ('lockedUntil' in counted) {
    await note('locked');
    throw locked(deps, counted.lockedUntil);
  }
  const mayPass = user !== undefined && rules.mayPass({ user, attemptNumber: counted.number });
  const isRight = await deps.passwords.verify({ stored: mayPass ? user.passwordHash : undefined, password });
  if (!user || !isRight) {
    const { remaining, lockedUntil } = await counted.failed();
    await note('wrong-password');
    throw lockedUntil ? locked(deps, lockedUntil) : wrong({ remaining, warnAt: rules.warnAt });
  }
  await counted.passed();
  return { user, attempt };
};

const locked = ({ clock }: Pick<IdentityDeps, 'clock'>, until: Date): AppError =>
  new AppError('AccountLocked', {
    details: { lockoutUntil: until.toISOString() },
    retryAfterSeconds: (until.getTime() - clock().getTime()) / 1000,
  });

const wrong = ({ remaining, warnAt }: { remaining: number; warnAt: number }): AppError =>
  new AppError('CredentialsInvalid', { details: remaining <= warnAt ? { remainingAttempts: remaining } : {} });
