import { createServer } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { AnyServer } from './server-types.ts';

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

type MetricsServerOptions = { metrics: Metrics; host: string; port: number };

/** Serves /metrics on its own port, which the gateway does not route to. Returns the port, which is chosen by the system for 0. */
export const serveMetrics = async ({ metrics, host, port }: MetricsServerOptions): Promise<{ port: number; stop: () => Promise<void> }> => {
  collectDefaultMetrics({ register: metrics });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.metrics());
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
