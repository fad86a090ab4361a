import { createHmac } from 'node:crypto';
import type { IdentityDeps } from '../deps.ts';

const LENGTH = 12;

/**
 * Stands for an address that was erased. It is always the same for an address, so that entries about one person stay connected, and cannot be
 * guessed without the secret.
 */
export const pseudonymOf = ({ limits }: Pick<IdentityDeps, 'limits'>, email: string): string =>
  `削除済み-${createHmac('sha256', limits.codeSecret).update(`pseudonym:${email}`).digest('hex').slice(0, LENGTH)}`;

/** Whatever looks like an address in a text. Longer addresses that contain the wanted one are other addresses. */
const ADDRESS = /[^\s"<>()[\]\\,;:「」（）、。]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/gi;

/** All addresses in a value of any shape. */
export const addressesIn = (value: unknown): string[] => [
  ...new Set((JSON.stringify(value) ?? '').match(ADDRESS)?.map((found) => found.toLowerCase())),
];

type Replacement = { email: string; pseudonym: string };

/** Replaces an address in all texts of a value of any shape. */
export const replaceAddress = <Value>(value: Value, replacement: Replacement): Value => replaceIn(value, replacement) as Value;

const replaceIn = (value: unknown, replacement: Replacement): unknown => {
  if (typeof value === 'string') {
    return value.replace(ADDRESS, (found) => (found.toLowerCase() === replacement.email ? replacement.pseudonym : found));
  }
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replacement));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIn(item, replacement)]));
};
