import {
  countedSchema,
  finishedVideosQuestionSchema,
  finishedVideosSchema,
  giveBackSchema,
  grantParamsSchema,
  openTicketSchema,
  reserveSchema,
  ticketSchema,
} from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { findFinishedVideos } from '../domain/downloads/find-finished-videos.ts';
import { openTicket } from '../domain/downloads/open-ticket.ts';
import { refusals } from './refusals.ts';
import type { CountingRouteDeps } from './route-deps.ts';

const config = { guard: 'internal' } as const;

/** What orders asks about finished videos, and the gateway, which reads them, about their bytes. */
export const internalDownloadRoutes = ({ server, deps, meterOf }: CountingRouteDeps): void => {
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

  server.post(
    '/internal/grants/:claimId/reserve',
    {
      config,
      schema: { hide: true, params: grantParamsSchema, body: reserveSchema, response: { 200: countedSchema, ...refusals } },
    },
    async (request) => {
      if (!(await meterOf(request.params.claimId).reserve(request.body))) throw new AppError('DownloadBytesSpent');
      return {};
    },
  );

  server.post(
    '/internal/grants/:claimId/give-back',
    { config, schema: { hide: true, params: grantParamsSchema, body: giveBackSchema, response: { 200: countedSchema, ...refusals } } },
    async (request) => {
      await meterOf(request.params.claimId).giveBack(request.body);
      return {};
    },
  );
};
