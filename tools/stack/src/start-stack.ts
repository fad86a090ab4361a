import { resolve } from 'node:path';
import { keepAdmin, readAdmin } from './admin.ts';
import { readGatewayHost, readGatewayPort, refuseTakenPort } from './gateway-port.ts';
import { lockFolder } from './lock.ts';
import { choosePorts, type PortRange } from './ports.ts';
import { type Reaper, startReaper } from './processes/reaper.mjs';
import { loadSecrets } from './secrets.ts';
import type { ServiceEnvInput } from './services/service-env.ts';
import { type ServiceName, serviceNames } from './services/service-names.ts';
import { type Services, startServices, stopServices } from './services/start-services.ts';
import { removeStackInfo, type StackInfo, stackInfoFile, writeStackInfo } from './stack-info.ts';
import { type Backing, backingNames, startBackingIn } from './start-backing.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.mjs';

export type StartStackInput = {
  /** The stack's folder (`STACK_DIR`): data, logs, secrets and `stack.json`. */
  dir: string;
  /** The gateway's port. Default: PORT in `env`, else 3000. */
  port?: number;
  /** What every other port is chosen from. */
  ports?: PortRange;
  /** Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Builds what is to run; called once the folder is this process's own, and goes beside the start of the backing servers. */
  build?: () => Promise<void>;
  /** A caller that has children of its own brings its reaper, and closes it. */
  reaper?: Reaper;
  stopwatch?: Stopwatch;
};

export type ServiceHandle = {
  url: string;
  /** Its `/metrics`. */
  metricsUrl: string;
  /** Sends a signal; resolves when the service is gone, for a signal that ends it. */
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
  /** Ends the services, then what they stand on. */
  stop(): Promise<void>;
};

/**
 * Starts the whole shop and resolves when every part is ready. Throws a StackError with one clear message when it cannot;
 * nothing is left running then. Whatever ends this process, all it started ends after it.
 */
export async function startStack(input: StartStackInput): Promise<Stack> {
  const dir = resolve(input.dir);
  const { env = process.env, log = () => {}, reaper = startReaper(), stopwatch = createStopwatch() } = input;
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
    const starting = startBackingIn({ dir, need: backingNames, ports: input.ports, env, log, reaper, stopwatch, webhookUrl });
    // Registered before it is there: a build that fails meanwhile must still end it.
    undo.push(() => starting.then((backing) => backing.stop()).catch(() => {}));
    const [backing] = await Promise.all([starting, stopwatch.time('build', async () => input.build?.())]);

    const settings = await readSettings({ dir, env, port, ports: input.ports, backing });
    const services = await startServices({ settings, reaper, stopwatch, log });
    undo.push(() => stopServices(services));
    keepAdmin(settings);

    const info = describe({ settings, services });
    const infoFile = stackInfoFile(dir);
    reaper.hold(infoFile);
    undo.push(() => {
      reaper.release(infoFile);
      removeStackInfo(dir);
    });
    writeStackInfo({ dir, info });
    return { info, backing, service: (name) => serviceHandle({ name, settings, services, info }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type SettingsInput = { dir: string; env: NodeJS.ProcessEnv; port: number; ports: PortRange | undefined; backing: Backing };

async function readSettings({ dir, env, port, ports, backing }: SettingsInput): Promise<ServiceEnvInput> {
  const secrets = loadSecrets(dir);
  const inner = serviceNames.filter((name) => name !== 'gateway');
  const names = [...inner, ...serviceNames.map((name) => `${name}-metrics` as const)];
  const portOf = await choosePorts({ dir, names, range: ports });
  return {
    dir,
    env,
    backing,
    secrets,
    admin: readAdmin({ dir, env, secrets }),
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    gatewayHost: readGatewayHost(env),
    urls: byService((name) => `http://127.0.0.1:${name === 'gateway' ? port : portOf(name)}`),
    metricsPorts: byService((name) => portOf(`${name}-metrics`)),
  };
}

function describe({ settings, services }: { settings: ServiceEnvInput; services: Services }): StackInfo {
  const { backing, urls, admin } = settings;
  return {
    gateway: urls.gateway.replace('127.0.0.1', 'localhost'),
    mailbox: backing.mailbox.url,
    stripe: backing.stripe.url,
    mongodb: backing.mongodb,
    redis: backing.redis,
    rabbitmq: backing.rabbitmq,
    admin,
    services: byService((name) => ({ url: urls[name], pid: services[name].pids()[0] ?? 0 })),
  };
}

function serviceHandle(input: { name: ServiceName; settings: ServiceEnvInput; services: Services; info: StackInfo }): ServiceHandle {
  const { name, settings, services, info } = input;
  return {
    url: settings.urls[name],
    metricsUrl: `http://127.0.0.1:${settings.metricsPorts[name]}/metrics`,
    kill: (signal) => services[name].kill(signal),
    stop: () => services[name].stop(),
    async start() {
      await services[name].start();
      Object.assign(info, describe({ settings, services }));
      writeStackInfo({ dir: settings.dir, info });
    },
  };
}

function byService<Value>(of: (name: ServiceName) => Value): Record<ServiceName, Value> {
  return Object.fromEntries(serviceNames.map((name) => [name, of(name)])) as Record<ServiceName, Value>;
}
