import { parseArgs } from 'node:util';
import { connectMongo, createLogger } from '@stagereel/service-kit';
import { openStorage } from './adapters/open-storage.ts';
import type { MediaConfig } from './config.ts';
import type { MediaDeps } from './domain/deps.ts';
import type { ImageProcessor } from './domain/library/pictures.ts';
import { adoptStorage, requireMatchingStorage } from './domain/storage/storage-match.ts';
import { sweep } from './domain/sweep/sweep.ts';
import type { SweptItem } from './domain/sweep/swept-item.ts';
import { openStores } from './models/open-stores.ts';
import { wireDeps } from './wire-deps.ts';

type Invocation = {
  args: string[];
  /** The command line before the arguments, for the usage text. */
  command: string;
  /** Where the settings come from, for the usage text. */
  settings: string;
  /** @throws ConfigError */
  load: () => MediaConfig;
};
type Outcome = { text: string; isDone: boolean };
type Result = { code: 0 | 1; stdout: string; stderr: string };

const usage = ({ command, settings }: Invocation): string => `Usage:
  ${command} sweep              remove stale uploads, finished videos that cannot be downloaded any more, and orphaned bytes
  ${command} sweep --dry-run    list them and change nothing
  ${command} adopt              make the storage belong to the database, for example after a restore from a backup

${settings}

While the orders service is unavailable, finished videos are neither removed nor listed. A storage that does not belong to the
database is not swept: check the list first, then adopt the storage.`;

/** Runs `sweep`, `sweep --dry-run` or `adopt`. Never throws: errors are in `stderr` or in the log. */
export const runOperatorCommand = async (invocation: Invocation): Promise<Result> => {
  try {
    const { text, isDone } = await run(invocation);
    return { code: isDone ? 0 : 1, stdout: `${text}\n`, stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${messageOf(error)}\n` };
  }
};

/** The same with the arguments, output and exit code of this process. */
export const runOperatorProcess = async (invocation: Omit<Invocation, 'args'>): Promise<void> => {
  // Also when the process ends before the command.
  process.exitCode = 1;
  const { code, stdout, stderr } = await runOperatorCommand({ ...invocation, args: process.argv.slice(2) });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
};

const run = async (invocation: Invocation): Promise<Outcome> => {
  const options = { help: { type: 'boolean', short: 'h' }, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: invocation.args, allowPositionals: true, options });
  const command = values.help ? '' : positionals.join(' ');
  if (command === 'sweep') return withDeps(invocation, values['dry-run'] ? listSweep : runSweep);
  if (command === 'adopt' && !values['dry-run']) return withDeps(invocation, adopt);
  return { text: usage(invocation), isDone: true };
};

const withDeps = async ({ load }: Invocation, use: (deps: MediaDeps) => Promise<Outcome>): Promise<Outcome> => {
  const config = load();
  const logger = createLogger({ service: 'media', level: 'warn' });
  const connection = await connectMongo({ config, service: 'media', logger });
  try {
    const { stores } = openStores({ mongo: connection, onEvents: () => undefined });
    const parts = { config, logger, stores, ...(await openStorage(config)), images: NO_IMAGES };
    return await use(wireDeps({ ...parts, now: () => new Date(), triggerProcessing: () => undefined }));
  } finally {
    await connection.close();
  }
};

const rejectImages = () => Promise.reject(new Error('Operator commands do not open pictures'));
const NO_IMAGES: ImageProcessor = {
  measure: rejectImages,
  resize: rejectImages,
  clean: rejectImages,
  cleanOriginal: rejectImages,
  watermark: rejectImages,
};

const runSweep = (deps: MediaDeps): Promise<Outcome> => sweepToText(deps, { isDryRun: false });

const listSweep = async (deps: MediaDeps): Promise<Outcome> => {
  const { text, isDone } = await sweepToText(deps, { isDryRun: true });
  const warning = await requireMatchingStorage(deps).catch(messageOf);
  return { text: warning ? `${text}\n\n${warning}` : text, isDone };
};

const sweepToText = async (deps: MediaDeps, { isDryRun }: { isDryRun: boolean }): Promise<Outcome> => {
  const { swept, failed } = await sweep(deps, { isDryRun });
  const table = toTable({ swept, isDryRun });
  if (failed.length === 0) return { text: table, isDone: true };
  return { text: `${table}\n\nFailed steps, see the log: ${failed.join(', ')}.`, isDone: false };
};

const toTable = ({ swept, isDryRun }: { swept: readonly SweptItem[]; isDryRun: boolean }): string => {
  if (swept.length === 0) return 'There is nothing to sweep.';
  const lines = swept.map(({ what, why, id, bytes, since }) =>
    [what.padEnd(14), since.toISOString(), String(bytes).padStart(14), id, why].join('  '),
  );
  const total = swept.reduce((sum, { bytes }) => sum + bytes, 0);
  const verdict = isDryRun ? 'would be removed; nothing was changed' : 'were removed';
  return `${lines.join('\n')}\n\n${swept.length} items with ${total} bytes ${verdict}.`;
};

const adopt = async (deps: MediaDeps): Promise<Outcome> => {
  await adoptStorage(deps);
  return { text: 'The storage now belongs to the database.', isDone: true };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
