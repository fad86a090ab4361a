import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';
import { requireAdminPassword } from '../password/password-policy.ts';
import { hashToken } from '../random-token.ts';

export type FirstAdminOutcome = 'created' | 'exists' | 'was-deleted' | 'belongs-to-customer';

/**
 * Creates the first admin once, across all replicas and restarts. An existing account is not changed and a deleted one is not created again:
 * its password, role or deletion may be a later decision, which environment variables must not undo.
 * @throws AppError as requireAdminPassword, only when the account would be created
 */
export const ensureFirstAdmin = async (
  deps: IdentityDeps,
  { email, password }: { email: string; password: string },
): Promise<FirstAdminOutcome> => {
  const emailHash = hashToken(email);
  const existing = await deps.users.findByEmail(email);
  if (existing && !existing.isAdmin) return 'belongs-to-customer';
  if (!existing && (await deps.firstAdmins.has(emailHash))) return 'was-deleted';
  if (!existing) requireAdminPassword(deps, { password, field: 'password', owner: { email, name: null } });
  const isCreated = !existing && (await createAdmin(deps, { email, password }));
  // After the account: if the process crashes in between, the next start finds the account and adds the entry.
  await deps.firstAdmins.add(emailHash);
  return isCreated ? 'created' : 'exists';
};

const createAdmin = async (
  { users, passwordHasher, now }: IdentityDeps,
  { email, password }: { email: string; password: string },
): Promise<boolean> =>
  users.create({
    user: {
      id: uuid(),
      email,
      name: null,
      passwordHash: await passwordHasher.hash(password),
      isAdmin: true,
      emailProven: true,
      createdAt: now(),
      lastLoginAt: null,
      twoFactor: null,
    },
    events: [],
  });
