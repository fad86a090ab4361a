import type { DownloadPage, DownloadState, FinishedVideos } from '@stagereel/contracts';
import { deliveryPromise, isPromiseOver } from '@stagereel/contracts/delivery-promise';
import { AppError, nullAfterTimeout } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import {
  awaitedLines,
  type DeliveredOrder,
  type DownloadClaim,
  hasNothingToDeliver,
  isChargedBack,
  type Line,
  type Order,
} from '../order/order.ts';
import { videoFieldsOf } from '../order/order-views.ts';
import { storedVideoId } from '../video/video-source.ts';
import { claimIdOf } from './end-downloads.ts';

/** The state of a line for one browser. */
export const downloadStateOf = (input: { claim: DownloadClaim | null; browser: string | null; now: Date }): DownloadState => {
  const { claim, browser, now } = input;
  if (!claim) return 'open';
  if (claim.until <= now) return 'used-up';
  return claim.browser === browser ? 'claimed-here' : 'claimed-elsewhere';
};

/**
 * The order of a page, which may have expired. A fully refunded order has no page.
 * @throws AppError DownloadPageNotFound, DownloadChargedBack, DownloadRefunded, DownloadRecalled
 */
export const findByPage = async ({ orders }: OrdersDeps, pageId: string): Promise<DeliveredOrder> => {
  const order = await orders.findByPage(pageId);
  if (!order?.download) throw new AppError('DownloadPageNotFound');
  if (isChargedBack(order)) throw new AppError('DownloadChargedBack');
  if (hasNothingToDeliver(order)) throw new AppError('DownloadRefunded');
  if (order.download.recalledAt) throw new AppError('DownloadRecalled');
  return { ...order, download: order.download };
};

/** After this time the page is shown without previews. */
const MEDIA_TIMEOUT_MS = 1500;

const NOTHING_STORED: FinishedVideos = { videos: [], spentClaims: [] };

const storedIdOf = ({ video }: Line): string | null => video && storedVideoId(video);

/** Media's information about the stored videos of an order and their downloads; empty if media is unavailable. */
const findStored = async ({ videos, logger, now }: OrdersDeps, { lines }: Order): Promise<FinishedVideos> => {
  const ids = lines.flatMap((line) => storedIdOf(line) ?? []);
  if (ids.length === 0) return NOTHING_STORED;
  const claimIds = lines.flatMap((line) =>
    storedIdOf(line) !== null && line.claim && line.claim.until > now() ? claimIdOf({ line, claim: line.claim }) : [],
  );
  const found = videos.findDownloads({ ids, claimIds }).catch((err: unknown) => {
    logger.warn({ err }, 'Download page shown without previews');
    return NOTHING_STORED;
  });
  return (await nullAfterTimeout(found, MEDIA_TIMEOUT_MS)) ?? NOTHING_STORED;
};

const pixelsOf = (media: FinishedVideos['videos'][number] | undefined): { width: number | null; height: number | null } =>
  media?.footage.state === 'read' ? { width: media.footage.width, height: media.footage.height } : { width: null, height: null };

/** The videos that are delivered later, and until when the shop promised them. */
const followingOf = ({ order, now }: { order: DeliveredOrder; now: Date }): DownloadPage['following'] => {
  const lines = awaitedLines(order).map((line) => ({ id: line.number, ...videoFieldsOf(line) }));
  if (lines.length === 0) return null;
  const promise = deliveryPromise(order.payment.paidAt ?? order.createdAt);
  return { lines, promisedBy: promise.latest.toISOString(), isLate: isPromiseOver({ promise, now }) };
};

/** The download page for one browser; `browser` is the hash of its cookie. It claims nothing, because mail scanners open the page too. */
export const showDownloadPage = async (
  deps: OrdersDeps,
  { pageId, browser }: { pageId: string; browser: string | null },
): Promise<DownloadPage> => {
  const order = await findByPage(deps, pageId);
  const stored = await findStored(deps, order);
  const now = deps.now();
  const isExpired = order.download.expiresAt <= now;
  return {
    orderNumber: order.number,
    createdAt: order.download.openedAt.toISOString(),
    expiresAt: order.download.expiresAt.toISOString(),
    orders: order.lines
      .filter(({ video }) => video !== null)
      .map((line) => {
        const { claim } = line;
        const wasSentTwice = claim !== null && stored.spentClaims.includes(claimIdOf({ line, claim }));
        const state = wasSentTwice ? 'used-up' : downloadStateOf({ claim, browser, now });
        const media = stored.videos.find(({ lineId }) => lineId === line.number);
        return {
          id: line.number,
          ...videoFieldsOf(line),
          state,
          claimExpiresAt: state === 'claimed-here' && claim ? claim.until.toISOString() : null,
          wasSentTwice,
          size: media?.size ?? null,
          ...pixelsOf(media),
          // External links have no preview, and an expired page shows none.
          posterUrl: isExpired ? null : (media?.posterUrl ?? null),
          previewUrl: isExpired ? null : (media?.previewUrl ?? null),
          isPreviewComing: !isExpired && (media?.isPreviewComing ?? false),
        };
      }),
    following: followingOf({ order, now }),
  };
};
