import { createHash, randomBytes } from 'node:crypto';

/** 43 characters nobody guesses. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of such a token: nothing leads back to it. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
