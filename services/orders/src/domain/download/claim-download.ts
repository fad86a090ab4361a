import { CLAIM_SECONDS, type DownloadState, type ErrorCode } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { awaitedLines, type DeliveredOrder, type DownloadClaim, fullRefundThreshold, type Line, type VideoSource } from '../order/order.ts';
import { storedVideoId } from '../video/video-source.ts';
import { downloadStateOf, findByPage } from './download-page.ts';
import { claimIdOf } from './end-downloads.ts';

type DeliveredLine = Line & { video: VideoSource };
type ClaimDownload = {
  pageId: string;
  lineNumber: string;
  /** The hash of the browser's cookie; null if it sent none. */
  browser: string | null;
};
type BrowserClaim = { claim: DownloadClaim; browser: string | null; now: Date };

const claimErrors = {
  'claimed-elsewhere': 'DownloadClaimedElsewhere',
  'used-up': 'DownloadUsedUp',
} as const satisfies Partial<Record<DownloadState, ErrorCode>>;

/** Each failed attempt means a concurrent write of the same order. */
const MAX_ATTEMPTS = 10;

const findDeliveredLine = async (deps: OrdersDeps, { pageId, lineNumber }: ClaimDownload) => {
  const order = await findByPage(deps, pageId);
  const index = order.lines.findIndex(({ number }) => number === lineNumber);
  const line = order.lines[index];
  // Its part of the delivery was recalled while the page was open.
  if (line && awaitedLines(order).includes(line)) throw new AppError('DownloadRecalled');
  if (!line?.video) throw new AppError('DownloadPageNotFound');
  return { order, index, line: { ...line, video: line.video } };
};

/** An expired page accepts no new claims, but existing claims last for their full day. */
const requireOpen = ({ order, line, browser, now }: Omit<BrowserClaim, 'claim'> & { order: DeliveredOrder; line: Line }): void => {
  const isClaimedHere = downloadStateOf({ claim: line.claim, browser, now }) === 'claimed-here';
  if (order.download.expiresAt <= now && !isClaimedHere) throw new AppError('DownloadPageExpired');
};

const requireOwnClaim = ({ claim, browser, now }: BrowserClaim): DownloadClaim => {
  const state = downloadStateOf({ claim, browser, now });
  if (state === 'claimed-elsewhere' || state === 'used-up') throw new AppError(claimErrors[state]);
  return claim;
};

const claimLine = async (deps: OrdersDeps, input: ClaimDownload): Promise<{ line: DeliveredLine; claim: DownloadClaim }> => {
  const { pageId, browser } = input;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { order, index, line } = await findDeliveredLine(deps, input);
    const now = deps.now();
    requireOpen({ order, line, browser, now });
    if (line.claim) return { line, claim: requireOwnClaim({ claim: line.claim, browser, now }) };
    if (browser === null) throw new AppError('DownloadCookiesNeeded');
    const claim: DownloadClaim = { browser, claimedAt: now, until: new Date(now.getTime() + CLAIM_SECONDS * 1000) };
    const isClaimed = await deps.orders.claimLine({
      id: order.id,
      pageId,
      fullRefundThreshold: fullRefundThreshold(order),
      index,
      videoUrl: line.video.url,
      claim,
    });
    if (isClaimed) return { line, claim };
    // The order has changed (another claim, a refund, a lost dispute, a recall, a new video): read it and decide again.
  }
  throw new AppError('Internal', { cause: new Error(`Line ${input.lineNumber} could not be claimed in ${MAX_ATTEMPTS} attempts`) });
};

/** The name of the saved file, without its extension. */
const fileTitleOf = ({ contestName, athleteNumber, style }: Line): string => `${contestName}_${athleteNumber}_${style}`;

/** The external link, or a new ticket for a stored video. */
const urlFor = async (
  { videos }: OrdersDeps,
  { line, claim, pageId }: { line: DeliveredLine; claim: DownloadClaim; pageId: string },
): Promise<{ url: string; wasSentTwice: boolean }> => {
  const mediaId = storedVideoId(line.video);
  if (mediaId === null) return { url: line.video.url, wasSentTwice: false };
  const ticket = await videos.openTicket({
    mediaId,
    claimId: claimIdOf({ line, claim }),
    browser: claim.browser,
    until: claim.until.toISOString(),
    pageId,
    title: fileTitleOf(line),
  });
  if (!ticket) throw new AppError('DownloadVideoGone');
  return { url: ticket.path, wasSentTwice: ticket.isSpent };
};

/**
 * Binds a video to the first browser that claims it, in one conditional write, and returns the video's URL. That browser may repeat the call
 * for a day, even if the page expires; other browsers are refused, and after the day all are. A browser without cookies gets no claim, because
 * it could not be recognised again.
 * @throws AppError DownloadCookiesNeeded, DownloadPageNotFound, DownloadChargedBack, DownloadRefunded, DownloadRecalled,
 * DownloadPageExpired, DownloadClaimedElsewhere, DownloadUsedUp, DownloadVideoGone; ServiceUnavailable if media is unavailable, after which the call
 * can be repeated
 */
export const claimDownload = async (
  deps: OrdersDeps,
  input: ClaimDownload,
): Promise<{ url: string; wasSentTwice: boolean; until: Date }> => {
  const { line, claim } = await claimLine(deps, input);
  return { ...(await urlFor(deps, { line, claim, pageId: input.pageId })), until: claim.until };
};
