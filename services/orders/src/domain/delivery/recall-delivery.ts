import { orderRecalled } from '@stagereel/contracts';
import { type Actor, AppError, createEvent } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { downloadEndedEventsOf } from '../download/end-downloads.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { recallMsLeft } from '../order/download-page-expiry.ts';
import { hasNothingToDeliver, type Line, latestDeliveredLines, type OrderDownload, type PaidOrder, removeClaim } from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { fulfilmentStates } from '../order/order-states.ts';
import { auditNameOf } from '../video/video-source.ts';

type RecallDelivery = {
  orderNumber: string;
  /** Identifies the delivery to recall, as an ISO time. */
  openedAt: string;
  actor: Actor;
};
type Recall = { order: PaidOrder; openedAt: string; now: Date };

const recallablePage = ({ order, openedAt, now }: Recall): OrderDownload => {
  const page = order.download;
  if (!page) throw new AppError('DownloadPageMissing');
  if (page.recalledAt) throw new AppError('DeliveryAlreadyRecalled');
  if (new Date(openedAt).getTime() !== page.openedAt.getTime()) throw new AppError('DeliveryRenewed');
  if (hasNothingToDeliver(order)) throw new AppError('RecallMoneyBack');
  if (latestDeliveredLines(order).length === 0) throw new AppError('DownloadPageMissing');
  if (recallMsLeft({ page, now }) <= 0) throw new AppError('RecallTooLate');
  return page;
};

const videoNamesOf = (lines: readonly Line[]): string[] => lines.map(({ number, video }) => `${number} ${video ? auditNameOf(video) : ''}`);

/** The page stays open for the videos of earlier deliveries, with the expiry that its customer has seen. */
const pageAfterRecall = ({ page, kept, now }: { page: OrderDownload; kept: readonly Line[]; now: Date }) => {
  const [latest] = kept.flatMap(({ delivery }) => delivery ?? []).sort((one, other) => other.at.getTime() - one.at.getTime());
  return latest ? { ...page, openedAt: latest.at, eventId: latest.eventId } : { ...page, recalledAt: now };
};

const recall = ({ order, openedAt, actor, now }: Recall & { actor: Actor }): Change => {
  const page = recallablePage({ order, openedAt, now });
  const status = fulfilmentStates.initial;
  const recalled = latestDeliveredLines(order);
  const before = {
    status: order.status,
    videos: videoNamesOf(recalled),
    downloaded: recalled.filter(({ claim }) => claim !== null).map(({ number }) => number),
  };
  const lines = order.lines.map((line) => (recalled.includes(line) ? { ...removeClaim(line, now), video: null, delivery: null } : line));
  const kept = lines.filter(({ video }) => video !== null);
  return {
    order: { ...order, lines, status, handledAt: null, download: pageAfterRecall({ page, kept, now }) },
    events: [
      createEvent(orderRecalled, {
        orderNumber: order.number,
        deliveredAt: page.openedAt.toISOString(),
        recalledAt: now.toISOString(),
      }),
      ...downloadEndedEventsOf({ order, lines: recalled, now }),
      auditEventOf({ order, actor, action: 'delivery-recalled', before, after: { status, videos: videoNamesOf(kept) } }),
    ],
  };
};

/**
 * Recalls the latest delivery of an order, within minutes after it. The order awaits its videos again, and their claims end. Videos of earlier
 * deliveries stay on the page. If there are none, the page keeps its id for the next delivery and until then says that the videos come later.
 * @throws AppError OrderNotFound, DownloadPageMissing, DeliveryAlreadyRecalled, DeliveryRenewed, RecallMoneyBack, RecallTooLate
 */
export const recallDelivery = async (deps: OrdersDeps, { orderNumber, openedAt, actor }: RecallDelivery): Promise<PaidOrder> => {
  const change = (order: PaidOrder) => recall({ order, openedAt, actor, now: deps.now() });
  const { order } = await changeOrder(deps, { orderNumber, change });
  return order;
};
