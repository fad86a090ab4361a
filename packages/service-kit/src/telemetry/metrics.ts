import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../retry.ts';
import { handleError } from '../server/error-handler.ts';
import { AppError } from '../server/errors.ts';
import type { AnyServer } from '../server/server-types.ts';
import type { Logger } from './logger.ts';

export type Metrics = Registry;

export const createMetrics = (service: string): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
};

/** Measures the duration of every request, by route, method and status. */
export const measureRequests = ({ server, metrics }: { server: AnyServer; metrics: Metrics }): void => {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    histogram.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
};

/** The error handler, which also counts the requests that a limit refused, by the code of the error. */
export const handleErrorsAndCountLimits = (metrics: Metrics): typeof handleError => {
  const hits = new Counter({
    name: 'rate_limit_hits_total',
    help: 'Requests that a limit refused, by the code of the error',
    labelNames: ['code'],
    registers: [metrics],
  });
  return (error, request, reply) => {
    if (error instanceof AppError && (error.status === 429 || error.code === 'ServiceBusy')) hits.inc({ code: error.code });
    return handleError(error, request, reply);
  };
};

/** How many documents a read of a gauge looks at, so that a scrape stays cheap however much is waiting. */
export const MAX_READ = 1000;
const READ_TIMEOUT_MS = 2000;

export type Sample<Name extends string> = { labels: Record<string, string>; values: Record<Name, number> };

type GaugesOptions<Name extends string> = {
  metrics: Metrics;
  logger: Logger;
  /** The names of the gauges and what they show. */
  gauges: Record<Name, string>;
  labelNames: readonly string[];
  read: () => Promise<readonly Sample<Name>[]>;
};

/**
 * Gauges whose values are read once per scrape of /metrics, such as the lengths of queues. While they cannot be read they are missing in the
 * response, so that the others still arrive.
 */
export const registerGauges = <Name extends string>({ metrics, logger, gauges, labelNames, read }: GaugesOptions<Name>): void => {
  let reading: Promise<readonly Sample<Name>[]> | undefined;
  // All gauges are collected at once, and share one read.
  const readOnce = (): Promise<readonly Sample<Name>[]> => {
    reading ??= withTimeout(read(), READ_TIMEOUT_MS)
      .catch((err: unknown) => {
        logger.warn({ err, gauges: Object.keys(gauges) }, 'Gauges cannot be read');
        return [];
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const name of Object.keys(gauges) as Name[]) {
    new Gauge({
      name,
      help: gauges[name],
      labelNames: [...labelNames],
      registers: [metrics],
      async collect() {
        const samples = await readOnce();
        this.reset();
        // A gauge without labels would be 0.
        if (labelNames.length === 0) this.remove();
        for (const { labels, values } of samples) this.set(labels, values[name]);
      },
    });
  }
};

/** How long ago a time was, in seconds; 0 if nothing waits. */
export const secondsSince = (time: Date | undefined, now = new Date()): number =>
  time ? Math.max(0, (now.getTime() - time.getTime()) / 1000) : 0;

/** Each sample wakes the process: at 10 ms, an idle service needs five times the CPU time. Every value of the delay contains this pause. */
const EVENT_LOOP_SAMPLE_MS = 100;

type MetricsServerOptions = { metrics: Metrics; host: string; port: number };

/** Serves /metrics on its own port, which the gateway does not route to. Returns the port, which is chosen by the system for 0. */
export const serveMetrics = async ({ metrics, host, port }: MetricsServerOptions): Promise<{ port: number; stop: () => Promise<void> }> => {
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    // A wrong value must not end the service.
    const text = await metrics.metrics().catch(() => undefined);
    if (text === undefined) response.writeHead(500).end();
    else response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
