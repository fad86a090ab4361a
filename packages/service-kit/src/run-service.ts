import { setTimeout as pause } from 'node:timers/promises';
import type { Logger as PinoLogger } from 'pino';
import { type CommonConfig, ConfigError } from './config/config.ts';
import { closeServer } from './server/close-server.ts';
import type { AnyServer } from './server/server-types.ts';
import { createLifecycle, type Lifecycle, STOP_TIMEOUT_MS } from './stop.ts';
import { createLogger } from './telemetry/logger.ts';
import { createMetrics, type Metrics, serveMetrics } from './telemetry/metrics.ts';
import { startTracing } from './telemetry/tracing.ts';

/** The input of a service's `build` function. */
export type ServiceContext<Config> = { name: string; config: Config; logger: PinoLogger; metrics: Metrics; lifecycle: Lifecycle };
/** Builds a service: connects, wires dependencies, registers routes and stop functions. The returned server is not listening yet. */
export type BuildService<Config> = (context: ServiceContext<Config>) => Promise<{ server: AnyServer }>;
export type RunningService = {
  url: string;
  server: AnyServer;
  /** Port of /metrics; undefined when it is not served. */
  metricsPort: number | undefined;
  stop: () => Promise<void>;
};

/** Share of the shutdown time for running requests. The rest is for the clean-up of requests that are cut off, and for closing connections. */
const DRAIN_SHARE = 0.7;

type StartOptions<Config> = { name: string; config: Config; build: BuildService<Config> };

/** Builds and starts a service. When building fails, everything that was opened is closed. */
export const startService = async <Config extends CommonConfig>(options: StartOptions<Config>): Promise<RunningService> => {
  const { name, config, build } = options;
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics(name);
  const drainMs = config.DRAIN_SECONDS * 1000;
  const lifecycle = createLifecycle({ logger, timeoutMs: drainMs + STOP_TIMEOUT_MS });
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  try {
    // First, so that it is stopped last.
    if (endpoint !== undefined) lifecycle.onStop('tracing', await startTracing({ service: name, endpoint }));
    const { server } = await build({ name, config, logger, metrics, lifecycle });
    // Registered last, so that requests end before their dependencies are closed.
    lifecycle.onStop('http', async (leftMs) => {
      // Every response now closes its connection, from which callers learn that they should use other replicas.
      await pause(drainMs);
      await closeServer({ server: server.server, close: () => server.close(), drainMs: DRAIN_SHARE * (leftMs - drainMs) });
    });
    const metricsServer =
      config.METRICS_PORT === undefined ? undefined : await serveMetrics({ metrics, host: config.HOST, port: config.METRICS_PORT });
    if (metricsServer) lifecycle.onStop('metrics', metricsServer.stop);
    const url = await server.listen({ host: config.HOST, port: config.PORT });
    return { url, server, metricsPort: metricsServer?.port, stop: lifecycle.stop };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
};

type RunOptions<Config, Constants> = {
  name: string;
  load: (env: NodeJS.ProcessEnv, changes?: Constants) => Config;
  build: BuildService<Config>;
};

/** Tests of the whole shop give a service other constants, as JSON in its first argument. */
const changesInArguments = () => JSON.parse(process.argv[2] ?? '{}');

/** The main function of a service: reads the environment, starts, and stops gracefully on SIGTERM or SIGINT. */
export const runService = async <Config extends CommonConfig, Constants>(options: RunOptions<Config, Constants>): Promise<void> => {
  const { name, load, build } = options;
  // Also when the process ends before the service has started or stopped.
  process.exitCode = 1;
  try {
    const service = await startService({ name, config: load(process.env, changesInArguments()), build });
    const stop = async (): Promise<void> => {
      await service.stop();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${name} could not start. ${text}\n`);
    process.exit(1);
  }
};
