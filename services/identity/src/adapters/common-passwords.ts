import { CUSTOMER_PASSWORD } from '@stagereel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { CommonPasswords } from '../domain/password/password-policy.ts';

/**
 * The 49,000 most common passwords, in lower case: the first 10,000 alone have too few that satisfy the rules of length and characters. Shorter
 * ones are refused anyway.
 */
export const createCommonPasswords = (): CommonPasswords =>
  new Set(dictionary['passwords-common'].filter(({ length }) => length >= CUSTOMER_PASSWORD.minLength));
