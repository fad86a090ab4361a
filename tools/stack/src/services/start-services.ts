import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseTakenPort } from '../gateway-port.ts';
import { StackError } from '../machine/stack-error.mjs';
import { type PortRange, startOnFreePorts } from '../ports.ts';
import { respondsOverHttp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER, type Reaper } from '../processes/reaper.mjs';
import type { ServerControl } from '../processes/server-control.ts';
import { repository } from '../repository.ts';
import type { Backing } from '../start-backing.ts';
import type { Stopwatch } from '../stopwatch.mjs';
import { portOfUrl, serviceEnv } from './service-env.ts';
import { type Constants, type ServiceName, serviceNames } from './service-names.ts';
import { publicGateway, readServiceSettings, type ServiceSettings, servicePorts } from './service-settings.ts';

/** A young generation of the default size would add 80 MiB to six idle services. The Dockerfile has the same options. */
export const NODE_ARGS = ['--enable-source-maps', '--max-semi-space-size=4'];
/** Longer than the 10 s in which a service stops by itself. */
const STOP_GRACE_MS = 12_000;
export type Servers = Record<ServiceName, ServerControl>;
type StartServicesInput = {
  dir: string;
  env: NodeJS.ProcessEnv;
  constants: Constants;
  backing: Backing;
  /** The gateway's port. */
  port: number;
  /** The range from which the other ports are chosen. */
  range: PortRange | undefined;
  /** Whether the gateway listens at a private address until `openGateway` is called. */
  isPrivate: boolean;
  reaper: Reaper;
  stopwatch: Stopwatch;
  log: (line: string) => void;
};

export type RunningServices = {
  settings: ServiceSettings;
  servers: Servers;
  /** Restarts the gateway at its own address. */
  openGateway(): Promise<void>;
};

/** Starts all services side by side and resolves when all are ready. When one fails, the others are stopped. */
export async function startServices(input: StartServicesInput): Promise<RunningServices> {
  const { dir, range, log, env, port, stopwatch, reaper } = input;
  const create = (name: ServiceName, settings: ServiceSettings) => createService({ name, settings, reaper, log });
  const started = await startOnFreePorts({
    dir,
    range,
    log,
    names: servicePorts,
    start: async (portOf) => {
      if (!input.isPrivate) await refuseTakenPort(port);
      const settings = readServiceSettings({ ...input, portOf });
      const servers = Object.fromEntries(serviceNames.map((name) => [name, create(name, settings)])) as Servers;
      await startAll({ servers, stopwatch });
      return { settings, servers };
    },
  });

  return {
    ...started,
    async openGateway() {
      const { settings, servers } = started;
      await servers.gateway.stop();
      await startOnFreePorts({
        dir,
        range,
        log,
        names: ['gateway-metrics'],
        start: async (portOf) => {
          await refuseTakenPort(port);
          Object.assign(settings, publicGateway({ settings, env, port }));
          settings.metricsPorts.gateway = portOf('gateway-metrics');
          servers.gateway = create('gateway', settings);
          await stopwatch.time('gateway, public', () => servers.gateway.start());
        },
      });
    },
  };
}

async function startAll({ servers, stopwatch }: { servers: Servers; stopwatch: Stopwatch }): Promise<void> {
  const starts = serviceNames.map((name) => stopwatch.time(name, () => servers[name].start()));
  try {
    await Promise.all(starts);
  } catch (error) {
    await stopServices(servers);
    await Promise.allSettled(starts);
    // One that had not launched its process yet may have done so in the meantime.
    await stopServices(servers);
    throw error;
  }
}

type ServiceInput = { name: ServiceName; settings: ServiceSettings; reaper: Reaper; log: (line: string) => void };

/** One built service. It is ready when its `/readyz` returns 2xx. */
function createService({ name, settings, reaper, log }: ServiceInput): ServerControl {
  const { dir, urls, metricsPorts, constants } = settings;
  const program = join(repository, 'services', name, 'dist/main.js');
  if (!existsSync(program)) throw new StackError(`services/${name} is not built: run node --import tsx tools/build.ts first.`);
  const logFile = join(dir, 'logs', `${name}.log`);
  return createProcessServer({
    name,
    command: process.execPath,
    args: [...NODE_ARGS, program, ...(constants[name] ? [JSON.stringify(constants[name])] : [])],
    // From Node.js 22 on, a second start compiles less.
    env: { ...serviceEnv({ name, settings }), NODE_COMPILE_CACHE: join(repository, '.cache/compile-cache') },
    cwd: dir,
    logFile,
    ports: [portOfUrl(urls[name]), metricsPorts[name]],
    isReady: () => respondsOverHttp(`${urls[name]}/readyz`),
    startTimeoutMs: 60_000,
    stopGraceMs: STOP_GRACE_MS,
    endOrder: END_ORDER.service,
    reaper,
    onUnexpectedExit: (reason) => log(`${name} ${reason}. Its log: ${logFile}`),
  });
}

/** The gateway first, so that the requests it has accepted are completed. */
export async function stopServices({ gateway, ...others }: Servers): Promise<void> {
  await gateway.stop();
  await Promise.all(Object.values(others).map((service) => service.stop()));
}
