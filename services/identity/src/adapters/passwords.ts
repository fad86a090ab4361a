import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../domain/users/passwords.ts';

/** argon2id, the library's default kind; OWASP's second choice of parameters: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id. Makes one hash of nothing anybody knows, so that an account that does not exist costs as much as one that does. */
export const createPasswords = async (): Promise<Passwords> => {
  const nobodys = await hash(randomBytes(32), PARAMETERS);
  return {
    hash: (password) => hash(password, PARAMETERS),
    verify: async ({ stored, password }) => (await verify(stored ?? nobodys, password)) && stored !== undefined,
  };
};
