import { randomBytes } from 'node:crypto';
import {
  CLAIM_SECONDS,
  claimResponseSchema,
  DOWNLOAD_CLAIM_COOKIE,
  downloadLineParamsSchema,
  downloadPageParamsSchema,
  downloadPageSchema,
  orderLineParamsSchema,
  orderParamsSchema,
  orderTimelineSchema,
} from '@stagereel/contracts';
import { actorOf, browserDigestOf, browserTokenOf, createCookies, errorResponses } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimDownload } from '../domain/download/claim-download.ts';
import { showDownloadPage } from '../domain/download/download-page.ts';
import { extendPage, reArmLine } from '../domain/download/renew-download.ts';
import { toOrderTimeline } from '../domain/order/order-timeline.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['download'];
const adminTags = ['orders of the back office'];
const timeline = { 200: orderTimelineSchema, ...errorResponses(404, 409) };

const TOKEN_BYTES = 32;

export const downloadRoutes = ({ server, deps, config }: RouteDeps): void => {
  const cookies = createCookies({ publicUrl: config.PUBLIC_URL });
  /** Sets the cookie that identifies a browser to its claims, or extends the one that it has. */
  const setBrowserCookie = (request: FastifyRequest, reply: FastifyReply): void => {
    const token = browserTokenOf(request) ?? randomBytes(TOKEN_BYTES).toString('base64url');
    cookies.set(reply, { name: DOWNLOAD_CLAIM_COOKIE, token, seconds: CLAIM_SECONDS });
  };

  server.get(
    '/api/download/:pageId',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'Show a download page without claiming anything',
        params: downloadPageParamsSchema,
        response: { 200: downloadPageSchema, ...errorResponses(404, 409, 410) },
      },
    },
    async (request, reply) => {
      const page = await showDownloadPage(deps, { pageId: request.params.pageId, browser: browserDigestOf(request) });
      // Set before the first claim, so two quick clicks come from the same browser.
      setBrowserCookie(request, reply);
      return page;
    },
  );

  server.post(
    '/api/download/:pageId/:lineId/claim',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'Claim a video for this browser for a day and get its URL',
        params: downloadLineParamsSchema,
        response: { 200: claimResponseSchema, ...errorResponses(404, 409, 410, 428) },
      },
    },
    async (request, reply) => {
      const { pageId, lineId } = request.params;
      const browser = browserDigestOf(request);
      // Set with an error too: a browser that lost its cookie has one for the next attempt.
      setBrowserCookie(request, reply);
      const { url, wasSentTwice, until } = await claimDownload(deps, { pageId, lineNumber: lineId, browser });
      return { url, claimExpiresAt: until.toISOString(), wasSentTwice };
    },
  );

  server.post(
    '/api/orders/:orderNumber/extend',
    {
      config: { guard: 'admin' },
      schema: {
        tags: adminTags,
        summary: 'Restart the period of a download page',
        params: orderParamsSchema,
        response: { ...timeline, ...errorResponses(410) },
      },
    },
    async (request) => toOrderTimeline(deps, await extendPage(deps, { ...request.params, actor: actorOf(request) })),
  );

  server.post(
    '/api/orders/:orderNumber/lines/:lineId/re-arm',
    {
      config: { guard: 'admin' },
      schema: {
        tags: adminTags,
        summary: 'Allow a video to be downloaded once more',
        params: orderLineParamsSchema,
        response: timeline,
      },
    },
    async (request) => {
      const { orderNumber, lineId: lineNumber } = request.params;
      return toOrderTimeline(deps, await reArmLine(deps, { orderNumber, lineNumber, actor: actorOf(request) }));
    },
  );
};
