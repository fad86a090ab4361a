import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '@stagereel/seed';
import { openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { startStack } from '@stagereel/stack';
import { mongo } from 'mongoose';
import { openProvider } from './provider.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

/** Limits that guard real people and would only slow a test down; everything else runs as `npm start` runs it. */
const ROOMY_LIMITS = {
  CODES_PER_IP_HOUR: '100000',
  CODES_PER_ADDRESS_HOUR: '1000',
  CODE_RESEND_SECONDS: '0',
  LOOKUPS_PER_IP_HOUR: '100000',
  PAYMENT_INTENTS_PER_MINUTE: '100000',
  RATE_LIMIT_MAX: '100000',
};

/** The URLs of a run's data servers, by the variables that name them; tools/run-tests.ts starts them once for all files. */
const SHARED_SERVERS: Servers | null = JSON.parse(process.env['E2E_SERVERS'] ?? 'null');
type Servers = Record<'MONGODB_URL' | 'REDIS_URL' | 'RABBITMQ_URL', string>;

/** An empty place on the run's data servers: no database of an earlier shop, and names of its own for keys and queues. */
const claimServers = async (servers: Servers): Promise<Record<string, string>> => {
  const client = new mongo.MongoClient(servers.MONGODB_URL);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const left = databases.filter(({ name }) => name.startsWith('stagereel-'));
    await Promise.all(left.map(({ name }) => client.db(name).dropDatabase()));
  } finally {
    await client.close();
  }
  const name = `e2e-${randomBytes(4).toString('hex')}`;
  return { ...servers, REDIS_PREFIX: `${name}:`, EVENT_NAMESPACE: name };
};

type TestStackOptions = {
  /** Settings of the services. */
  env?: Record<string, string>;
  /** Whether it has the demo data. */
  isSeeded?: boolean;
  /** For who ends a data server: they are this shop's alone, and in its `backing`'s hands. */
  hasOwnServers?: boolean;
};

/** The whole shop in a folder of its own, filled with the demo data unless told otherwise. */
export const startTestStack = async ({ env = {}, isSeeded = true, hasOwnServers = false }: TestStackOptions = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-e2e-'));
  const servers = SHARED_SERVERS && !hasOwnServers ? await claimServers(SHARED_SERVERS) : {};
  const settings = { ...process.env, ...ROOMY_LIMITS, ...servers, ...env };
  const stack = await startStack({ dir, port: await freePort(), env: settings, log: () => undefined });
  const { gateway, mailbox: mailboxUrl, admin } = stack.info;
  const mailbox = openMailbox(mailboxUrl);
  const provider = openProvider(stack.backing.stripe);
  if (isSeeded) await seed({ gateway, mailbox: mailboxUrl, admin });
  return {
    ...stack,
    mailbox,
    newCustomer: () => openCustomer({ gateway, mailbox }),
    signedInAdmin: async () => {
      const browser = openAdmin({ gateway, mailbox });
      await browser.signIn(admin);
      return browser;
    },
    provider,
    webhooks: provider.webhooks,
    stop: async () => {
      await stack.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
};
export type TestStack = Awaited<ReturnType<typeof startTestStack>>;
