import { randomBytes } from 'node:crypto';
import { type OpenTicket, type Span, TICKET_SECONDS, type Ticket } from '@stagereel/contracts';
import { AppError, retryWhileNull } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { MediaRecord } from '../library/media.ts';
import { findQuotaRefusal, isSpent, newQuota, REFUSAL_RETRIES } from './byte-quota.ts';
import type { ClaimRepository, DownloadClaim, DownloadTicket, EndedClaim } from './claim.ts';

const TOKEN_BYTES = 32;

/** The gateway forwards paths below `/api/download/` to this service. */
const ticketPath = (token: string): string => `/api/download/files/${token}`;

/**
 * Adds a ticket to a claim. All tickets of a claim share its byte quota.
 * @throws AppError NotFound when the medium is not a finished video
 */
export const openTicket = async (deps: MediaDeps, { mediaId, claimId, browser, until, title, pageId }: OpenTicket): Promise<Ticket> => {
  const video = await deps.media.find(mediaId);
  if (video?.category !== 'finished') throw new AppError('NotFound');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(deps.now().getTime() + TICKET_SECONDS * 1000);
  await deps.claims.addTicket({
    claim: { claimId, mediaId, browser, until: new Date(until), title, pageId, quota: newQuota(video.original.size) },
    ticket: { token, expiresAt, begunAt: null },
  });
  const claim = await deps.claims.findActive(claimId);
  return { path: ticketPath(token), expiresAt: expiresAt.toISOString(), isSpent: claim !== null && isSpent(claim.quota) };
};

/** Those of the claims whose quota does not allow another download of the whole file. */
export const listSpentClaims = async ({ claims }: MediaDeps, claimIds: readonly string[]): Promise<string[]> => {
  if (claimIds.length === 0) return [];
  const active = await claims.listActive(claimIds);
  return active.filter(({ quota }) => isSpent(quota)).map(({ claimId }) => claimId);
};

/** Details of an error, for the browser of the claim only: the page that the customer came from. */
const pageDetailsOf = ({ pageId }: DownloadClaim): { downloadPage: string } => ({ downloadPage: `/download/${pageId}` });

type TicketRequest = {
  token: string;
  /** The hash of the cookie of the requesting browser. */
  browser: string | null;
  hasRange: boolean;
};
export type Download = { claim: DownloadClaim; ticket: DownloadTicket; video: MediaRecord };

/**
 * Finds the video that a ticket gives access to. A download must be started before the ticket expires. After that, only range requests of a
 * started download are accepted, because browsers resume at the same URL.
 * @throws AppError DownloadTicketExpired, DownloadEnded, DownloadClaimedElsewhere, DownloadUsedUp, DownloadVideoGone
 */
export const findDownload = async (deps: MediaDeps, { token, browser, hasRange }: TicketRequest): Promise<Download> => {
  const claim = await deps.claims.findByTicket(token);
  const ticket = claim?.tickets.find((each) => each.token === token);
  if (!claim || !ticket) throw new AppError('DownloadTicketExpired');
  if (claim.endedAt) throw new AppError('DownloadEnded');
  if (claim.browser !== browser) throw new AppError('DownloadClaimedElsewhere');
  const details = pageDetailsOf(claim);
  if (claim.until <= deps.now()) throw new AppError('DownloadUsedUp', { details });
  const isResumed = ticket.begunAt !== null && hasRange;
  if (ticket.expiresAt <= deps.now() && !isResumed) throw new AppError('DownloadTicketExpired', { details });
  const video = await deps.media.find(claim.mediaId);
  if (!video) throw new AppError('DownloadVideoGone', { details });
  return { claim, ticket, video };
};

/**
 * Accepts a range only if all of it may be sent: a response that stops in the middle would use up bytes for nothing.
 * `claim`: as just read from the database.
 * @throws AppError DownloadBytesSpent, DownloadTooManyParts
 */
export const requireQuota = async (
  { claims }: { claims: ClaimRepository },
  { claim, range }: { claim: DownloadClaim; range: Span },
): Promise<void> => {
  let justRead: DownloadClaim | undefined = claim;
  const result = await retryWhileNull(async () => {
    const current = justRead ?? (await claims.findActive(claim.claimId));
    justRead = undefined;
    const refusal = current ? findQuotaRefusal(current.quota, range) : 'DownloadBytesSpent';
    return refusal === 'DownloadBytesSpent' ? null : (refusal ?? 'accepted');
  }, REFUSAL_RETRIES);
  if (result !== 'accepted') throw new AppError(result ?? 'DownloadBytesSpent', { details: pageDetailsOf(claim) });
};

/** Ends claims: their tickets stop working, and downloads under way stop at their next reservation. Can be repeated. */
export const endClaims = async ({ claims, now }: MediaDeps, ended: readonly EndedClaim[]): Promise<void> => {
  for (const claim of ended) await claims.end({ ...claim, at: now() });
};
