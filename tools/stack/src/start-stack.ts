import { resolve } from 'node:path';
import { writeAdminFile } from './admin.ts';
import { backingNames } from './backing/context.ts';
import { readGatewayHost, readGatewayPort, refuseTakenPort } from './gateway-port.ts';
import { lockFolder } from './lock.ts';
import type { PortRange } from './ports.ts';
import { type Reaper, startReaper } from './processes/reaper.mjs';
import type { ServerControl } from './processes/server-control.ts';
import { byService, type Constants, type ServiceName } from './services/service-names.ts';
import { type RunningServices, startServices, stopServices } from './services/start-services.ts';
import { removeStackInfo, type StackInfo, stackInfoFile, writeStackInfo } from './stack-info.ts';
import { type Backing, startBackingIn } from './start-backing.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.mjs';

export type StartStackInput = {
  /** The stack's folder (`STACK_DIR`): data, logs, secrets and `stack.json`. */
  dir: string;
  /** The gateway's port. Default: PORT in `env`, else 3000. */
  port?: number;
  /** The range from which every other port is chosen. */
  ports?: PortRange;
  /** Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
  constants?: Constants;
  log?: (line: string) => void;
  /** Builds the programs; called once the folder is locked, and runs while the backing servers start. */
  build?: () => Promise<void>;
  /**
   * Puts the first data into the shop. The gateway listens at a private address until it is done, and only then at its own, so
   * that no visitor sees a shop that is half filled, or signs in between.
   */
  fill?: (info: StackInfo) => Promise<void>;
  /**
   * Makes the server that listens on the gateway's port in the gateway's place and passes API calls on to it (`npm run dev`). The
   * gateway then stays at its private address.
   */
  createFrontServer?: (input: FrontServerInput) => ServerControl;
  /** Returns other addresses of the backing servers for the services, for example those of a proxy that disturbs the connections. */
  reroute?: (backing: Backing) => Promise<Backing>;
  /** For a caller that starts processes of its own; it closes the reaper itself. */
  reaper?: Reaper;
  stopwatch?: Stopwatch;
};

export type FrontServerInput = {
  dir: string;
  env: NodeJS.ProcessEnv;
  host: string;
  port: number;
  gatewayUrl: string;
  reaper: Reaper;
  log: (line: string) => void;
};

export type ServiceHandle = {
  url: string;
  /** Its `/metrics`. */
  metricsUrl: string;
  /** Sends a signal. Resolves once the service has ended, if the signal ends it. */
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
  /** Starts it again on the same address; resolves when it is ready. */
  start(): Promise<void>;
};

export type Stack = {
  /** What `stack.json` holds; a service's pid changes when it starts again. */
  info: StackInfo;
  backing: Backing;
  service(name: ServiceName): ServiceHandle;
  /** Stops the services, then the backing servers. */
  stop(): Promise<void>;
};

/**
 * Starts the whole shop and resolves when every part is ready. Throws a StackError with one clear message when it cannot, and
 * leaves nothing running then. However this process ends, everything it started ends after it.
 */
export async function startStack(input: StartStackInput): Promise<Stack> {
  const dir = resolve(input.dir);
  const { env = process.env, constants = {}, log = () => {}, reaper = startReaper(), stopwatch = createStopwatch() } = input;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    if (!input.reaper) undo.push(reaper.close);
    undo.push(await lockFolder({ dir, reaper }));
    removeStackInfo(dir);
    const port = input.port ?? readGatewayPort(env);
    await refuseTakenPort(port);

    const webhookUrl = `http://127.0.0.1:${port}/api/stripe/webhook`;
    const building = stopwatch.time('build', async () => input.build?.());
    const servers = { dir, need: backingNames, ports: input.ports, env, log, reaper, stopwatch, webhookUrl };
    const starting = startBackingIn({ ...servers, build: () => building });
    // Registered before it has started: it must also be stopped when the build fails in the meantime.
    undo.push(() => starting.then((backing) => backing.stop()).catch(() => {}));
    const [backing] = await Promise.all([starting, building]);

    const isPrivate = Boolean(input.fill || input.createFrontServer);
    const rerouted = (await input.reroute?.(backing)) ?? backing;
    const services = await startServices({
      dir,
      env,
      constants,
      backing: rerouted,
      port,
      range: input.ports,
      isPrivate,
      reaper,
      stopwatch,
      log,
    });
    undo.push(() => stopServices(services.servers));
    writeAdminFile(services.settings);
    await input.fill?.(describe(services));
    const publicGateway = `http://localhost:${port}`;
    if (input.createFrontServer) {
      await refuseTakenPort(port);
      const gatewayUrl = services.settings.urls.gateway;
      const front = input.createFrontServer({ dir, env, host: readGatewayHost(env), port, gatewayUrl, reaper, log });
      undo.push(() => front.stop());
      await stopwatch.time(front.name, () => front.start());
    } else if (isPrivate) await services.openGateway();

    const info: StackInfo = { ...describe(services), gateway: publicGateway };
    const infoFile = stackInfoFile(dir);
    reaper.removeAtEnd(infoFile);
    undo.push(() => {
      reaper.keep(infoFile);
      removeStackInfo(dir);
    });
    writeStackInfo({ dir, info });
    return { info, backing, service: (name) => serviceHandle({ name, services, info }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describe({ settings, servers }: RunningServices): StackInfo {
  const { backing, urls, admin } = settings;
  return {
    gateway: urls.gateway.replace('127.0.0.1', 'localhost'),
    mailbox: backing.mailbox.url,
    stripe: backing.stripe.url,
    mongodb: backing.mongodb,
    redis: backing.redis,
    rabbitmq: backing.rabbitmq,
    namespace: settings.env.NAMESPACE || 'stagereel',
    admin,
    services: byService((name) => ({ url: urls[name], pid: servers[name].pids()[0] ?? 0 })),
  };
}

type HandleInput = { name: ServiceName; services: RunningServices; info: StackInfo };

function serviceHandle({ name, services, info }: HandleInput): ServiceHandle {
  const { settings, servers } = services;
  return {
    url: settings.urls[name],
    metricsUrl: `http://127.0.0.1:${settings.metricsPorts[name]}/metrics`,
    kill: (signal) => servers[name].kill(signal),
    stop: () => servers[name].stop(),
    async start() {
      await servers[name].start();
      Object.assign(info, { services: describe(services).services });
      writeStackInfo({ dir: settings.dir, info });
    },
  };
}
