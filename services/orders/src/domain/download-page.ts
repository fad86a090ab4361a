import type { DownloadPage, DownloadState } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { type DownloadClaim, isGivenBack, type Order, type OrderDownload } from './order.ts';
import { videoFactsOf } from './order-views.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findByPage'>; now: () => Date };
type OpenPage = Order & { download: OrderDownload };

/** What a line is to one browser at one time. */
export const downloadStateOf = (input: { claim: DownloadClaim | null; browser: string | null; now: Date }): DownloadState => {
  const { claim, browser, now } = input;
  if (!claim) return 'open';
  if (claim.until <= now) return 'used-up';
  return claim.browser === browser ? 'claimed-here' : 'claimed-elsewhere';
};

/**
 * The order of a page. Whoever has all their money back has no claim to the videos, and there is no page without any.
 * @throws AppError DownloadPageNotFound, DownloadRefunded
 */
export const findByPage = async ({ orders }: Pick<Deps, 'orders'>, pageId: string): Promise<OpenPage> => {
  const order = await orders.findByPage(pageId);
  if (!order?.download) throw new AppError('DownloadPageNotFound');
  if (isGivenBack(order)) throw new AppError('DownloadRefunded');
  return { ...order, download: order.download };
};

/** What stands on a download page for one browser (`browser`: the hash of its cookie). Looking uses nothing up: mail scanners look too. */
export const showDownloadPage = async (
  deps: Deps,
  { pageId, browser }: { pageId: string; browser: string | null },
): Promise<DownloadPage> => {
  const order = await findByPage(deps, pageId);
  const now = deps.now();
  return {
    orderNumber: order.number,
    createdAt: order.download.openedAt.toISOString(),
    expiresAt: order.download.expiresAt.toISOString(),
    orders: order.lines
      .filter(({ video }) => video !== null)
      .map((line) => {
        const state = downloadStateOf({ claim: line.claim, browser, now });
        return {
          id: line.number,
          ...videoFactsOf(line),
          state,
          claimExpiresAt: state === 'claimed-here' && line.claim ? line.claim.until.toISOString() : null,
          // Outside links have no cut of their own to look at.
          previewUrl: null,
        };
      }),
  };
};
