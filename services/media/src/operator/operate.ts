import { parseArgs } from 'node:util';
import { connectMongo, createLogger } from '@stagereel/service-kit';
import { openStorage } from '../adapters/open-storage.ts';
import type { MediaConfig } from '../config.ts';
import { adoptStorage, assertStorageMatches } from '../domain/housekeeping/storage-match.ts';
import { sweep } from '../domain/housekeeping/sweep.ts';
import type { MediaDeps } from '../domain/ports.ts';
import { openMediaStore } from '../models/open-media-store.ts';
import { wireDeps } from '../wire-deps.ts';
import { sweptTable } from './swept-table.ts';

type Operation = {
  args: string[];
  /** What the operator types before the arguments. */
  command: string;
  /** Where the settings come from, in sentences. */
  settings: string;
  /** @throws ConfigError */
  load: () => MediaConfig;
};
type Outcome = { text: string; isDone: boolean };
type Answer = { code: 0 | 1; stdout: string; stderr: string };

const usage = ({ command, settings }: Operation): string => `Usage:
  ${command} sweep              remove stale uploads, finished videos that nobody can download any more, and bytes that belong to nobody
  ${command} sweep --dry-run    list them and change nothing
  ${command} adopt              have the storage belong to the database from now on, as after a backup was restored

${settings} Without an answer of the orders no finished video goes, or is listed. A storage that does not belong to the
database is not swept: look at the list first, then adopt it.`;

/** A sweep opens no pictures. */
const refuse = () => Promise.reject(new Error('a sweep opens no pictures'));
const noImages: MediaDeps['images'] = { measure: refuse, resize: refuse, clean: refuse, watermark: refuse };

const withDeps = async ({ load }: Operation, use: (deps: MediaDeps) => Promise<Outcome>): Promise<Outcome> => {
  const config = load();
  const logger = createLogger({ service: 'media', level: 'warn' });
  const connection = await connectMongo({ config, logger });
  try {
    const { outboxes: _, ...store } = openMediaStore({ connection, onEvents: () => undefined });
    const opened = await openStorage(config);
    return await use(wireDeps({ config, logger, store, ...opened, images: noImages, now: () => new Date(), processSoon: () => undefined }));
  } finally {
    await connection.close();
  }
};

/** A step that failed has said why in the log. */
const tableOf = async (deps: MediaDeps, { isDryRun }: { isDryRun: boolean }): Promise<Outcome> => {
  const { swept, failed } = await sweep(deps, { isDryRun });
  const table = sweptTable({ swept, isDryRun });
  if (failed.length === 0) return { text: table, isDone: true };
  return { text: `${table}\n\nNot done, as it failed: ${failed.join(', ')}.`, isDone: false };
};

const runSweep = (deps: MediaDeps): Promise<Outcome> => tableOf(deps, { isDryRun: false });

const listSweep = async (deps: MediaDeps): Promise<Outcome> => {
  const { text, isDone } = await tableOf(deps, { isDryRun: true });
  const warning = await assertStorageMatches(deps).catch(messageOf);
  return { text: warning ? `${text}\n\n${warning}` : text, isDone };
};

const adopt = async (deps: MediaDeps): Promise<Outcome> => {
  await adoptStorage(deps);
  return { text: 'The storage belongs to the database from now on.', isDone: true };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const run = async (operation: Operation): Promise<Outcome> => {
  const options = { help: { type: 'boolean', short: 'h' }, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: operation.args, allowPositionals: true, options });
  const command = values.help ? '' : positionals.join(' ');
  if (command === 'sweep') return withDeps(operation, values['dry-run'] ? listSweep : runSweep);
  if (command === 'adopt' && !values['dry-run']) return withDeps(operation, adopt);
  return { text: usage(operation), isDone: true };
};

/** Does now, or only lists, what the media service sweeps by itself. Never throws: what went wrong is in `stderr`, or in the log. */
export const operate = async (operation: Operation): Promise<Answer> => {
  try {
    const { text, isDone } = await run(operation);
    return { code: isDone ? 0 : 1, stdout: `${text}\n`, stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${messageOf(error)}\n` };
  }
};

/** The same for a process: its output and its exit code. */
export const operateHere = async (operation: Omit<Operation, 'args'>): Promise<void> => {
  const { code, stdout, stderr } = await operate({ ...operation, args: process.argv.slice(2) });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
};
