import { BROWSER_ERROR_BYTES, browserErrorSchema } from '@stagereel/contracts';
import { AppError, type Metrics, type Server } from '@stagereel/service-kit';
import { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { describeBrowserError } from '../browser-errors/describe-browser-error.ts';
import { clientKey } from '../entry/rate-limit.ts';

/** Of one network and of all, in each gateway: a broken release must not fill the log. */
const PER_NETWORK = { points: 20, duration: 60 };
const OVERALL = { points: 200, duration: 60 };
const ALL = 'all';

type BrowserErrorOptions = { server: Server; metrics: Metrics };

/** Collects the errors of the web app in browsers. The gateway does it itself, so that it works while services do not. */
export const registerBrowserErrorRoute = ({ server, metrics }: BrowserErrorOptions): void => {
  const counter = new Counter({
    name: 'browser_errors_total',
    help: 'Errors of the web app that browsers reported, by the pattern of the screen',
    labelNames: ['screen'],
    registers: [metrics],
  });
  const ofNetwork = new RateLimiterMemory(PER_NETWORK);
  const overall = new RateLimiterMemory(OVERALL);
  const count = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new AppError('TooManyRequests', { retryAfterSeconds: refusal.msBeforeNext / 1000 });
      throw refusal;
    }
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, scope.getDefaultJsonParser('remove', 'remove'));

    scope.post(
      '/api/browser-errors',
      {
        bodyLimit: BROWSER_ERROR_BYTES,
        config: { guard: 'public' },
        schema: {
          tags: ['browser errors'],
          summary: 'Report an error of the web app; nothing of it is logged that could identify anybody',
          body: browserErrorSchema,
          response: { 204: z.undefined().describe('the report was logged') },
        },
      },
      async (request, reply) => {
        await count(ofNetwork, clientKey(request.ip));
        await count(overall, ALL);
        const described = describeBrowserError(request.body);
        counter.inc({ screen: described.screen });
        request.log.warn({ browserError: described }, 'Browser error');
        return reply.code(204).send();
      },
    );
  });
};
