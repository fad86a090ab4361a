import type { DownloadPage, DownloadState, FinishedVideo } from '@stagereel/contracts';
import { AppError, nullAfterTimeout } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { type DeliveredOrder, type DownloadClaim, hasNothingToDeliver, isChargedBack, type Order } from '../order/order.ts';
import { videoFieldsOf } from '../order/order-views.ts';
import { storedVideoId } from '../video/video-source.ts';

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

/** Media's information about the stored videos of an order; empty if media is unavailable. */
const findStored = async ({ videos, logger }: OrdersDeps, { lines }: Order): Promise<FinishedVideo[]> => {
  const ids = lines.flatMap(({ video }) => (video ? (storedVideoId(video) ?? []) : []));
  if (ids.length === 0) return [];
  const found = videos.findFinished(ids).catch((err: unknown) => {
    logger.warn({ err }, 'Download page shown without previews');
    return [];
  });
  return (await nullAfterTimeout(found, MEDIA_TIMEOUT_MS)) ?? [];
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
        const state = downloadStateOf({ claim: line.claim, browser, now });
        const media = stored.find(({ lineId }) => lineId === line.number);
        return {
          id: line.number,
          ...videoFieldsOf(line),
          state,
          claimExpiresAt: state === 'claimed-here' && line.claim ? line.claim.until.toISOString() : null,
          size: media?.size ?? null,
          // External links have no preview, and an expired page shows none.
          previewUrl: isExpired ? null : (media?.previewUrl ?? null),
          isPreviewComing: !isExpired && (media?.isPreviewComing ?? false),
        };
      }),
  };
};
