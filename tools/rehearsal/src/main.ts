import { writeFile } from 'node:fs/promises';
import { StackError } from '@stagereel/stack';
import { type Command, isDisturbed, parseCommand, USAGE, UsageError } from './plan/command.ts';
import { closeReaders } from './play/page-reader.ts';
import { openStagingShop, withOwnShop } from './rehearsed-shop.ts';
import { type RehearsalFigures, rehearsalReport } from './report.ts';
import { runRehearsal } from './run-rehearsal.ts';

/** What comes before and after the rush takes at most this long; with faults, the last mails may take longer. */
const AROUND_MINUTES = 20;
const AROUND_FAULTS_MINUTES = 35;

const isForUser = (error: unknown): error is Error => error instanceof UsageError || error instanceof StackError;
const started = performance.now();
const log = (line: string): void => console.log(`  ${Math.round((performance.now() - started) / 1000)} s  ${line}`);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new UsageError(`Stopped by ${signal}.`)));

const rehearse = async ({ plan, staging }: Extract<Command, { name: 'rehearse' }>): Promise<RehearsalFigures> => {
  const minutes = Math.ceil(plan.minutes + (isDisturbed(plan) ? AROUND_FAULTS_MINUTES : AROUND_MINUTES));
  const timer = setTimeout(() => stopping.abort(new UsageError(`Stopped after ${minutes} minutes.`)), minutes * 60_000);
  const { signal } = stopping;
  try {
    if (staging) return { ...(await runRehearsal({ shop: openStagingShop(staging), log }, { plan, signal })), staging: staging.gateway };
    const { hasFaults } = plan;
    return { ...(await withOwnShop({ log, hasFaults }, (shop) => runRehearsal({ shop, log }, { plan, signal }))), staging: undefined };
  } finally {
    clearTimeout(timer);
    await closeReaders();
  }
};

try {
  const command = parseCommand(process.argv.slice(2), process.env);
  if (command.name === 'help') console.log(USAGE);
  else {
    console.log(`rehearsal, seed ${command.plan.seed}`);
    const { text, isKept } = rehearsalReport(await rehearse(command));
    await writeFile(command.report, text);
    console.log(`\n${text}\nThe report is in ${command.report}.`);
    process.exitCode = isKept ? 0 : 1;
  }
} catch (error) {
  console.error(isForUser(error) ? error.message : error);
  process.exitCode = 1;
}
