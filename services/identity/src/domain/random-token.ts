import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters of base64url. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The hash that is stored instead of the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
