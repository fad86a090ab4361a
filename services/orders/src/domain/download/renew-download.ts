import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { changeOrder } from '../order/change-order.ts';
import { currentPageOf, pageExpiryFrom } from '../order/download-page-expiry.ts';
import {
  getLine,
  hasNothingToDeliver,
  isChargedBack,
  type Order,
  type OrderDownload,
  type PaidOrder,
  replaceLine,
} from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { requireStillStored } from '../video/stored-videos.ts';
import { downloadEndedEventsOf } from './end-downloads.ts';

/**
 * The download page of an order that still has something to download.
 * @throws AppError DownloadPageMissing, OrderChargedBack, DownloadRefunded
 */
export const requireUsablePage = (order: Order): OrderDownload => {
  const page = currentPageOf(order);
  if (!page) throw new AppError('DownloadPageMissing');
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (hasNothingToDeliver(order)) throw new AppError('DownloadRefunded');
  return page;
};

/**
 * Restarts the period of a download page, which may have expired.
 * @throws AppError OrderNotFound, and what requireUsablePage and requireStillStored throw
 */
export const extendPage = async (deps: OrdersDeps, { orderNumber, actor }: { orderNumber: string; actor: Actor }): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      const page = requireUsablePage(current);
      await requireStillStored(deps, current.lines);
      const expiresAt = pageExpiryFrom(deps.now());
      const audit = auditEventOf({
        order: current,
        actor,
        action: 'page-extended',
        before: { expiresAt: page.expiresAt.toISOString() },
        after: { expiresAt: expiresAt.toISOString() },
      });
      return { order: { ...current, download: { ...page, expiresAt } }, events: [audit] };
    },
  });
  return order;
};

/**
 * Lets any browser download a claimed video once more.
 * @throws AppError OrderNotFound, DownloadNotUsed, and what requireStillStored throws
 */
export const reArmLine = async (
  deps: OrdersDeps,
  { orderNumber, lineNumber, actor }: { orderNumber: string; lineNumber: string; actor: Actor },
): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      const line = getLine(current, lineNumber);
      if (!line.claim) throw new AppError('DownloadNotUsed');
      await requireStillStored(deps, [line]);
      const before = { line: lineNumber, claimedAt: line.claim.claimedAt.toISOString() };
      const after = { line: lineNumber, claimedAt: null };
      const audit = auditEventOf({ order: current, actor, action: 'line-re-armed', before, after });
      const now = deps.now();
      const ended = downloadEndedEventsOf({ order: current, lines: [line], now });
      return { order: replaceLine(current, { ...line, claim: null, reArmedAt: now }), events: [...ended, audit] };
    },
  });
  return order;
};
