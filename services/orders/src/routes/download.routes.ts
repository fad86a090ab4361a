import { claimAnswerSchema, downloadLineParamsSchema, downloadPageParamsSchema, downloadPageSchema } from '@stagereel/contracts';
import { browserDigestOf } from '@stagereel/service-kit';
import { claimDownload } from '../domain/claim-download.ts';
import { showDownloadPage } from '../domain/download-page.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['download'];

export const downloadRoutes = ({ server, deps, config }: Pick<RouteDeps, 'server' | 'deps' | 'config'>): void => {
  const browserCookie = createBrowserCookie({ publicUrl: config.PUBLIC_URL });

  server.get(
    '/api/download/:pageId',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'A download page; looking uses nothing up',
        params: downloadPageParamsSchema,
        response: { 200: downloadPageSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const page = await showDownloadPage(deps, { pageId: request.params.pageId, browser: browserDigestOf(request) });
      // Known before the first claim, so that two quick clicks are one browser.
      browserCookie.issue({ request, reply });
      return page;
    },
  );

  server.post(
    '/api/download/:pageId/:lineId/claim',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'Bind a video to this browser for a day and tell where it is',
        params: downloadLineParamsSchema,
        response: { 200: claimAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { pageId, lineId } = request.params;
      const browser = browserDigestOf(request);
      // Also with a refusal: a browser that lost its cookie while the page was open has one for the next try.
      browserCookie.issue({ request, reply });
      const { url, until } = await claimDownload(deps, { pageId, lineNumber: lineId, browser });
      return { url, claimExpiresAt: until.toISOString() };
    },
  );
};
