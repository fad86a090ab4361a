import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BackingContext, type BackingName, type BackingServer, backingPorts, type PortName } from './backing/context.ts';
import { createMailbox, type MailboxAddress } from './backing/mailbox.ts';
import { createMongodb } from './backing/mongodb.ts';
import { createRabbitmq } from './backing/rabbitmq.ts';
import { createRedis } from './backing/redis.ts';
import { createStripe, type StripeConnection } from './backing/stripe.ts';
import { lockFolder } from './lock.ts';
import type { DataServer, Found } from './machine/find-server.mjs';
import { prepareMachine } from './machine/prepare-machine.mjs';
import { type PortRange, startOnFreePorts } from './ports.ts';
import { type Reaper, startReaper } from './processes/reaper.mjs';
import type { ServerControl } from './processes/server-control.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.mjs';

export type StartBackingInput = {
  /** The folder for data, logs and ports; created if missing. */
  dir: string;
  need: readonly BackingName[];
  /** Removes `dir` after everything in it has ended, however that happens. */
  isTemporary?: boolean;
  /** The range from which their ports are chosen. */
  ports?: PortRange;
  /** May name servers that already run (MONGODB_URL, …). Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Where the Stripe simulator sends its webhooks; without a URL it sends none. */
  webhookUrl?: string;
  /** Resolves when the Stripe simulator is built, so that it can start. The other servers start in the meantime. */
  build?: () => Promise<void>;
};

/** Running servers. The address of a server that is not in `need` is an empty string. */
export type Backing = {
  mongodb: string;
  redis: string;
  rabbitmq: string;
  mailbox: MailboxAddress;
  stripe: StripeConnection;
  /** Process ids by server; empty for servers that run elsewhere. */
  pids(): Record<BackingName, number[]>;
  /** Stops all servers that were started from here. */
  stop(): Promise<void>;
  /** Stops one server gracefully and starts it again at the same address with the same data. */
  restart(name: BackingName): Promise<void>;
  /** Sends a signal to one server. If the signal ends the server, it resolves when the server has ended; otherwise at once. */
  kill(name: BackingName, signal: NodeJS.Signals): Promise<void>;
  /** Starts one server again after `kill`. */
  start(name: BackingName): Promise<void>;
};

/**
 * Finds or starts the servers in `need` side by side, and resolves when all are ready. However this process ends, the servers that it
 * started end after it. Throws a StackError with one clear message when a server is missing or does not start, and leaves nothing
 * running then.
 */
export async function startBacking(input: StartBackingInput): Promise<Backing> {
  const dir = resolve(input.dir);
  const reaper = startReaper();
  if (input.isTemporary) reaper.removeAtEnd(dir);
  try {
    const release = await lockFolder({ dir, reaper });
    const backing = await startBackingIn({ ...input, dir, reaper, stopwatch: createStopwatch() });
    const stop = async () => {
      await backing.stop();
      release();
      await reaper.close();
    };
    return { ...backing, stop };
  } catch (error) {
    await reaper.close();
    throw error;
  }
}

/** Like {@link startBacking}, in a folder that is already locked. The caller closes the reaper. */
export async function startBackingIn(input: StartBackingInput & { reaper: Reaper; stopwatch: Stopwatch }): Promise<Backing> {
  const { dir, need, env = process.env, log = () => {}, reaper, stopwatch } = input;
  mkdirSync(dir, { recursive: true });
  const dataServers = need.filter((name): name is DataServer => name !== 'mailbox' && name !== 'stripe');
  const found = await stopwatch.time('finding programs', () => prepareMachine({ need: dataServers, env, log, reaper }));
  const { addresses, controls } = await startServers({ ...input, env, log, found });

  const controlOf = (name: BackingName): ServerControl => {
    const control = controls.get(name);
    if (!control) throw new Error(`${name} is not among the servers that were started.`);
    return control;
  };
  return {
    ...addresses,
    pids: () => ({ ...noPids, ...Object.fromEntries([...controls].map(([name, control]) => [name, control.pids()])) }),
    stop: () => stopAll(controls),
    kill: (name, signal) => controlOf(name).kill(signal),
    start: (name) => controlOf(name).start(),
    async restart(name) {
      await controlOf(name).stop();
      await controlOf(name).start();
    },
  };
}

const noPids: Record<BackingName, number[]> = { mongodb: [], redis: [], rabbitmq: [], mailbox: [], stripe: [] };
const noMailbox: MailboxAddress = { smtpUrl: '', url: '' };
const noStripe: StripeConnection = { url: '', isSimulated: false, secretKey: '', publishableKey: '', webhookSecret: '' };

type Controls = Map<BackingName, ServerControl>;
type StartServersInput = Omit<StartBackingInput, 'env' | 'log'> &
  Omit<BackingContext, 'port'> & { found: Map<DataServer, Found>; stopwatch: Stopwatch };

/** Starts all servers side by side. When one fails, the others are stopped before the failure is thrown. */
async function startServers(input: StartServersInput) {
  const { dir, need, env, log, reaper, stopwatch, webhookUrl } = input;
  const controls: Controls = new Map();
  let failure: unknown;

  type Create<Address> = (context: BackingContext) => Promise<BackingServer<Address>> | BackingServer<Address>;
  const start = async <Address>(name: BackingName, create: Create<Address>): Promise<Address | undefined> => {
    if (!need.includes(name)) return undefined;
    const startOn = async (port: BackingContext['port']) => {
      const { address, control } = await create({ dir, env, port, reaper, log });
      if (failure) throw failure;
      controls.set(name, control);
      try {
        await stopwatch.time(control.name, () => control.start());
      } catch (error) {
        await control.stop();
        throw error;
      }
      return address;
    };
    return await startOnFreePorts({ dir, names: backingPorts[name] as readonly PortName[], range: input.ports, log, start: startOn });
  };
  const findingOf = (name: DataServer): Found => input.found.get(name) ?? { kind: 'missing' };

  const starts = [
    start('mongodb', (context) => createMongodb({ found: findingOf('mongodb'), context })),
    start('redis', (context) => createRedis({ found: findingOf('redis'), context })),
    start('rabbitmq', (context) => createRabbitmq({ found: findingOf('rabbitmq'), context })),
    start('mailbox', createMailbox),
    start('stripe', async (context) => {
      await input.build?.();
      return createStripe({ context, webhookUrl });
    }),
  ] as const;
  try {
    const [mongodb = '', redis = '', rabbitmq = '', mailbox = noMailbox, stripe = noStripe] = await Promise.all(starts);
    return { addresses: { mongodb, redis, rabbitmq, mailbox, stripe }, controls };
  } catch (error) {
    failure = error;
    await stopAll(controls);
    await Promise.allSettled(starts);
    // A server that was between two of its processes has started the second one in the meantime.
    await stopAll(controls);
    throw error;
  }
}

async function stopAll(controls: Controls): Promise<void> {
  await Promise.all([...controls.values()].map((control) => control.stop()));
}
