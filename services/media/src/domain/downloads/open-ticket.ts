import { randomBytes } from 'node:crypto';
import { type OpenTicket, TICKET_SECONDS, type Ticket } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { GrantStore } from './grants.ts';
import { emptyLedger } from './ledger.ts';

type Deps = Pick<MediaDeps, 'media' | 'now'> & { grants: Pick<GrantStore, 'addTicket'> };

const TOKEN_BYTES = 32;

/** Where the browser of a claim finds the file; the gateway brings what lies below to this service. */
export const ticketPath = (token: string): string => `/api/download/files/${token}`;

/**
 * Gives a claim one more way to begin. All tickets of a claim share its count of bytes.
 * @throws AppError NotFound when there is no such finished video
 */
export const openTicket = async (
  { media, grants, now }: Deps,
  { mediaId, claimId, browser, until, title }: OpenTicket,
): Promise<Ticket> => {
  const video = await media.find(mediaId);
  if (video?.category !== 'finished') throw new AppError('NotFound');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now().getTime() + TICKET_SECONDS * 1000);
  await grants.addTicket({
    grant: { claimId, mediaId, browser, until: new Date(until), title, ledger: emptyLedger(video.original.size) },
    ticket: { token, expiresAt, begunAt: null },
  });
  return { path: ticketPath(token), expiresAt: expiresAt.toISOString() };
};
