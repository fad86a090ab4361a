import { randomBytes } from 'node:crypto';
import { DOWNLOAD_PAGE_SECONDS } from '@stagereel/contracts';

const PAGE_ID_BYTES = 32;

/** Who has the id has the page, so nobody can guess one. */
export const newPageId = (): string => randomBytes(PAGE_ID_BYTES).toString('base64url');

/** The end of a download page's days that begin at a time. */
export const pageEndOf = (from: Date): Date => new Date(from.getTime() + DOWNLOAD_PAGE_SECONDS * 1000);
