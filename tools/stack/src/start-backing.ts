import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BackingContext, portNames } from './backing/context.ts';
import { createMailbox, type MailboxAddress } from './backing/mailbox.ts';
import { createMongodb } from './backing/mongodb.ts';
import { createRabbitmq } from './backing/rabbitmq.ts';
import { createRedis } from './backing/redis.ts';
import { createPaymentProvider, type PaymentProvider } from './backing/stripe.ts';
import { lockFolder } from './lock.ts';
import type { DataServer, Found } from './machine/find-server.mjs';
import { prepareMachine } from './machine/prepare-machine.mjs';
import { choosePorts, type PortRange } from './ports.ts';
import { type Reaper, startReaper } from './processes/reaper.mjs';
import type { ServerControl } from './processes/server-control.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.mjs';

export const backingNames = ['mongodb', 'redis', 'rabbitmq', 'mailbox', 'stripe'] as const;
export type BackingName = (typeof backingNames)[number];

export type StartBackingInput = {
  /** Folder of data, logs and ports; made where missing. */
  dir: string;
  need: readonly BackingName[];
  /** What their ports are chosen from. */
  ports?: PortRange;
  /** Where URLs of servers that exist already are looked up. Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Where the Stripe simulator sends its webhooks; without it, it sends none. */
  webhookUrl?: string;
};

/** Running servers; the address of one that was not needed is an empty text. */
export type Backing = {
  mongodb: string;
  redis: string;
  rabbitmq: string;
  mailbox: MailboxAddress;
  stripe: PaymentProvider;
  /** Process ids by server; none for servers that run elsewhere. */
  pids(): Record<BackingName, number[]>;
  /** Ends all servers that were started from here. */
  stop(): Promise<void>;
  /** Ends one server properly and starts it again on the same address with the same data. */
  restart(name: BackingName): Promise<void>;
  /** Sends a signal to one server; resolves when it is gone, for a signal that ends it. */
  kill(name: BackingName, signal: NodeJS.Signals): Promise<void>;
  /** Starts one server again after `kill`. */
  start(name: BackingName): Promise<void>;
};

/**
 * Finds or starts the servers in `need`, side by side, and resolves when all answer. Whatever ends this process, the servers
 * it started end after it. Throws a StackError with one clear message when one of them cannot be had or does not start;
 * nothing is left running then.
 */
export async function startBacking(input: StartBackingInput): Promise<Backing> {
  const dir = resolve(input.dir);
  const reaper = startReaper();
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

/** The same in a folder that is locked already, with a reaper and a stopwatch that the caller keeps. */
export async function startBackingIn(input: StartBackingInput & { reaper: Reaper; stopwatch: Stopwatch }): Promise<Backing> {
  const { dir, need, env = process.env, log = () => {}, reaper, stopwatch } = input;
  mkdirSync(dir, { recursive: true });
  const port = await choosePorts({ dir, names: portNames, range: input.ports });
  const context: BackingContext = { dir, env, port, reaper, log };
  const dataServers = need.filter((name): name is DataServer => name !== 'mailbox' && name !== 'stripe');
  const found = await stopwatch.time('finding programs', () => prepareMachine({ need: dataServers, env, log, reaper }));
  const servers = await createServers({ need, found, context, webhookUrl: input.webhookUrl });
  await startAll({ controls: servers.controls, stopwatch });

  const controlOf = (name: BackingName): ServerControl => {
    const control = servers.controls.get(name);
    if (!control) throw new Error(`${name} was not asked for when the servers were started.`);
    return control;
  };
  return {
    ...servers.addresses,
    pids: () => ({ ...noPids, ...Object.fromEntries([...servers.controls].map(([name, control]) => [name, control.pids()])) }),
    stop: () => stopAll(servers.controls),
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
const noProvider: PaymentProvider = { url: '', isSimulated: false, secretKey: '', publishableKey: '', webhookSecret: '' };

type Addresses = Pick<Backing, 'mongodb' | 'redis' | 'rabbitmq' | 'mailbox' | 'stripe'>;
type Servers = { addresses: Addresses; controls: Map<BackingName, ServerControl> };

async function createServers(input: {
  need: readonly BackingName[];
  found: Map<DataServer, Found>;
  context: BackingContext;
  webhookUrl?: string;
}): Promise<Servers> {
  const { need, found, context, webhookUrl } = input;
  const [mongodbFound, redisFound, rabbitmqFound] = [found.get('mongodb'), found.get('redis'), found.get('rabbitmq')];
  const [mongodb, redis, rabbitmq, mailbox, stripe] = await Promise.all([
    mongodbFound && createMongodb({ found: mongodbFound, context }),
    redisFound && createRedis({ found: redisFound, context }),
    rabbitmqFound && createRabbitmq({ found: rabbitmqFound, context }),
    need.includes('mailbox') ? createMailbox(context) : undefined,
    need.includes('stripe') ? createPaymentProvider({ context, webhookUrl }) : undefined,
  ]);
  const servers = { mongodb, redis, rabbitmq, mailbox, stripe };
  const addresses: Addresses = {
    mongodb: mongodb?.address ?? '',
    redis: redis?.address ?? '',
    rabbitmq: rabbitmq?.address ?? '',
    mailbox: mailbox?.address ?? noMailbox,
    stripe: stripe?.address ?? noProvider,
  };
  const pairs = backingNames.flatMap((name) => (servers[name] ? [[name, servers[name].control] as const] : []));
  return { addresses, controls: new Map(pairs) };
}

/** When one fails, the others are ended at once and waited for, so that no start goes on behind the failure's back. */
async function startAll({ controls, stopwatch }: { controls: Map<BackingName, ServerControl>; stopwatch: Stopwatch }) {
  const starts = [...controls.values()].map((control) => stopwatch.time(control.name, () => control.start()));
  try {
    await Promise.all(starts);
  } catch (error) {
    await stopAll(controls);
    await Promise.allSettled(starts);
    // One that was between two of its processes has started the second meanwhile.
    await stopAll(controls);
    throw error;
  }
}

async function stopAll(controls: Map<BackingName, ServerControl>): Promise<void> {
  await Promise.all([...controls.values()].map((control) => control.stop()));
}
