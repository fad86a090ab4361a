import type { UserEntry } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';

/** All accounts, newest first. */
export const listAllUsers = async ({ users }: IdentityDeps): Promise<UserEntry[]> =>
  (await users.list()).map(({ createdAt, lastLoginAt, ...user }) => ({
    ...user,
    username: user.email,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  }));

/** For mails to all admins. */
export const listAdminAddresses = async ({ users }: IdentityDeps): Promise<string[]> =>
  (await users.list()).filter(({ isAdmin }) => isAdmin).map(({ email }) => email);
