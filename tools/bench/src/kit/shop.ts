import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Admin, type MailReceiver, openAdmin, openMailbox } from '@stagereel/shop-client';
import { AS_IN_PRODUCTION, type Backing, buildAll, choosePorts, type Stack, type StackInfo, startStack } from '@stagereel/stack';

/** Limits high enough for a benchmark. */
const HIGH_LIMITS = {
  CODES_PER_IP_HOUR: '10000000',
  CODES_PER_ADDRESS_HOUR: '100000',
  CODE_RESEND_SECONDS: '0',
  RATE_LIMIT_MAX: '1000000000',
  CONNECTIONS_PER_ADDRESS: '100000',
};

export type Shop = { dir: string; info: StackInfo; backing: Backing; admin: Admin; service: Stack['service'] };

type Options = {
  /** Receives the mails, instead of the development mailbox. */
  receiver?: MailReceiver;
  env?: NodeJS.ProcessEnv;
};

/** Starts a shop of the newest code with new data for `work`, and stops and removes it afterwards. */
export const withShop = async (work: (shop: Shop) => Promise<void>, { receiver, env = {} }: Options = {}): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-bench-'));
  await buildAll();
  const portOf = await choosePorts({ dir, names: ['gateway'] });
  const stack = await startStack({
    dir,
    port: portOf('gateway'),
    env: { ...process.env, ...HIGH_LIMITS, ...AS_IN_PRODUCTION, ...(receiver && { SMTP_URL: receiver.smtpUrl }), ...env },
  });
  try {
    const { info, backing, service } = stack;
    const admin = openAdmin({ gateway: info.gateway, mailbox: receiver?.mailbox ?? openMailbox(info.mailbox) });
    await admin.signIn(info.admin);
    await work({ dir, info, backing, admin, service });
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
