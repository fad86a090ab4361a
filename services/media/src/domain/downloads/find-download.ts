import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';
import type { Grant, GrantStore, GrantTicket } from './grants.ts';

type Deps = Pick<MediaDeps, 'media' | 'now'> & { grants: Pick<GrantStore, 'findByTicket'> };
type Input = {
  token: string;
  /** The hash of the asking browser's cookie. */
  browser: string | null;
  /** Whether a part is asked for, and not the file from its beginning. */
  isRange: boolean;
};
export type Download = { grant: Grant; ticket: GrantTicket; video: MediaRecord };

/**
 * What a ticket leads to. It must be begun with in time; after that only what goes on with a download that was begun gets through, because
 * a browser resumes at the address it knows.
 * @throws AppError DownloadTicketExpired, DownloadEnded, DownloadClaimedElsewhere, DownloadUsedUp, DownloadVideoGone
 */
export const findDownload = async ({ media, grants, now }: Deps, { token, browser, isRange }: Input): Promise<Download> => {
  const grant = await grants.findByTicket(token);
  const ticket = grant?.tickets.find((each) => each.token === token);
  if (!grant || !ticket) throw new AppError('DownloadTicketExpired');
  if (grant.endedAt) throw new AppError('DownloadEnded');
  if (grant.browser !== browser) throw new AppError('DownloadClaimedElsewhere');
  if (grant.until <= now()) throw new AppError('DownloadUsedUp');
  const isGoingOn = ticket.begunAt !== null && isRange;
  if (ticket.expiresAt <= now() && !isGoingOn) throw new AppError('DownloadTicketExpired');
  const video = await media.find(grant.mediaId);
  if (!video) throw new AppError('DownloadVideoGone');
  return { grant, ticket, video };
};
