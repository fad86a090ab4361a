import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Admin, openAdmin, openMailbox } from '@stagereel/shop-client';
import { buildAll, choosePorts, type Stack, StackError, startStack } from '@stagereel/stack';
import { type Command, parseCommand, USAGE, UsageError } from './command.ts';
import { mediaReport } from './media/report.ts';
import { soakMedia } from './media/soak-media.ts';

/** Runs a shop of its own under faults and load, and reports whether its promises hold: `npm run soak -- --help`. */
const MINUTE_MS = 60_000;
/** The ordinary limits would stop a soak test. */
const HIGH_LIMITS = { RATE_LIMIT_MAX: '1000000', CODE_RESEND_SECONDS: '0' };

const log = (line: string): void => console.log(`  ${line}`);
const isForUser = (error: unknown): error is Error => error instanceof UsageError || error instanceof StackError;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new UsageError(`Stopped by ${signal}.`)));

const run = async (command: Command): Promise<boolean> => {
  if (command.name === 'help') {
    console.log(USAGE);
    return true;
  }
  const { plan, minutes } = command;
  console.log(`media soak, seed ${plan.seed}`);
  const figures = await withEmptyShop((shop) => {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(new UsageError(`Stopped after ${minutes} minutes.`)), minutes * MINUTE_MS);
    const signal = AbortSignal.any([stopping.signal, tooLong.signal]);
    return soakMedia({ ...shop, log }, { plan, signal }).finally(() => clearTimeout(timer));
  });
  const { text, isKept } = mediaReport({ plan, figures });
  console.log(`\n${text}`);
  return isKept;
};

/** Starts an empty shop built from the checkout, and stops it after `use`. `admin` is signed in. */
const withEmptyShop = async <Result>(use: (shop: { stack: Stack; admin: Admin }) => Promise<Result>): Promise<Result> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-soak-'));
  try {
    const env = { ...process.env, ...HIGH_LIMITS };
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

try {
  process.exitCode = (await run(parseCommand(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  console.error(isForUser(error) ? error.message : error);
  process.exitCode = 1;
}
