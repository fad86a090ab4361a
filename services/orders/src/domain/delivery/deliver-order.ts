import type { DeliveryDoubts, EventEnvelope } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { currentPageOf, pageExpiryFrom } from '../order/download-page-expiry.ts';
import {
  awaitedLines,
  type DeliveredOrder,
  hasNothingToDeliver,
  isChargedBack,
  isDeclined,
  type Line,
  type Order,
  type PaidOrder,
} from '../order/order.ts';
import { auditEventOf, deliveryEventOf } from '../order/order-events.ts';
import { newUnguessableId } from '../order/unguessable-id.ts';
import { requireFinished, requireStillStored } from '../video/stored-videos.ts';
import { isBlank, type LineVideo, lineError, parseVideoSource } from '../video/video-source.ts';
import { confirmedDoubtsOf, requireDeliveryConfirmation } from './delivery-doubts.ts';

type DownloadUrls = Record<string, string>;
/** `all`: every line that is not delivered yet needs a video. `ready`: at least one of them does. */
type Scope = 'all' | 'ready';
type Deliver = { orderNumber: string; downloadUrls: DownloadUrls; confirmedDoubts: DeliveryDoubts; actor: Actor };
type Delivery = { order: PaidOrder; videos: LineVideo[]; doubts: DeliveryDoubts; actor: Actor; now: Date };

const isDelivered = (order: Order): order is DeliveredOrder => order.status === '納品済み' && order.download !== null;

/** Whether a line was delivered before this delivery, which may be the repetition of the latest one. */
const wasDeliveredBefore = ({ order, line: { delivery } }: { order: Order; line: Line }): boolean =>
  delivery !== null && !(isDelivered(order) && delivery.at.getTime() === order.download.openedAt.getTime());

/**
 * Parses the video of each line, given by line id. A declined line gets none, and a line that was delivered before needs none.
 * @throws AppError InputInconsistent for an unknown line, LineAlreadyDeclined, DownloadUrlsRequired, ReadyVideoRequired, DownloadUrlInvalid; each
 * with the lines in `fields`
 */
const parseLineVideos = ({ order, downloadUrls, scope }: { order: Order; downloadUrls: DownloadUrls; scope: Scope }): LineVideo[] => {
  const given = new Map(Object.entries(downloadUrls));
  const unknown = [...given.keys()].filter((number) => !order.lines.some((line) => line.number === number));
  if (unknown.length > 0) throw lineError('InputInconsistent', unknown);

  const declined = order.lines.filter((line) => isDeclined(line) && !isBlank(given.get(line.number))).map(({ number }) => number);
  if (declined.length > 0) throw lineError('LineAlreadyDeclined', declined);

  const isMissing = (line: Line): boolean => !isDeclined(line) && isBlank(given.get(line.number)) && !wasDeliveredBefore({ order, line });
  const missing = order.lines.filter(isMissing).map(({ number }) => number);
  const parsed = order.lines.flatMap((line, index) => {
    const url = given.get(line.number);
    return url === undefined || isBlank(url) ? [] : [{ index, number: line.number, video: parseVideoSource(url) }];
  });
  if (scope === 'all' && (missing.length > 0 || parsed.length === 0)) throw lineError('DownloadUrlsRequired', missing);
  if (parsed.length === 0) throw new AppError('ReadyVideoRequired');

  const invalid = parsed.filter(({ video }) => video === null).map(({ number }) => number);
  if (invalid.length > 0) throw lineError('DownloadUrlInvalid', invalid);
  return parsed.flatMap(({ index, video }) => (video ? [{ index, video }] : []));
};

const requireDeliverable = (order: Order): void => {
  if (isDelivered(order)) return;
  if (order.handledAt) throw new AppError('OrderAlreadyHandled');
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (hasNothingToDeliver(order)) throw new AppError('OrderRefunded');
};

/**
 * The videos of lines that are not delivered yet. A delivered line may be given again with the same video, so that a repeated request succeeds.
 * @throws AppError OrderAlreadyDelivered, LineAlreadyDelivered with the lines in `fields`
 */
const newVideosOf = ({ order, given }: { order: Order; given: readonly LineVideo[] }): LineVideo[] => {
  const urlOf = (index: number) => order.lines[index]?.video?.url;
  if (isDelivered(order)) {
    if (given.some(({ index, video }) => urlOf(index) !== video.url)) throw new AppError('OrderAlreadyDelivered');
    return [];
  }
  const different = given.filter(({ index, video }) => (urlOf(index) ?? video.url) !== video.url);
  const numbers = different.flatMap(({ index }) => order.lines[index]?.number ?? []);
  if (numbers.length > 0) throw lineError('LineAlreadyDelivered', numbers);
  return given.filter(({ index }) => urlOf(index) === undefined);
};

/** The time identifies the delivery, so it must be later than the previous one, even if this replica's clock is behind. */
const deliveryTimeOf = ({ order, now }: { order: PaidOrder; now: Date }): Date =>
  order.download === null ? now : new Date(Math.max(now.getTime(), order.download.openedAt.getTime() + 1));

/** Every delivery restarts the period of the page, for the videos of earlier deliveries too. An extended page never loses days. */
const pageExpiryOf = ({ order, at }: { order: PaidOrder; at: Date }): Date => {
  const current = currentPageOf(order)?.expiresAt.getTime() ?? 0;
  return new Date(Math.max(current, pageExpiryFrom(at).getTime()));
};

const deliver = ({ order, videos, doubts, actor, now }: Delivery): Change => {
  const at = deliveryTimeOf({ order, now });
  const videoAt = (index: number) => videos.find((video) => video.index === index)?.video;
  const withVideos = { ...order, lines: order.lines.map((line, index) => ({ ...line, video: videoAt(index) ?? line.video })) };
  const delivered = withVideos.lines.filter((_line, index) => videoAt(index) !== undefined);
  const isLast = awaitedLines(withVideos).length === 0;
  // After a recall the page keeps its id, because the first delivery mail already links to it.
  const pageId = order.download?.pageId ?? newUnguessableId();
  const page = { pageId, openedAt: at, expiresAt: pageExpiryOf({ order, at }), recalledAt: null };
  const event: EventEnvelope = deliveryEventOf({ order: withVideos, page, lines: delivered });
  const lines = withVideos.lines.map((line) => (delivered.includes(line) ? { ...line, delivery: { at, eventId: event.id } } : line));
  const status = isLast ? '納品済み' : order.status;
  const after = { status, lines: delivered.map(({ number }) => number), ...confirmedDoubtsOf(doubts) };
  const action = isLast ? 'delivered' : 'partly-delivered';
  return {
    order: { ...order, lines, status, handledAt: isLast ? at : null, download: { ...page, eventId: event.id } },
    events: [event, auditEventOf({ order, actor, action, before: { status: order.status }, after })],
  };
};

/** The videos of an expired page may have been erased, and this delivery opens it again. @throws AppError FinishedVideoGone, ServiceUnavailable */
const requireStillDownloadable = async (deps: OrdersDeps, order: PaidOrder): Promise<void> => {
  const page = currentPageOf(order);
  if (page && page.expiresAt <= deps.now()) await requireStillStored(deps, order.lines);
};

const deliverIn =
  (scope: Scope) =>
  async (deps: OrdersDeps, input: Deliver): Promise<DeliveredOrder> => {
    const { orderNumber, downloadUrls, confirmedDoubts, actor } = input;
    const { order, events } = await changeOrder(deps, {
      orderNumber,
      change: async (current) => {
        requireDeliverable(current);
        const given = parseLineVideos({ order: current, downloadUrls, scope });
        const videos = newVideosOf({ order: current, given });
        if (videos.length === 0) return null;
        await requireStillDownloadable(deps, current);
        const stored = await requireFinished(deps, { order: current, given: videos });
        const doubts = await requireDeliveryConfirmation(deps, { order: current, stored, confirmed: confirmedDoubts });
        return deliver({ order: current, videos, doubts, actor, now: deps.now() });
      },
    });
    if (events.length > 0) deps.metrics.delivered();
    const { download } = order;
    if (download === null) throw new AppError('Internal', { cause: new Error(`Order ${order.number} has no delivery after its delivery`) });
    return { ...order, download };
  };

/**
 * Delivers all missing videos of a paid order: stores them, opens the download page and publishes order.delivered, in one conditional write.
 * @throws AppError OrderNotFound, OrderChargedBack, OrderRefunded, OrderAlreadyHandled, and what parseLineVideos, newVideosOf, requireFinished,
 * requireStillDownloadable and requireDeliveryConfirmation throw
 */
export const deliverOrder = deliverIn('all');

/**
 * Delivers the given videos of a paid order in the same way, but publishes order.partly-delivered, and the order still awaits the others. If no
 * other video is missing, it delivers the order.
 * @throws AppError as deliverOrder does
 */
export const deliverReady = deliverIn('ready');
