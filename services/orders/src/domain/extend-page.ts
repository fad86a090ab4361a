import { type Actor, AppError } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import { isChargedBack, isGivenBack, type Order, type OrderDownload, type PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { pageEndOf, standingPageOf } from './page-life.ts';
import type { Videos } from './ports.ts';
import { assertStillThere } from './stored-videos.ts';

type Deps = ChangeDeps & { videos: Pick<Videos, 'find'>; now: () => Date };

/**
 * The download page of an order, where it is of use to its customer.
 * @throws AppError DownloadPageMissing, OrderChargedBack, DownloadRefunded
 */
export const usefulPageOf = (order: Order): OrderDownload => {
  const page = standingPageOf(order);
  if (!page) throw new AppError('DownloadPageMissing');
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (isGivenBack(order)) throw new AppError('DownloadRefunded');
  return page;
};

/**
 * Lets the days of a download page begin anew, also of one that has expired.
 * @throws AppError OrderNotFound, DownloadPageMissing, OrderChargedBack, DownloadRefunded, and what assertStillThere throws
 */
export const extendPage = async (deps: Deps, { orderNumber, actor }: { orderNumber: string; actor: Actor }): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      const page = usefulPageOf(current);
      await assertStillThere(deps, current.lines);
      const expiresAt = pageEndOf(deps.now());
      const acted = orderActed({
        order: current,
        actor,
        action: 'page-extended',
        before: { expiresAt: page.expiresAt.toISOString() },
        after: { expiresAt: expiresAt.toISOString() },
      });
      return { order: { ...current, download: { ...page, expiresAt } }, events: [acted] };
    },
  });
  return order;
};
