import { StackError } from '@stagereel/stack';
import { type Command, parseCommand, USAGE, UsageError } from './command.ts';
import { mediaReport } from './media/report.ts';
import { soakMedia } from './media/soak-media.ts';
import { withOwnShop } from './own-shop.ts';

/** Wears a shop of its own down for as long as it takes, and says whether what is promised holds: `npm run soak -- --help`. */
const MINUTE_MS = 60_000;
const isForTheReader = (error: unknown): error is Error => error instanceof UsageError || error instanceof StackError;
const log = (line: string): void => console.log(`  ${line}`);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new UsageError(`Stopped by ${signal}.`)));

const run = async (command: Command): Promise<boolean> => {
  if (command.name === 'help') {
    console.log(USAGE);
    return true;
  }
  const { plan, minutes } = command;
  console.log(`media soak, seed ${plan.seed}`);
  const figures = await withOwnShop(log, (shop) => {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(new UsageError(`Given up after ${minutes} minutes.`)), minutes * MINUTE_MS);
    const signal = AbortSignal.any([stopping.signal, tooLong.signal]);
    return soakMedia({ ...shop, log }, { plan, signal }).finally(() => clearTimeout(timer));
  });
  const { text, isKept } = mediaReport({ plan, figures });
  console.log(`\n${text}`);
  return isKept;
};

try {
  process.exitCode = (await run(parseCommand(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  console.error(isForTheReader(error) ? error.message : error);
  process.exitCode = 1;
}
