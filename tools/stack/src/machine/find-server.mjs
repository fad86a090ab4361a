import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDockerEngineUp } from './docker-engine.mjs';
import { findProgram } from './find-program.mjs';

const DOWNLOAD_HOST = 'https://fastdl.mongodb.org/';
const DOWNLOAD_CHECK_TIMEOUT_MS = 5_000;

/** The folder of a downloaded mongod, shared by all stacks of this checkout. */
export const mongodCache = fileURLToPath(new URL('../../../../.cache/mongod', import.meta.url));

/** @typedef {'mongodb' | 'redis' | 'rabbitmq'} DataServer */
/**
 * @typedef {{ kind: 'url', url: string } | { kind: 'program', path: string } | { kind: 'container' }
 *   | { kind: 'download' } | { kind: 'java' } | { kind: 'missing' }} Found
 */

/** @type {Record<DataServer, string>} */
export const URL_VARIABLE = { mongodb: 'MONGODB_URL', redis: 'REDIS_URL', rabbitmq: 'RABBITMQ_URL' };

/**
 * Finds out how a data server can run: at the URL in the environment, as an installed program, or in a container; for MongoDB also as
 * a download or as a compatible server on Java.
 * @param {{ server: DataServer, env: NodeJS.ProcessEnv }} input
 * @returns {Promise<Found>}
 */
export async function findServer({ server, env }) {
  const url = env[URL_VARIABLE[server]];
  if (url) return { kind: 'url', url };
  const path = findServerProgram({ server, env });
  if (path) return { kind: 'program', path };
  if (await isDockerEngineUp(env)) return { kind: 'container' };
  if (server !== 'mongodb') return { kind: 'missing' };
  return (await canDownloadMongod()) ? { kind: 'download' } : { kind: 'java' };
}

/** @param {{ server: DataServer, env: NodeJS.ProcessEnv }} input */
function findServerProgram({ server, env }) {
  if (server === 'mongodb') return findProgram({ name: 'mongod', env });
  if (server === 'redis') return findProgram({ name: 'redis-server', env });
  return findRabbitmq(env);
}

/**
 * Debian's rabbitmq-server in sbin switches to the user rabbitmq, who cannot write a private data folder, so the script behind it is
 * preferred. Both need Erlang on PATH.
 * @param {NodeJS.ProcessEnv} env
 */
function findRabbitmq(env) {
  if (!findProgram({ name: 'erl', env })) return undefined;
  const name = 'rabbitmq-server';
  const direct = findProgram({ name, env: {}, folders: ['/usr/lib/rabbitmq/bin'] });
  return direct ?? findProgram({ name, env, folders: ['/usr/local/sbin', '/opt/homebrew/sbin'] });
}

/** @type {Promise<boolean> | undefined} checked once, because it takes seconds where the network drops the request */
let downloadCheck;

function canDownloadMongod() {
  downloadCheck ??= checkDownload();
  return downloadCheck;
}

async function checkDownload() {
  if (existsSync(mongodCache) && readdirSync(mongodCache).some((name) => name.startsWith('mongod'))) return true;
  try {
    await fetch(DOWNLOAD_HOST, { method: 'HEAD', signal: AbortSignal.timeout(DOWNLOAD_CHECK_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
