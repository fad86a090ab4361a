import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, openMailbox, startMailReceiver } from '@stagereel/shop-client';
import { AS_IN_PRODUCTION, buildAll, choosePorts, type Stack, type StartStackInput, startStack } from '@stagereel/stack';
import type { StagingShop } from '../plan/command.ts';

/** A shop as the rehearsal sees it: only from outside, except for the load of its processes. */
export type RehearsedShop = {
  gateway: string;
  mailbox: Mailbox;
  /** Whether the time of a mail is exact, and not in whole seconds. */
  hasExactMailTimes: boolean;
  stripe: { url: string; secretKey: string };
  admin: { email: string; password: string };
  /** Undefined for a staging shop. */
  stack?: Stack;
  /** Of a staging shop: addresses of `/metrics` by the name of the process. */
  metrics?: Record<string, string>;
};

export const openStagingShop = ({ gateway, mailbox, stripe, admin, metrics }: StagingShop): RehearsedShop => ({
  gateway,
  mailbox: openMailbox(mailbox),
  hasExactMailTimes: false,
  stripe,
  admin,
  metrics,
});

type OwnShop = {
  log: (line: string) => void;
  /** Settings of the services, in addition. */
  env?: NodeJS.ProcessEnv;
  build?: () => Promise<void>;
  reroute?: NonNullable<StartStackInput['reroute']>;
};

/** Starts an empty shop as in production, with the ordinary limits, that trusts this machine as a proxy, and removes it after `use`. */
export const withOwnShop = async <Result>(
  { log, env = {}, build = buildAll, reroute }: OwnShop,
  use: (shop: RehearsedShop) => Promise<Result>,
): Promise<Result> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-rehearsal-'));
  const receiver = await startMailReceiver();
  try {
    const portOf = await choosePorts({ dir, names: ['gateway'] });
    const settings = { ...process.env, ...AS_IN_PRODUCTION, ...env, TRUSTED_PROXIES: 'loopback', SMTP_URL: receiver.smtpUrl };
    const stack = await startStack({ dir, port: portOf('gateway'), env: settings, log, build, ...(reroute && { reroute }) });
    try {
      const { info, backing } = stack;
      return await use({
        gateway: info.gateway.replace('localhost', '127.0.0.1'),
        mailbox: receiver.mailbox,
        hasExactMailTimes: true,
        stripe: backing.stripe,
        admin: info.admin,
        stack,
      });
    } finally {
      await stack.stop();
    }
  } finally {
    await receiver.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
