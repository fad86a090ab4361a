import { finishedVideosQuestionSchema, finishedVideosSchema, openTicketSchema, ticketSchema } from '@stagereel/contracts';
import { findFinishedVideos } from '../domain/downloads/find-finished-videos.ts';
import { openTicket } from '../domain/downloads/open-ticket.ts';
import { refusals } from './refusals.ts';
import type { RouteDeps } from './route-deps.ts';

const config = { guard: 'internal' } as const;

/** What orders asks about finished videos. */
export const internalDownloadRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/internal/finished-videos',
    { config, schema: { hide: true, body: finishedVideosQuestionSchema, response: { 200: finishedVideosSchema, ...refusals } } },
    async (request) => ({ videos: await findFinishedVideos(deps, request.body.ids) }),
  );

  server.post(
    '/internal/tickets',
    { config, schema: { hide: true, body: openTicketSchema, response: { 200: ticketSchema, ...refusals } } },
    async (request) => openTicket(deps, request.body),
  );
};
