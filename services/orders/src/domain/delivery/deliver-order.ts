import type { DeliveryDoubts } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { pageExpiryFrom } from '../order/download-page-expiry.ts';
import {
  type DeliveredOrder,
  hasNothingToDeliver,
  isChargedBack,
  isDeclined,
  type Line,
  type Order,
  type PaidOrder,
} from '../order/order.ts';
import { auditEventOf, deliveredEventOf } from '../order/order-events.ts';
import { newUnguessableId } from '../order/unguessable-id.ts';
import { requireFinished } from '../video/stored-videos.ts';
import { isBlank, type LineVideo, lineError, parseVideoSource } from '../video/video-source.ts';
import { confirmedDoubtsOf, requireDeliveryConfirmation } from './delivery-doubts.ts';

type DownloadUrls = Record<string, string>;
type Deliver = { orderNumber: string; downloadUrls: DownloadUrls; confirmedDoubts: DeliveryDoubts; actor: Actor };
type Delivery = { order: PaidOrder; videos: LineVideo[]; doubts: DeliveryDoubts; actor: Actor; at: Date };

/**
 * Parses the video of each line, given by line id. A declined line gets none, but at least one line must get one.
 * @throws AppError ValidationFailed for an unknown line, LineAlreadyDeclined, DownloadUrlsRequired, DownloadUrlInvalid; each with the lines in
 * `fields`
 */
const parseLineVideos = ({ order, downloadUrls }: { order: Order; downloadUrls: DownloadUrls }): LineVideo[] => {
  const given = new Map(Object.entries(downloadUrls));
  const unknown = [...given.keys()].filter((number) => !order.lines.some((line) => line.number === number));
  if (unknown.length > 0) throw lineError('ValidationFailed', unknown);

  const declined = order.lines.filter((line) => isDeclined(line) && !isBlank(given.get(line.number))).map(({ number }) => number);
  if (declined.length > 0) throw lineError('LineAlreadyDeclined', declined);

  const isMissing = (line: Line): boolean => !isDeclined(line) && isBlank(given.get(line.number));
  const missing = order.lines.filter(isMissing).map(({ number }) => number);
  const parsed = order.lines.flatMap((line, index) => {
    const url = given.get(line.number);
    return url === undefined || isBlank(url) ? [] : [{ index, number: line.number, video: parseVideoSource(url) }];
  });
  if (missing.length > 0 || parsed.length === 0) throw lineError('DownloadUrlsRequired', missing);

  const invalid = parsed.filter(({ video }) => video === null).map(({ number }) => number);
  if (invalid.length > 0) throw lineError('DownloadUrlInvalid', invalid);
  return parsed.flatMap(({ index, video }) => (video ? [{ index, video }] : []));
};

const isDelivered = (order: Order): order is DeliveredOrder => order.status === '納品済み' && order.download !== null;

const requireDeliverable = (order: Order): void => {
  if (isDelivered(order)) return;
  if (order.handledAt) throw new AppError('OrderAlreadyHandled');
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (hasNothingToDeliver(order)) throw new AppError('OrderRefunded');
};

const videoAt = ({ videos, index }: { videos: LineVideo[]; index: number }) => videos.find((video) => video.index === index)?.video ?? null;

/** A repeated delivery succeeds; a different one is refused. */
const requireSameDelivery = ({ order, videos }: { order: DeliveredOrder; videos: LineVideo[] }): void => {
  const isSame = order.lines.every((line, index) => isDeclined(line) || line.video?.url === videoAt({ videos, index })?.url);
  if (!isSame) throw new AppError('OrderAlreadyDelivered');
};

const deliver = ({ order, videos, doubts, actor, at }: Delivery): Change => {
  const lines = order.lines.map((line, index) => ({ ...line, video: videoAt({ videos, index }) }));
  // After a recall the page keeps its id, because the first delivery mail already links to it.
  const pageId = order.download?.pageId ?? newUnguessableId();
  const page = { pageId, openedAt: at, expiresAt: pageExpiryFrom(at), recalledAt: null };
  const delivered = deliveredEventOf({ order: { ...order, lines }, page });
  const after = { status: '納品済み', lines: videos.map(({ index }) => order.lines[index]?.number), ...confirmedDoubtsOf(doubts) } as const;
  return {
    order: { ...order, lines, status: after.status, handledAt: at, download: { ...page, eventId: delivered.id } },
    events: [delivered, auditEventOf({ order, actor, action: 'delivered', before: { status: order.status }, after })],
  };
};

/**
 * Delivers a paid order: stores the videos, opens the download page and publishes order.delivered, in one conditional write.
 * @throws AppError OrderNotFound, OrderChargedBack, OrderRefunded, OrderAlreadyHandled, OrderAlreadyDelivered, and what parseLineVideos,
 * requireFinished and requireDeliveryConfirmation throw
 */
export const deliverOrder = async (deps: OrdersDeps, input: Deliver): Promise<DeliveredOrder> => {
  const { orderNumber, downloadUrls, confirmedDoubts, actor } = input;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      requireDeliverable(current);
      const videos = parseLineVideos({ order: current, downloadUrls });
      if (isDelivered(current)) {
        requireSameDelivery({ order: current, videos });
        return null;
      }
      const stored = await requireFinished(deps, { order: current, given: videos });
      const doubts = await requireDeliveryConfirmation(deps, { order: current, stored, confirmed: confirmedDoubts });
      return deliver({ order: current, videos, doubts, actor, at: deps.now() });
    },
  });
  if (!isDelivered(order)) throw new AppError('Internal', { cause: new Error(`Order ${order.number} has no delivery after its delivery`) });
  return order;
};
