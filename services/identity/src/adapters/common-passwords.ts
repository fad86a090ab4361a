import { whenFirstUsed } from '@stagereel/contracts';
import type { CommonPasswords } from '../domain/password/password-policy.ts';
import { lines } from './common-passwords.compiled.ts';

const passwords = whenFirstUsed(() => new Set(lines.split('\n')));

export const commonPasswords: CommonPasswords = { has: (password) => passwords().has(password) };
