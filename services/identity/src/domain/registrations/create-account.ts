import { userRegistered } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import type { User } from '../users/user.ts';
import type { Applicant } from './pending-registration-store.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'outbox'>;

/**
 * Makes the account of a proven address, with its event in the same write. Whoever comes again with the same applicant, after a crash or at
 * the same time, gets the account that was made.
 * @throws AppError AccountExists when the address got its account otherwise
 */
export const createAccount = async (deps: Deps, { userId, email, name, passwordHash }: Applicant): Promise<User> => {
  const user: User = {
    id: userId,
    email,
    name,
    passwordHash,
    isAdmin: false,
    emailProven: true,
    createdAt: deps.clock(),
    lastLoginAt: null,
    twoFactor: null,
  };
  if (await deps.users.create({ user, events: [createEvent(userRegistered, { userId, email, name })] })) {
    deps.outbox.kick();
    return user;
  }
  const existing = await deps.users.findByEmail(email);
  if (existing?.id !== userId) throw new AppError('AccountExists');
  return existing;
};
