import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';
import { hashOfToken } from '../random-token.ts';

type Deps = Pick<IdentityDeps, 'users' | 'firstAdmins' | 'passwords' | 'clock'>;
export type FirstAdmin = 'created' | 'exists' | 'was-deleted' | 'address-is-a-customers';

/**
 * Makes the first admin, once over all replicas and restarts. An account that exists is left as it is, and one that was deleted stays so:
 * its password, its role and its end may have been decided since, and an environment must not undo that.
 */
export const ensureFirstAdmin = async (deps: Deps, { email, password }: { email: string; password: string }): Promise<FirstAdmin> => {
  const key = hashOfToken(email);
  const existing = await deps.users.findByEmail(email);
  if (existing && !existing.isAdmin) return 'address-is-a-customers';
  if (!existing && (await deps.firstAdmins.isKnown(key))) return 'was-deleted';
  const isCreated = !existing && (await createAdmin(deps, { email, password }));
  // After the account, so that a process that dies between the two finds it there the next time.
  await deps.firstAdmins.remember(key);
  return isCreated ? 'created' : 'exists';
};

const createAdmin = async ({ users, passwords, clock }: Deps, { email, password }: { email: string; password: string }): Promise<boolean> =>
  users.create({
    user: {
      id: uuid(),
      email,
      name: null,
      passwordHash: await passwords.hash(password),
      isAdmin: true,
      emailProven: true,
      createdAt: clock(),
      lastLoginAt: null,
      twoFactor: null,
    },
    events: [],
  });
