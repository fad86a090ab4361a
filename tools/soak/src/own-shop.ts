import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Admin, openAdmin, openMailbox } from '@stagereel/shop-client';
import { buildAll, choosePorts, type Stack, startStack } from '@stagereel/stack';

/** Limits that guard against what a soak is. */
const ROOMY_LIMITS = { RATE_LIMIT_MAX: '1000000', CODE_RESEND_SECONDS: '0' };

/** An empty shop as it is in the checkout, and an admin signed in to it, for the time of `use`. */
export const withOwnShop = async <Result>(
  log: (line: string) => void,
  use: (shop: { stack: Stack; admin: Admin }) => Promise<Result>,
): Promise<Result> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-soak-'));
  try {
    const env = { ...process.env, ...ROOMY_LIMITS };
    const portOf = await choosePorts({ dir, names: ['gateway'] });
    const stack = await startStack({ dir, port: portOf('gateway'), env, log, build: buildAll });
    try {
      const { gateway, mailbox, admin: credentials } = stack.info;
      const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
      await admin.signIn(credentials);
      return await use({ stack, admin });
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};
