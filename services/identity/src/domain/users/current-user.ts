import type { SessionClaims, SessionUser } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { toSessionUser, type User } from './user.ts';

type Deps = Pick<IdentityDeps, 'users'>;

/** Whose session it is; null without one, and for an account that is gone. */
export const findCurrentUser = async ({ users }: Deps, claims: SessionClaims | null): Promise<SessionUser | null> => {
  const user = claims ? await users.findById(claims.sub) : undefined;
  return user ? toSessionUser(user) : null;
};

/** The account of a session. @throws AppError Unauthorized when it is gone */
export const requireAccount = async ({ users }: Deps, { sub }: SessionClaims): Promise<User> => {
  const user = await users.findById(sub);
  if (!user) throw new AppError('Unauthorized');
  return user;
};

/** @throws AppError Unauthorized for an account that is gone */
export const getCurrentUser = async (deps: Deps, claims: SessionClaims): Promise<SessionUser> =>
  toSessionUser(await requireAccount(deps, claims));
