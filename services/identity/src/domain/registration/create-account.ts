import { type SessionClaims, userRegistered } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { completeSignIn, type SignedIn } from '../sign-in/complete-sign-in.ts';
import { sourceOf, type Visitor } from '../sign-in/visitor.ts';
import type { User } from '../user/user.ts';
import type { Applicant } from './pending-registration.ts';

/**
 * Creates the account of a proven address and stores its event in the same write. Idempotent per applicant: after a crash, or for a
 * concurrent request, it returns the account that was created.
 * @throws AppError AccountExists when the address already has another account
 */
export const createAccount = async (deps: IdentityDeps, { userId, email, name, passwordHash }: Applicant): Promise<User> => {
  const user: User = {
    id: userId,
    email,
    name,
    passwordHash,
    isAdmin: false,
    emailProven: true,
    createdAt: deps.now(),
    lastLoginAt: null,
    twoFactor: null,
  };
  if (await deps.users.create({ user, events: [createEvent(userRegistered, { userId, email, name })] })) {
    deps.outbox.trigger();
    return user;
  }
  const existing = await deps.users.findByEmail(email);
  if (existing?.id !== userId) throw new AppError('AccountExists');
  return existing;
};

type SignInNewUser = { user: User; visitor: Visitor; previousSession: SessionClaims | null };

/** @throws AppError as completeSignIn */
export const signInNewUser = async (deps: IdentityDeps, { user, visitor, previousSession }: SignInNewUser): Promise<SignedIn> => {
  const { id: userId, email } = user;
  const { isKnownDevice } = await sourceOf(deps, { email, visitor });
  return completeSignIn(deps, { user, attempt: { entryPoint: 'registration', email, userId, visitor, isKnownDevice }, previousSession });
};
