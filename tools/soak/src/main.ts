import { writeFile } from 'node:fs/promises';
import { openAdmin, openMailbox } from '@stagereel/shop-client';
import { StackError } from '@stagereel/stack';
import { chaosReport } from './chaos/report.ts';
import { runChaos } from './chaos/run-chaos.ts';
import { type Command, parseCommand, USAGE, UsageError } from './command.ts';
import { mediaReport } from './media/report.ts';
import { soakMedia } from './media/soak-media.ts';
import { withEmptyShop, withProxiedShop } from './shop.ts';

/** Runs a shop of its own under faults and load, and reports whether its promises hold: `npm run soak -- --help`. */
const MINUTE_MS = 60_000;
const log = (line: string): void => console.log(`  ${line}`);
const isForUser = (error: unknown): error is Error => error instanceof UsageError || error instanceof StackError;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new UsageError(`Stopped by ${signal}.`)));

const run = async (command: Command): Promise<boolean> => {
  if (command.name === 'help') {
    console.log(USAGE);
    return true;
  }
  console.log(`${command.name}, seed ${command.plan.seed}`);
  const { text, isKept } = await (command.name === 'media' ? runMedia(command) : runWithProxies(command));
  console.log(`\n${text}`);
  return isKept;
};

type CommandOf<Name extends Command['name']> = Extract<Command, { name: Name }>;

const runMedia = async ({ plan, minutes }: CommandOf<'media'>) => {
  const figures = await withEmptyShop({ log }, async (stack) => {
    const { gateway, mailbox, admin: credentials } = stack.info;
    const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
    await admin.signIn(credentials);
    return withTimeLimit(minutes, (signal) => soakMedia({ stack, admin, log }, { plan, signal }));
  });
  return mediaReport({ plan, figures });
};

const runWithProxies = async ({ plan, minutes, report: file }: CommandOf<'chaos'>) => {
  const report = await withProxiedShop({ log }, (shop) =>
    withTimeLimit(minutes, async (signal) => chaosReport({ plan, figures: await runChaos({ ...shop, log }, { plan, signal }) })),
  );
  await writeFile(file, report.text);
  return report;
};

const withTimeLimit = async <Result>(minutes: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(new UsageError(`Stopped after ${minutes} minutes.`)), minutes * MINUTE_MS);
  return work(AbortSignal.any([stopping.signal, tooLong.signal])).finally(() => clearTimeout(timer));
};

try {
  process.exitCode = (await run(parseCommand(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  console.error(isForUser(error) ? error.message : error);
  process.exitCode = 1;
}
