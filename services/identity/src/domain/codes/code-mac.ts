import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CodeKey } from './code-store.ts';

/** What is kept of a code: worth nothing without the secret, and to no other purpose or address. */
export const codeMac = ({ secret, key, code }: { secret: string; key: CodeKey; code: string }): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([key.purpose, key.email, code]))
    .digest('base64url');

export const isSameMac = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
