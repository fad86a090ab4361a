import { randomBytes } from 'node:crypto';
import { DOWNLOAD_CLAIM_COOKIE } from '@stagereel/contracts';

/** The cookie of a browser that has looked at a download page. */
export const newBrowser = (): string => `${DOWNLOAD_CLAIM_COOKIE}=${randomBytes(32).toString('base64url')}`;
