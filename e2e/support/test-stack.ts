import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '@stagereel/seed';
import { openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { startStack } from '@stagereel/stack';
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

/** The whole shop in a folder of its own, filled with the demo data unless told otherwise. */
export const startTestStack = async ({ env = {}, isSeeded = true }: { env?: Record<string, string>; isSeeded?: boolean } = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-e2e-'));
  const stack = await startStack({ dir, port: await freePort(), env: { ...process.env, ...ROOMY_LIMITS, ...env }, log: () => undefined });
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
