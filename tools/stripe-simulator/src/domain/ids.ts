import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An unguessable id in Stripe's form, such as `pi_3kT…` with 24 characters after the prefix. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** Letters and digits from a cryptographic source. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
