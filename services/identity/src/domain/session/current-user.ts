import type { SessionClaims, SessionUser } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { toSessionUser, type User } from '../user/user.ts';

/** The account of a session. @throws AppError Unauthorized when it was deleted */
export const requireUser = async ({ users }: IdentityDeps, { sub }: SessionClaims): Promise<User> => {
  const user = await users.findById(sub);
  if (!user) throw new AppError('Unauthorized');
  return user;
};

/** Null without a session, or when the account was deleted. */
export const findCurrentUser = async ({ users }: IdentityDeps, claims: SessionClaims | null): Promise<SessionUser | null> => {
  const user = claims ? await users.findById(claims.sub) : undefined;
  return user ? toSessionUser(user) : null;
};

/** @throws AppError Unauthorized when the account was deleted */
export const getCurrentUser = async (deps: IdentityDeps, claims: SessionClaims): Promise<SessionUser> =>
  toSessionUser(await requireUser(deps, claims));
