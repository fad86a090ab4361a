import { randomBytes } from 'node:crypto';
import { DOWNLOAD_PAGE_SECONDS, RECALL_SECONDS } from '@stagereel/contracts';
import type { Order, OrderDownload } from './order.ts';

const PAGE_ID_BYTES = 32;

/** Who has the id has the page, so nobody can guess one. */
export const newPageId = (): string => randomBytes(PAGE_ID_BYTES).toString('base64url');

/** The end of a download page's days that begin at a time. */
export const pageEndOf = (from: Date): Date => new Date(from.getTime() + DOWNLOAD_PAGE_SECONDS * 1000);

/** The page of a delivery that stands; null also while it is taken back, though its id stays the order's. */
export const standingPageOf = ({ download }: Pick<Order, 'download'>): OrderDownload | null =>
  download?.recalledAt === null ? download : null;

/** How much longer a delivery can be taken back, in ms; 0 or less when it is too late. */
export const recallMsLeft = ({ page, now }: { page: Pick<OrderDownload, 'openedAt'>; now: Date }): number =>
  page.openedAt.getTime() + RECALL_SECONDS * 1000 - now.getTime();
