import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, connectMongo, createLogger } from '@stagereel/service-kit';
import { readInternalToken, readStackInfo } from '@stagereel/stack';
import { openStorage } from '../src/adapters/open-storage.ts';
import { loadMediaConfig, type MediaConfig } from '../src/config.ts';
import { adoptStorage, assertStorageMatches } from '../src/domain/housekeeping/storage-match.ts';
import { sweep } from '../src/domain/housekeeping/sweep.ts';
import type { MediaDeps } from '../src/domain/ports.ts';
import { openMediaStore } from '../src/models/open-media-store.ts';
import { wireDeps } from '../src/wire-deps.ts';
import { sweptTable } from './swept-table.ts';

/** Does now, or only lists, what the media service sweeps by itself: `npm run media -- --help`. */
const USAGE = `Usage:
  npm run media -- sweep              remove stale uploads, finished videos that nobody can download any more, and bytes that belong to nobody
  npm run media -- sweep --dry-run    list them and change nothing
  npm run media -- adopt              have the storage belong to the database from now on, as after a backup was restored

The database is MONGODB_URL, the files are in MEDIA_DIR (or the S3 bucket), and the orders are asked at ORDERS_URL with INTERNAL_TOKEN; else those
of the stack in STACK_DIR (.stack by default). Without an answer of the orders no finished video goes, or is listed. A storage that does not
belong to the database is not swept: look at the list first, then adopt it.`;

/** The service's settings, with those of the running stack where none are set. It is never asked who calls or what the catalog has; orders that are nowhere are away. */
const settings = (env: NodeJS.ProcessEnv): MediaConfig => {
  const dir = env['STACK_DIR'] || '.stack';
  const stack = readStackInfo(dir);
  const url = env['MONGODB_URL'] || stack?.mongodb;
  if (!url) throw new ConfigError(`No database: set MONGODB_URL, or start the stack first (no stack.json in ${dir}).`);
  const nobody = 'http://127.0.0.1:9';
  const token = readInternalToken(dir);
  const found = {
    ORDERS_URL: stack?.services['orders']?.url ?? nobody,
    MEDIA_DIR: join(dir, 'media'),
    ...(token && { INTERNAL_TOKEN: token }),
  };
  return loadMediaConfig({ IDENTITY_URL: nobody, CATALOG_URL: nobody, ...found, ...env, MONGODB_URL: url });
};

/** A sweep opens no pictures. */
const refuse = () => Promise.reject(new Error('a sweep opens no pictures'));
const noImages: MediaDeps['images'] = { measure: refuse, resize: refuse, clean: refuse, watermark: refuse };

const withDeps = async (use: (deps: MediaDeps) => Promise<string>): Promise<string> => {
  const config = settings(process.env);
  const logger = createLogger({ service: 'media', level: 'warn' });
  const connection = await connectMongo({ config, logger });
  try {
    const { outboxes: _, ...store } = openMediaStore({ connection, onEvents: () => undefined });
    const deps = wireDeps({
      config,
      logger,
      store,
      ...(await openStorage(config)),
      images: noImages,
      now: () => new Date(),
      processSoon: () => undefined,
    });
    return await use(deps);
  } finally {
    await connection.close();
  }
};

/** A step that failed has said why in the log. */
const tableOf = async (deps: MediaDeps, { isDryRun }: { isDryRun: boolean }): Promise<string> => {
  const { swept, failed } = await sweep(deps, { isDryRun });
  const table = sweptTable({ swept, isDryRun });
  if (failed.length === 0) return table;
  process.exitCode = 1;
  return `${table}\n\nNot done, as it failed: ${failed.join(', ')}.`;
};

const runSweep = (deps: MediaDeps): Promise<string> => tableOf(deps, { isDryRun: false });

const listSweep = async (deps: MediaDeps): Promise<string> => {
  const table = await tableOf(deps, { isDryRun: true });
  const warning = await assertStorageMatches(deps).catch(messageOf);
  return warning ? `${table}\n\n${warning}` : table;
};

const adopt = async (deps: MediaDeps): Promise<string> => {
  await adoptStorage(deps);
  return 'The storage belongs to the database from now on.';
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const run = async (args: string[]): Promise<string> => {
  const options = { help: { type: 'boolean', short: 'h' }, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const command = values.help ? '' : positionals.join(' ');
  if (command === 'sweep') return withDeps(values['dry-run'] ? listSweep : runSweep);
  if (command === 'adopt' && !values['dry-run']) return withDeps(adopt);
  return USAGE;
};

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
