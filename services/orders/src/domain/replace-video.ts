import type { DeliveryDoubts } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import { assertUndoubted, confirmedDoubtsOf } from './assert-undoubted.ts';
import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { readVideoUrl } from './delivery-urls.ts';
import { endedEventsOf } from './end-downloads.ts';
import { lineOf, withLine, withoutClaim } from './lines.ts';
import { isChargedBack, isDeclined, isGivenBack, type Line, type OrderDownload, type PaidOrder, type VideoSource } from './order.ts';
import { orderActed } from './order-acted.ts';
import { replacedEventOf } from './order-events.ts';
import { pageEndOf, standingPageOf } from './page-life.ts';
import type { OrderStore, Videos } from './ports.ts';
import { assertFinished } from './stored-videos.ts';
import { sourceNameOf } from './video-source.ts';

type Deps = ChangeDeps & { orders: Pick<OrderStore, 'findByNumbers'>; videos: Pick<Videos, 'find'>; now: () => Date };
type Replace = { orderNumber: string; lineNumber: string; url: string; confirmedDoubts: DeliveryDoubts; actor: Actor };
type DeliveredLine = { line: Line; video: VideoSource; page: OrderDownload };

const deliveredLine = ({ order, lineNumber }: { order: PaidOrder; lineNumber: string }): DeliveredLine => {
  const line = lineOf(order, lineNumber);
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (isGivenBack(order)) throw new AppError('OrderRefunded');
  if (isDeclined(line)) throw new AppError('LineAlreadyDeclined');
  const page = standingPageOf(order);
  if (!page || !line.video) throw new AppError('DownloadPageMissing');
  return { line, video: line.video, page };
};

type Replacement = DeliveredLine & { order: PaidOrder; next: VideoSource; doubts: DeliveryDoubts; actor: Actor; now: Date };

const replace = ({ order, line, video, page, next, doubts, actor, now }: Replacement): Change => {
  // A mail that leads to a page which has ended would be of no use.
  const download = page.expiresAt > now ? page : { ...page, expiresAt: pageEndOf(now) };
  const changed = { ...withoutClaim(line, now), video: next };
  const factsOf = (source: VideoSource, { expiresAt }: OrderDownload) => ({
    line: line.number,
    video: sourceNameOf(source),
    expiresAt: expiresAt.toISOString(),
  });
  const before = { ...factsOf(video, page), claimedAt: line.claim?.claimedAt.toISOString() ?? null };
  const after = { ...factsOf(next, download), claimedAt: null, ...confirmedDoubtsOf(doubts) };
  return {
    order: { ...withLine(order, changed), download },
    events: [
      replacedEventOf({ order, page: download, line: changed }),
      ...endedEventsOf({ order, lines: [line], now }),
      orderActed({ order, actor, action: 'video-replaced', before, after }),
    ],
  };
};

/**
 * Puts another video in the place of a delivered one and tells its customer, who may download it once more. A page that has ended is open for
 * its full days again. The same video once more changes nothing.
 * @throws AppError OrderNotFound, OrderChargedBack, OrderRefunded, LineAlreadyDeclined, DownloadPageMissing, DownloadUrlsRequired,
 * DownloadUrlInvalid, and what assertFinished and assertUndoubted throw
 */
export const replaceVideo = async (deps: Deps, input: Replace): Promise<PaidOrder> => {
  const { orderNumber, lineNumber, url, confirmedDoubts, actor } = input;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      const delivered = deliveredLine({ order: current, lineNumber });
      const next = readVideoUrl(url);
      if (next.url === delivered.video.url) return null;
      const given = [{ index: current.lines.indexOf(delivered.line), video: next }];
      const stored = await assertFinished(deps, { order: current, given });
      const doubts = await assertUndoubted(deps, { order: current, stored, confirmed: confirmedDoubts });
      return replace({ ...delivered, order: current, next, doubts, actor, now: deps.now() });
    },
  });
  return order;
};
