import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '@stagereel/seed';
import { openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { choosePorts, startStack } from '@stagereel/stack';
import { mongo } from 'mongoose';
import { rememberEnded } from './ended-parts.ts';
import { openProvider } from './provider.ts';

/** Files run side by side in two workers. What a worker's shops stand on is its own. */
const WORKER = (Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % 2;
const PORTS = [
  { first: 20_000, last: 25_999 },
  { first: 26_000, last: 31_999 },
][WORKER];

/** Limits that guard real people and would only slow a test down; everything else runs as `npm start` runs it. */
const ROOMY_LIMITS = {
  CODES_PER_IP_HOUR: '100000',
  CODES_PER_ADDRESS_HOUR: '1000',
  CODE_RESEND_SECONDS: '0',
  LOOKUPS_PER_IP_HOUR: '100000',
  PAYMENT_INTENTS_PER_MINUTE: '100000',
  RATE_LIMIT_MAX: '100000',
};

/** How long an answer waits for the mail it tells of, and is waited for: a machine that has much else to do takes its time. */
const PATIENCE = { MAIL_WAIT_SECONDS: '7', UPSTREAM_TIMEOUT_SECONDS: '60' };

/** The URLs of a worker's data servers, by the variables that name them; tools/run-tests.ts starts them once for all files. */
const SHARED_SERVERS = (JSON.parse(process.env['E2E_SERVERS'] ?? '[]') as Servers[])[WORKER];
type Servers = Record<'MONGODB_URL' | 'REDIS_URL' | 'RABBITMQ_URL', string>;

/** An empty place on the worker's data servers: no database of an earlier shop, and names of its own for keys and queues. */
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
  const settings = { ...process.env, ...ROOMY_LIMITS, ...PATIENCE, ...servers, ...env };
  const portOf = await choosePorts({ dir, names: ['gateway'], range: PORTS });
  const stack = await startStack({ dir, port: portOf('gateway'), ports: PORTS, env: settings, log: () => undefined });
  const { gateway, mailbox: mailboxUrl, admin } = stack.info;
  const mailbox = openMailbox(mailboxUrl);
  const provider = openProvider(stack.backing.stripe);
  if (isSeeded) await seed({ gateway, mailbox: mailboxUrl, admin });
  return {
    ...stack,
    ...rememberEnded(stack),
    /** Where everything it keeps on the disk lies. */
    dir,
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
