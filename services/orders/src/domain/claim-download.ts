import { CLAIM_SECONDS, type DownloadState, type ErrorCode } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { downloadStateOf, findByPage } from './download-page.ts';
import { type DownloadClaim, wholeRefundOf } from './order.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findByPage' | 'claimLine'>; now: () => Date };
type Claim = { pageId: string; lineNumber: string; browser: string };
type Claimed = { url: string; until: Date };

const refusals = {
  'claimed-elsewhere': 'DownloadClaimedElsewhere',
  'used-up': 'DownloadUsedUp',
} as const satisfies Partial<Record<DownloadState, ErrorCode>>;

/** Each lost race means another write on the order meanwhile. */
const MOST_ATTEMPTS = 10;

const readLine = async (deps: Deps, { pageId, lineNumber }: Claim) => {
  const order = await findByPage(deps, pageId);
  const index = order.lines.findIndex(({ number }) => number === lineNumber);
  const line = order.lines[index];
  if (!line?.video) throw new AppError('DownloadPageNotFound');
  if (order.download.expiresAt <= deps.now()) throw new AppError('DownloadPageExpired');
  return { order, index, claim: line.claim, url: line.video.url };
};

const ownClaim = ({ claim, browser, now }: { claim: DownloadClaim; browser: string; now: Date }): DownloadClaim => {
  const state = downloadStateOf({ claim, browser, now });
  if (state === 'claimed-elsewhere' || state === 'used-up') throw new AppError(refusals[state]);
  return claim;
};

/**
 * Binds a video to the first browser that asks for it, by one conditional write, and tells where the video is. That browser may ask again
 * until its day is over; every other is refused, and after the day everybody.
 * @throws AppError DownloadPageNotFound, DownloadRefunded, DownloadPageExpired, DownloadClaimedElsewhere, DownloadUsedUp
 */
export const claimDownload = async (deps: Deps, input: Claim): Promise<Claimed> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { order, index, claim, url } = await readLine(deps, input);
    const now = deps.now();
    if (claim) return { url, until: ownClaim({ claim, browser: input.browser, now }).until };
    const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
    const fresh: DownloadClaim = { browser: input.browser, claimedAt: now, until };
    const { pageId } = input;
    if (await deps.orders.claimLine({ id: order.id, pageId, wholeRefund: wholeRefundOf(order), index, claim: fresh }))
      return { url, until };
    // A faster browser, a refund or a declined line came between: the order is read and judged anew.
  }
  throw new AppError('Internal', { cause: new Error(`${input.lineNumber} can be claimed by nobody`) });
};
