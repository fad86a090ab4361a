import type { DownloadPage, DownloadState, FinishedVideo } from '@stagereel/contracts';
import { AppError, type Logger } from '@stagereel/service-kit';
import { type DownloadClaim, isChargedBack, isGivenBack, type Order, type OrderDownload } from './order.ts';
import { videoFactsOf } from './order-views.ts';
import type { OrderStore, Videos } from './ports.ts';
import { storedVideoId } from './stored-videos.ts';
import { within } from './within.ts';

type Deps = { orders: Pick<OrderStore, 'findByPage'>; videos: Pick<Videos, 'find'>; now: () => Date; logger: Pick<Logger, 'warn'> };
export type OpenPage = Order & { download: OrderDownload };

/** What a line is to one browser at one time. */
export const downloadStateOf = (input: { claim: DownloadClaim | null; browser: string | null; now: Date }): DownloadState => {
  const { claim, browser, now } = input;
  if (!claim) return 'open';
  if (claim.until <= now) return 'used-up';
  return claim.browser === browser ? 'claimed-here' : 'claimed-elsewhere';
};

/**
 * The order of a page. Whoever has all their money back has no claim to the videos, and there is no page without any.
 * @throws AppError DownloadPageNotFound, DownloadChargedBack, DownloadRefunded, DownloadRecalled
 */
export const findByPage = async ({ orders }: Pick<Deps, 'orders'>, pageId: string): Promise<OpenPage> => {
  const order = await orders.findByPage(pageId);
  if (!order?.download) throw new AppError('DownloadPageNotFound');
  if (isChargedBack(order)) throw new AppError('DownloadChargedBack');
  if (isGivenBack(order)) throw new AppError('DownloadRefunded');
  if (order.download.recalledAt) throw new AppError('DownloadRecalled');
  return { ...order, download: order.download };
};

/** A page is shown without its previews rather than late. */
const PREVIEWS_WITHIN_MS = 1500;

/** What media knows of the stored videos of an order; nothing while it is away. */
const findStored = async ({ videos, logger }: Pick<Deps, 'videos' | 'logger'>, { lines }: Order): Promise<FinishedVideo[]> => {
  const ids = lines.flatMap(({ video }) => (video ? (storedVideoId(video) ?? []) : []));
  if (ids.length === 0) return [];
  const found = videos.find(ids).catch((err: unknown) => {
    logger.warn({ err }, 'a download page is shown without its previews');
    return [];
  });
  return (await within(found, PREVIEWS_WITHIN_MS)) ?? [];
};

/** What stands on a download page for one browser (`browser`: the hash of its cookie). Looking uses nothing up: mail scanners look too. */
export const showDownloadPage = async (
  deps: Deps,
  { pageId, browser }: { pageId: string; browser: string | null },
): Promise<DownloadPage> => {
  const order = await findByPage(deps, pageId);
  const stored = await findStored(deps, order);
  const now = deps.now();
  const isOver = order.download.expiresAt <= now;
  return {
    orderNumber: order.number,
    createdAt: order.download.openedAt.toISOString(),
    expiresAt: order.download.expiresAt.toISOString(),
    orders: order.lines
      .filter(({ video }) => video !== null)
      .map((line) => {
        const state = downloadStateOf({ claim: line.claim, browser, now });
        const facts = stored.find(({ lineId }) => lineId === line.number);
        return {
          id: line.number,
          ...videoFactsOf(line),
          state,
          claimExpiresAt: state === 'claimed-here' && line.claim ? line.claim.until.toISOString() : null,
          size: facts?.size ?? null,
          // Outside links have no cut of their own to look at, and a page that is over gives none away.
          previewUrl: isOver ? null : (facts?.previewUrl ?? null),
          isPreviewComing: !isOver && (facts?.isPreviewComing ?? false),
        };
      }),
  };
};
