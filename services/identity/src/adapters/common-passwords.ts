import { whenFirstUsed } from '@stagereel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { CommonPasswords } from '../domain/password/password-policy.ts';

/** The 49,000 most common passwords, in lower case. The first 10,000 would not be enough, because few of them satisfy the rules of length and characters. */
const passwords = whenFirstUsed(() => new Set(dictionary['passwords-common']));

export const commonPasswords: CommonPasswords = { has: (password) => passwords().has(password) };
