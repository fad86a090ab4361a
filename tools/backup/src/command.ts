import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError } from '@stagereel/service-kit';
import { backUp } from './backup.ts';
import { openFolder } from './place/folder.ts';
import { openBucket } from './place/s3.ts';
import type { Target } from './place/target.ts';
import { Refusal } from './refusal.ts';
import { comparePayments, restore } from './restore.ts';
import { readSettings, readTargetS3 } from './settings.ts';
import { selectBackup, verifyBackup } from './verify.ts';

const usage = `Usage:
  backup <place> [--keep <n>] [--keep-days <n>]   make a backup while the shop runs; then delete older ones, if --keep or --keep-days says so
  restore <place> [--backup <id>]                 write the newest backup, or the one with this id, into an empty shop that does not run
  restore <place> --verify                        only read every byte of the backup and compare it with its SHA-256
  restore <place> --payments                      only list the payments since the backup that have no order

<place> is a folder, or s3://bucket/prefix. The settings are those of the services: see docs/operating.md.`;

const options = {
  keep: { type: 'string' },
  'keep-days': { type: 'string' },
  backup: { type: 'string' },
  verify: { type: 'boolean' },
  payments: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const readCount = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Refusal(`--${name} must be a number of at least 1.`);
  return Number(text);
};

const readArgs = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};

const openTarget = async (place: string, env: NodeJS.ProcessEnv): Promise<Target> =>
  place.startsWith('s3://') ? openBucket({ address: place, config: readTargetS3(env) }) : openFolder(place);

type Invocation = { args: string[]; env: NodeJS.ProcessEnv; log: (line: string) => void };

/** @returns whether everything succeeded. @throws Refusal, ConfigError */
const run = async ({ args, env, log }: Invocation): Promise<boolean> => {
  const { values, positionals } = readArgs(args);
  const [command, place, ...others] = positionals;
  const isKnown = (command === 'backup' || command === 'restore') && place !== undefined && others.length === 0;
  if (values.help || !isKnown) {
    log(usage);
    return values.help === true;
  }
  const target = await openTarget(place, env);
  if (command === 'restore' && values.verify) {
    const { manifest } = await selectBackup(target, values.backup);
    const damaged = await verifyBackup(target, manifest);
    for (const { problem } of damaged) log(problem);
    log(`The backup ${manifest.id} is complete${damaged.length === 0 ? ' and undamaged' : ', but without these media files'}.`);
    return damaged.length === 0;
  }
  const settings = readSettings(env);
  if (command === 'backup') {
    const retention = { keep: readCount('keep', values.keep), keepDays: readCount('keep-days', values['keep-days']) };
    const { damagedMedia } = await backUp({ settings, target, retention, shopVersion: readVersion(), log });
    for (const { mediaId, key, reason } of damagedMedia)
      log(`The file ${key} of the medium ${mediaId} is ${reason}, so it is not in the backup.`);
    return damagedMedia.length === 0;
  }
  return await (values.payments ? comparePayments : restore)({ settings, target, id: values.backup, log });
};

const readVersion = (): string => {
  try {
    return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version ?? 'unknown';
  } catch {
    return 'unknown';
  }
};

const messageOf = (error: unknown): string => {
  if (error instanceof Refusal || error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return 'The disk is full. No existing backup was changed. Free some space, then run it again.';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};

/** Never throws. @returns the exit code */
export const runCommand = async (invocation: Invocation & { logError: (line: string) => void }): Promise<0 | 1> => {
  try {
    return (await run(invocation)) ? 0 : 1;
  } catch (error) {
    invocation.logError(messageOf(error));
    return 1;
  }
};
