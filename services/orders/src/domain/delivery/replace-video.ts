import type { DeliveryDoubts } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { downloadEndedEventsOf } from '../download/end-downloads.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { currentPageOf, pageExpiryFrom } from '../order/download-page-expiry.ts';
import {
  getLine,
  hasNothingToDeliver,
  isChargedBack,
  isDeclined,
  type Line,
  type OrderDownload,
  type PaidOrder,
  removeClaim,
  replaceLine,
  type VideoSource,
} from '../order/order.ts';
import { auditEventOf, videoReplacedEventOf } from '../order/order-events.ts';
import { requireFinished } from '../video/stored-videos.ts';
import { auditNameOf, requireVideoSource } from '../video/video-source.ts';
import { confirmedDoubtsOf, requireDeliveryConfirmation } from './delivery-doubts.ts';

type ReplaceVideo = { orderNumber: string; lineNumber: string; url: string; confirmedDoubts: DeliveryDoubts; actor: Actor };
type DeliveredLine = { line: Line; video: VideoSource; page: OrderDownload };

const requireDeliveredLine = ({ order, lineNumber }: { order: PaidOrder; lineNumber: string }): DeliveredLine => {
  const line = getLine(order, lineNumber);
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (hasNothingToDeliver(order)) throw new AppError('OrderRefunded');
  if (isDeclined(line)) throw new AppError('LineAlreadyDeclined');
  const page = currentPageOf(order);
  if (!page || !line.video) throw new AppError('DownloadPageMissing');
  return { line, video: line.video, page };
};

type Replacement = DeliveredLine & { order: PaidOrder; newVideo: VideoSource; doubts: DeliveryDoubts; actor: Actor; now: Date };

const replace = ({ order, line, video, page, newVideo, doubts, actor, now }: Replacement): Change => {
  // The mail must not link to an expired page.
  const download = page.expiresAt > now ? page : { ...page, expiresAt: pageExpiryFrom(now) };
  const changed = { ...removeClaim(line, now), video: newVideo };
  const detailsOf = (source: VideoSource, { expiresAt }: OrderDownload) => ({
    line: line.number,
    video: auditNameOf(source),
    expiresAt: expiresAt.toISOString(),
  });
  const before = { ...detailsOf(video, page), claimedAt: line.claim?.claimedAt.toISOString() ?? null };
  const after = { ...detailsOf(newVideo, download), claimedAt: null, ...confirmedDoubtsOf(doubts) };
  return {
    order: { ...replaceLine(order, changed), download },
    events: [
      videoReplacedEventOf({ order, page: download, line: changed }),
      ...downloadEndedEventsOf({ order, lines: [line], now }),
      auditEventOf({ order, actor, action: 'video-replaced', before, after }),
    ],
  };
};

/**
 * Replaces the video of a delivered line and mails the customer, who can download it again. An expired page is reopened for its full period.
 * Replacing a video by itself changes nothing.
 * @throws AppError OrderNotFound, OrderChargedBack, OrderRefunded, LineAlreadyDeclined, DownloadPageMissing, DownloadUrlsRequired,
 * DownloadUrlInvalid, and what requireFinished and requireDeliveryConfirmation throw
 */
export const replaceVideo = async (deps: OrdersDeps, input: ReplaceVideo): Promise<PaidOrder> => {
  const { orderNumber, lineNumber, url, confirmedDoubts, actor } = input;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      const delivered = requireDeliveredLine({ order: current, lineNumber });
      const newVideo = requireVideoSource(url);
      if (newVideo.url === delivered.video.url) return null;
      const given = [{ index: current.lines.indexOf(delivered.line), video: newVideo }];
      const stored = await requireFinished(deps, { order: current, given });
      const doubts = await requireDeliveryConfirmation(deps, { order: current, stored, confirmed: confirmedDoubts });
      return replace({ ...delivered, order: current, newVideo, doubts, actor, now: deps.now() });
    },
  });
  return order;
};
