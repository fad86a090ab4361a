import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'users' | 'passwords' | 'clock'>;
export type FirstAdmin = 'created' | 'exists' | 'address-is-a-customers';

/**
 * Makes the first admin, once over all replicas and restarts. An account that exists is left as it is: its password and role
 * may have been changed since, and an environment must not undo that.
 */
export const ensureFirstAdmin = async (deps: Deps, { email, password }: { email: string; password: string }): Promise<FirstAdmin> => {
  const existing = await deps.users.findByEmail(email);
  if (existing) return existing.isAdmin ? 'exists' : 'address-is-a-customers';
  const isCreated = await deps.users.create({
    user: {
      id: uuid(),
      email,
      name: null,
      passwordHash: await deps.passwords.hash(password),
      isAdmin: true,
      emailProven: true,
      createdAt: deps.clock(),
      lastLoginAt: null,
    },
    events: [],
  });
  return isCreated ? 'created' : 'exists';
};
