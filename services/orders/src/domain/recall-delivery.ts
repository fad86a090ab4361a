import { orderRecalled } from '@stagereel/contracts';
import { type Actor, AppError, createEvent } from '@stagereel/service-kit';
import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { endedEventsOf } from './end-downloads.ts';
import { withoutClaim } from './lines.ts';
import { isGivenBack, type OrderDownload, type PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { fulfilmentLifeCycle } from './order-life-cycle.ts';
import { recallMsLeft } from './page-life.ts';
import { sourceNameOf } from './video-source.ts';

type Recall = {
  orderNumber: string;
  /** The delivery that is meant, as an ISO time. */
  openedAt: string;
  actor: Actor;
};
type Seen = { order: PaidOrder; openedAt: string; now: Date };

const recallablePage = ({ order, openedAt, now }: Seen): OrderDownload => {
  const page = order.download;
  if (!page) throw new AppError('DownloadPageMissing');
  if (page.recalledAt) throw new AppError('DeliveryAlreadyRecalled');
  if (new Date(openedAt).getTime() !== page.openedAt.getTime()) throw new AppError('DeliveryRenewed');
  if (isGivenBack(order)) throw new AppError('RecallMoneyBack');
  if (recallMsLeft({ page, now }) <= 0) throw new AppError('RecallTooLate');
  return page;
};

const recall = ({ order, openedAt, actor, now }: Seen & { actor: Actor }): Change => {
  const page = recallablePage({ order, openedAt, now });
  const status = fulfilmentLifeCycle.initial;
  const delivered = order.lines.filter(({ video }) => video !== null);
  const before = {
    status: order.status,
    videos: delivered.map(({ number, video }) => `${number} ${video ? sourceNameOf(video) : ''}`),
    downloaded: delivered.filter(({ claim }) => claim !== null).map(({ number }) => number),
  };
  const lines = order.lines.map((line) => ({ ...withoutClaim(line, now), video: null }));
  return {
    order: { ...order, lines, status, handledAt: null, download: { ...page, recalledAt: now } },
    events: [
      createEvent(orderRecalled, {
        orderNumber: order.number,
        deliveredAt: page.openedAt.toISOString(),
        recalledAt: now.toISOString(),
      }),
      ...endedEventsOf({ order, lines: order.lines, now }),
      orderActed({ order, actor, action: 'delivery-recalled', before, after: { status, videos: [] } }),
    ],
  };
};

/**
 * Takes the latest delivery of an order back, for a while after it: the order awaits its videos again, and what was claimed of them ends. The
 * page keeps its address for the next delivery and says until then that it is coming.
 * @throws AppError OrderNotFound, DownloadPageMissing, DeliveryAlreadyRecalled, DeliveryRenewed, RecallMoneyBack, RecallTooLate
 */
export const recallDelivery = async (
  deps: ChangeDeps & { now: () => Date },
  { orderNumber, openedAt, actor }: Recall,
): Promise<PaidOrder> => {
  const change = (order: PaidOrder) => recall({ order, openedAt, actor, now: deps.now() });
  const { order } = await changeOrder(deps, { orderNumber, change });
  return order;
};
