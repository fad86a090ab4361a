import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../domain/user/user.ts';

/**
 * For argon2id, the library's default. Recommended by OWASP:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verifying a missing hash compares with the hash of a random password, so that it takes as long as for an existing account. */
export const createPasswordHasher = async (): Promise<PasswordHasher> => {
  const randomHash = await hash(randomBytes(32), PARAMETERS);
  return {
    hash: (password) => hash(password, PARAMETERS),
    verify: async ({ stored, password }) => (await verify(stored ?? randomHash, password)) && stored !== undefined,
  };
};
