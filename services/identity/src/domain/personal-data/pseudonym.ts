import { createHmac } from 'node:crypto';
import type { IdentityDeps } from '../deps.ts';

const LENGTH = 12;

/**
 * Stands for an address that was erased. It is always the same for an address, so that entries about one person stay connected, and cannot be
 * guessed without the secret.
 */
export const pseudonymOf = ({ limits }: Pick<IdentityDeps, 'limits'>, email: string): string =>
  `削除済み-${createHmac('sha256', limits.codeSecret).update(`pseudonym:${email}`).digest('hex').slice(0, LENGTH)}`;
