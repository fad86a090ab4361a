import { randomBytes } from 'node:crypto';
import { seed } from '@stagereel/seed';
import { openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { type Constants, HIGH_LIMITS, serviceNames, startTemporaryStack } from '@stagereel/stack';
import { mongo } from 'mongoose';
import { rememberEnded } from './ended-parts.ts';
import { openProvider } from './provider.ts';

type Servers = Record<'MONGODB_URL' | 'REDIS_URL' | 'RABBITMQ_URL', string>;

/** The data servers of each worker, as environment variables. tools/run-tests.ts starts them once for all files. */
const SHARED_SERVERS = JSON.parse(process.env['E2E_SERVERS'] ?? '[]') as Servers[];
const WORKERS = Math.max(1, SHARED_SERVERS.length);
const WORKER = (Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % WORKERS;

/** Each worker has its own port range, so that two shops never choose the same port. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = Math.floor(12_000 / WORKERS);
const PORTS = { first: FIRST_PORT + WORKER * PORTS_PER_WORKER, last: FIRST_PORT + (WORKER + 1) * PORTS_PER_WORKER - 1 };

/** Tests stop services to see the errors that follow. A busy machine takes longer to deliver a mail or to respond. */
const CONSTANTS: Constants = {
  ...Object.fromEntries(serviceNames.map((name) => [name, { connectRetryMs: 2000 }])),
  orders: { connectRetryMs: 2000, mailWaitMs: 7000 },
  gateway: { connectRetryMs: 2000, upstreamTimeoutMs: 60_000 },
};

/** The queues of a `transient-` namespace take half of the broker's processor time. Shops with own servers have the queues of production. */
const NAMESPACE = 'transient-e2e-';

/** Deletes the databases of the worker's previous shop, and returns the settings of a shop with its own prefix for keys and queues. */
const claimServers = async (servers: Servers): Promise<Record<string, string>> => {
  const client = new mongo.MongoClient(servers.MONGODB_URL);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const leftover = databases.filter(({ name }) => name.startsWith(NAMESPACE));
    await Promise.all(leftover.map(({ name }) => client.db(name).dropDatabase()));
  } finally {
    await client.close();
  }
  return { ...servers, NAMESPACE: `${NAMESPACE}${randomBytes(4).toString('hex')}` };
};

type TestStackOptions = {
  /** Settings of the services. */
  env?: Record<string, string>;
  constants?: Constants;
  /** Whether the demo data is created. Default: yes. */
  isSeeded?: boolean;
  /** Starts data servers for this shop alone, which a test may stop through `backing`. */
  hasOwnServers?: boolean;
};

/** Starts a whole shop in a new temporary folder. */
export const startTestStack = async ({ env = {}, constants = {}, isSeeded = true, hasOwnServers = false }: TestStackOptions = {}) => {
  const shared = SHARED_SERVERS[WORKER];
  const servers = shared && !hasOwnServers ? await claimServers(shared) : {};
  // Everything but limits and waits is as under `npm start`.
  const settings = { ...HIGH_LIMITS, ...servers, ...env };
  const stack = await startTemporaryStack({ ports: PORTS, env: settings, constants: { ...CONSTANTS, ...constants } });
  const { gateway, mailbox: mailboxUrl, admin } = stack.info;
  const mailbox = openMailbox(mailboxUrl);
  const provider = openProvider(stack.backing.stripe);
  if (isSeeded) await seed({ gateway, mailbox: mailboxUrl, admin });
  return {
    ...stack,
    ...rememberEnded(stack),
    mailbox,
    newCustomer: () => openCustomer({ gateway, mailbox }),
    signedInAdmin: async () => {
      const browser = openAdmin({ gateway, mailbox });
      await browser.signIn(admin);
      return browser;
    },
    provider,
    webhooks: provider.webhooks,
  };
};
export type TestStack = Awaited<ReturnType<typeof startTestStack>>;
