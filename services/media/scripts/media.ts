import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, connectMongo, createLogger } from '@stagereel/service-kit';
import { readInternalToken, readStackInfo } from '@stagereel/stack';
import { openStorage } from '../src/adapters/open-storage.ts';
import { loadMediaConfig, type MediaConfig } from '../src/config.ts';
import { sweep } from '../src/domain/housekeeping/sweep.ts';
import type { MediaDeps } from '../src/domain/ports.ts';
import { openMediaStore } from '../src/models/open-media-store.ts';
import { wireDeps } from '../src/wire-deps.ts';
import { sweptTable } from './swept-table.ts';

/** Does now, or only lists, what the media service sweeps by itself: `npm run media -- --help`. */
const USAGE = `Usage:
  npm run media -- sweep              remove stale uploads, finished videos that nobody can download any more, and bytes that belong to nobody
  npm run media -- sweep --dry-run    list them and change nothing

The database is MONGODB_URL, the files are in MEDIA_DIR (or the S3 bucket), and the orders are asked at ORDERS_URL with INTERNAL_TOKEN; else those
of the stack in STACK_DIR (.stack by default). Without an answer of the orders no finished video goes, or is listed.`;

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

const runSweep = async (isDryRun: boolean): Promise<string> => {
  const config = settings(process.env);
  const logger = createLogger({ service: 'media', level: 'warn' });
  const connection = await connectMongo({ config, logger });
  try {
    const { outboxes: _, ...store } = openMediaStore({ connection, onEvents: () => undefined });
    const { storage } = await openStorage(config);
    const deps = wireDeps({ config, logger, store, storage, images: noImages, now: () => new Date(), processSoon: () => undefined });
    const swept = await sweep({ ...deps, orphanAfterMs: config.ORPHAN_AFTER_SECONDS }, { isDryRun });
    return sweptTable({ swept, isDryRun });
  } finally {
    await connection.close();
  }
};

const run = async (args: string[]): Promise<string> => {
  const options = { help: { type: 'boolean', short: 'h' }, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help || positionals.join(' ') !== 'sweep') return USAGE;
  return runSweep(values['dry-run'] ?? false);
};

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
