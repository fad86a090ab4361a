import type { Logger as PinoLogger } from 'pino';
import { closeServer } from './close-server.ts';
import { type CommonConfig, ConfigError } from './config.ts';
import { createLogger } from './logger.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';
import type { AnyServer } from './server-types.ts';
import { inSource, nameSourceOfUncaught } from './source-maps.ts';
import { createLifecycle, type Lifecycle } from './stop.ts';

/** What a composition root is given. */
export type ServiceContext<Config> = { config: Config; logger: PinoLogger; metrics: Metrics; lifecycle: Lifecycle };
/** Builds a service: connects, wires, registers its routes and what must be stopped; the server comes back not yet listening. */
export type BuildService<Config> = (context: ServiceContext<Config>) => Promise<{ server: AnyServer }>;
export type RunningService = {
  url: string;
  server: AnyServer;
  /** Where /metrics is served, if it is. */
  metricsPort: number | undefined;
  stop: () => Promise<void>;
};

/** Of the time to stop in, what running requests get. The rest is for what those that are cut off then leave to do. */
const DRAIN_SHARE = 0.7;

type StartOptions<Config> = { name: string; config: Config; build: BuildService<Config> };

/** Builds and listens. When building fails, what was already opened is closed again. */
export const startService = async <Config extends CommonConfig>(options: StartOptions<Config>): Promise<RunningService> => {
  const { name, config, build } = options;
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics(name);
  const lifecycle = createLifecycle({ logger });
  try {
    const { server } = await build({ config, logger, metrics, lifecycle });
    // Registered last, so that requests drain before what they use is closed.
    lifecycle.onStop('http', (leftMs) =>
      closeServer({ server: server.server, close: () => server.close(), drainMs: DRAIN_SHARE * leftMs }),
    );
    const measured =
      config.METRICS_PORT === undefined ? undefined : await serveMetrics({ metrics, host: config.HOST, port: config.METRICS_PORT });
    if (measured) lifecycle.onStop('metrics', measured.stop);
    const url = await server.listen({ host: config.HOST, port: config.PORT });
    return { url, server, metricsPort: measured?.port, stop: lifecycle.stop };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
};

type RunOptions<Config> = { name: string; load: (env: NodeJS.ProcessEnv) => Config; build: BuildService<Config> };

/** A service's whole main(): reads the environment, starts, and stops gracefully on SIGTERM or SIGINT. */
export const runService = async <Config extends CommonConfig>({ name, load, build }: RunOptions<Config>): Promise<void> => {
  nameSourceOfUncaught();
  try {
    const service = await startService({ name, config: load(process.env), build });
    const stop = async (): Promise<void> => {
      await service.stop();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    const text =
      error instanceof ConfigError ? error.message : error instanceof Error ? inSource(error.stack ?? error.message) : String(error);
    process.stderr.write(`${name} could not start. ${text}\n`);
    process.exit(1);
  }
};
