import { type BrowserError, browserErrorSchema } from '@stagereel/contracts';
import { type Metrics, parseJsonBodies, type Server } from '@stagereel/service-kit';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { describeBrowserError } from '../browser-errors/describe-browser-error.ts';
import { clientKey } from '../entry/rate-limit.ts';

type BrowserErrorOptions = {
  server: Server;
  metrics: Metrics;
  /** Counts a report of a client. @throws AppError TooManyRequests */
  countReport: (client: string) => Promise<void>;
};

/** Collects the errors of the web app in browsers. The gateway does it itself, so that it works while services do not. */
export const registerBrowserErrorRoute = ({ server, metrics, countReport }: BrowserErrorOptions): void => {
  const counter = new Counter({
    name: 'browser_errors_total',
    help: 'Errors of the web app that browsers reported, by the pattern of the screen',
    labelNames: ['screen'],
    registers: [metrics],
  });

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    parseJsonBodies(scope);

    scope.post<{ Body: BrowserError }>(
      '/api/browser-errors',
      {
        config: { guard: 'public' },
        schema: {
          tags: ['browser errors'],
          summary: 'Report an error of the web app; nothing of it is logged that could identify anybody',
          body: browserErrorSchema,
          response: { 204: z.undefined().describe('the report was logged') },
        },
      },
      async (request, reply) => {
        await countReport(clientKey(request.ip));
        const described = describeBrowserError(request.body);
        counter.inc({ screen: described.screen });
        request.log.warn({ browserError: described }, 'Browser error');
        return reply.code(204).send();
      },
    );
  });
};
