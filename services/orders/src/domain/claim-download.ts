import { CLAIM_SECONDS, type DownloadState, type ErrorCode } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { downloadStateOf, findByPage, type OpenPage } from './download-page.ts';
import { claimIdOf } from './end-downloads.ts';
import { type DownloadClaim, type Line, type VideoSource, wholeRefundOf } from './order.ts';
import type { OrderStore, Videos } from './ports.ts';
import { storedVideoId } from './stored-videos.ts';

type Deps = { orders: Pick<OrderStore, 'findByPage' | 'claimLine'>; videos: Pick<Videos, 'openTicket'>; now: () => Date };
type DeliveredLine = Line & { video: VideoSource };
type Claim = {
  pageId: string;
  lineNumber: string;
  /** The hash of the browser's cookie; null when it sent none. */
  browser: string | null;
};
type Claimed = { url: string; until: Date };
type Seen = { order: OpenPage; line: Line; browser: string | null; now: Date };

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
  return { order, index, line: { ...line, video: line.video } };
};

/** A claim lasts its day, also past the end of its page; nothing begins there any more. */
const assertOpen = ({ order, line, browser, now }: Seen): void => {
  const isHere = downloadStateOf({ claim: line.claim, browser, now }) === 'claimed-here';
  if (order.download.expiresAt <= now && !isHere) throw new AppError('DownloadPageExpired');
};

const ownClaim = ({ claim, browser, now }: { claim: DownloadClaim; browser: string | null; now: Date }): DownloadClaim => {
  const state = downloadStateOf({ claim, browser, now });
  if (state === 'claimed-elsewhere' || state === 'used-up') throw new AppError(refusals[state]);
  return claim;
};

/** What the file is saved as, without its extension. */
const titleOf = ({ contestName, athleteNumber, style }: Line): string => `${contestName}_${athleteNumber}_${style}`;

/** Where the browser of a claim goes: to the outside link itself, or to a stored video by a ticket of its own each time. */
const addressFor = async ({ videos }: Pick<Deps, 'videos'>, { line, claim }: { line: DeliveredLine; claim: DownloadClaim }) => {
  const mediaId = storedVideoId(line.video);
  if (mediaId === null) return line.video.url;
  const { browser, until } = claim;
  const claimId = claimIdOf({ line, claim });
  const ticket = await videos.openTicket({ mediaId, claimId, browser, until: until.toISOString(), title: titleOf(line) });
  if (!ticket) throw new AppError('DownloadVideoGone');
  return ticket.path;
};

/**
 * Binds a video to the first browser that asks for it, by one conditional write, and tells where the video is. That browser may ask again
 * until its day is over, whenever the page ends; every other is refused, and after the day everybody. A browser that keeps no cookie would not be known again, and
 * its claim be lost: it gets none.
 * @throws AppError DownloadCookiesNeeded, DownloadPageNotFound, DownloadChargedBack, DownloadRefunded, DownloadPageExpired, DownloadClaimedElsewhere,
 * DownloadUsedUp, DownloadVideoGone, ServiceUnavailable when a stored video is claimed and media is away; the claim holds and can be made again
 */
export const claimDownload = async (deps: Deps, input: Claim): Promise<Claimed> => {
  const { line, claim } = await claimLine(deps, input);
  return { url: await addressFor(deps, { line, claim }), until: claim.until };
};

const claimLine = async (deps: Deps, input: Claim): Promise<{ line: DeliveredLine; claim: DownloadClaim }> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { order, index, line } = await readLine(deps, input);
    const { pageId, browser } = input;
    const now = deps.now();
    assertOpen({ order, line, browser, now });
    if (line.claim) return { line, claim: ownClaim({ claim: line.claim, browser, now }) };
    if (browser === null) throw new AppError('DownloadCookiesNeeded');
    const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
    const fresh: DownloadClaim = { browser, claimedAt: now, until };
    const wanted = { id: order.id, pageId, wholeRefund: wholeRefundOf(order), index, videoUrl: line.video.url, claim: fresh };
    if (await deps.orders.claimLine(wanted)) return { line, claim: fresh };
    // A faster browser, a refund, a lost dispute, a recall, another video or a declined line came between: the order is read and judged anew.
  }
  throw new AppError('Internal', { cause: new Error(`${input.lineNumber} can be claimed by nobody`) });
};
