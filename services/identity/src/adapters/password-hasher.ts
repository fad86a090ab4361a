import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { requireCostlyCall } from '@stagereel/service-kit';
import type { PasswordHasher } from '../domain/user/user.ts';

/**
 * For argon2id, the library's default. Recommended by OWASP:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');

/**
 * Takes the place of the stored hash when there is no such account, so that the time of the response does not show this. Salt and hash are random
 * bytes, so that no password matches, and nothing is hashed at the start.
 * https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
const nobodys = (): string => {
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`;
};

export const createPasswordHasher = (): PasswordHasher => {
  const missing = nobodys();
  return {
    hash: async (password) => {
      requireCostlyCall('hash');
      return hash(password, PARAMETERS);
    },
    verify: async ({ stored, password }) => {
      requireCostlyCall('hash');
      return (await verify(stored ?? missing, password)) && stored !== undefined;
    },
  };
};
