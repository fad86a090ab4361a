import { whenFirstUsed } from '@stagereel/contracts';
import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as japanese } from '@zxcvbn-ts/language-ja';
import type { CommonPasswords } from '../domain/password/common-password.ts';

/** The shortest word that is found in a password. Shorter ones occur by chance. */
const MIN_LENGTH = 4;

/** About 77,000 common passwords, English words, Japanese words and names, in lower case and Latin letters. */
const words = whenFirstUsed(() => {
  const all = [common, japanese].flatMap((dictionaries) => Object.values<readonly (string | number)[]>(dictionaries).flat());
  // Japanese names are written with an apostrophe, as in ken'ichi, but typed without.
  return new Set(all.map((word) => String(word).toLowerCase().replaceAll("'", '')).filter(({ length }) => length >= MIN_LENGTH));
});

export const commonPasswords: CommonPasswords = { has: (word) => words().has(word) };
