import { CLAIM_SECONDS, type DownloadState, type ErrorCode } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { downloadStateOf, findByPage } from './download-page.ts';
import type { DownloadClaim } from './order.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findByPage' | 'claimLine'>; now: () => Date };
type Claim = { pageId: string; lineNumber: string; browser: string };
type Claimed = { url: string; until: Date };

const refusals = {
  'claimed-elsewhere': 'DownloadClaimedElsewhere',
  'used-up': 'DownloadUsedUp',
} as const satisfies Partial<Record<DownloadState, ErrorCode>>;

const readLine = async (deps: Deps, { pageId, lineNumber }: Claim) => {
  const order = await findByPage(deps, pageId);
  const index = order.lines.findIndex(({ number }) => number === lineNumber);
  const line = order.lines[index];
  if (!line?.video) throw new AppError('DownloadPageNotFound');
  if (order.download.expiresAt <= deps.now()) throw new AppError('DownloadPageExpired');
  return { order, index, claim: line.claim, url: line.video.url };
};

/**
 * Binds a video to the first browser that asks for it, by one conditional write, and tells where the video is. That browser may ask again
 * until its day is over; every other is refused, and after the day everybody.
 * @throws AppError DownloadPageNotFound, DownloadRefunded, DownloadPageExpired, DownloadClaimedElsewhere, DownloadUsedUp
 */
export const claimDownload = async (deps: Deps, input: Claim): Promise<Claimed> => {
  const { order, index, claim, url } = await readLine(deps, input);
  const now = deps.now();
  if (!claim) {
    const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
    const fresh: DownloadClaim = { browser: input.browser, claimedAt: now, until };
    if (await deps.orders.claimLine({ id: order.id, pageId: input.pageId, total: order.total, index, claim: fresh })) return { url, until };
  }
  // Claimed before, or by a faster browser since it was read.
  const current = claim ?? (await readLine(deps, input)).claim;
  const state = downloadStateOf({ claim: current, browser: input.browser, now });
  if (!current || state === 'open') throw new AppError('Internal', { cause: new Error(`${input.lineNumber} can be claimed by nobody`) });
  if (state !== 'claimed-here') throw new AppError(refusals[state]);
  return { url, until: current.until };
};
