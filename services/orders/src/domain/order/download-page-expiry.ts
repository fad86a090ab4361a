import { DOWNLOAD_PAGE_SECONDS, RECALL_SECONDS } from '@stagereel/contracts';
import type { Order, OrderDownload } from './order.ts';

export const pageExpiryFrom = (start: Date): Date => new Date(start.getTime() + DOWNLOAD_PAGE_SECONDS * 1000);

/** The page of the current delivery; null while that is recalled, although the order keeps the page id. */
export const currentPageOf = ({ download }: Pick<Order, 'download'>): OrderDownload | null =>
  download?.recalledAt === null ? download : null;

/** The current page with its videos; null too if all of them were declined since, while the rest of the order is awaited. */
export const pageWithVideosOf = (order: Pick<Order, 'download' | 'lines'>): OrderDownload | null =>
  order.lines.some(({ video }) => video !== null) ? currentPageOf(order) : null;

/** How much longer a delivery can be recalled, in ms; 0 or less when it is too late. */
export const recallMsLeft = ({ page, now }: { page: Pick<OrderDownload, 'openedAt'>; now: Date }): number =>
  page.openedAt.getTime() + RECALL_SECONDS * 1000 - now.getTime();
