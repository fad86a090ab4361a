import { cachedMongod } from './cached-mongod.mjs';
import { isDockerEngineUp } from './docker-engine.mjs';
import { findProgram } from './find-program.mjs';

const DOWNLOAD_HOST = 'https://fastdl.mongodb.org/';
const DOWNLOAD_CHECK_TIMEOUT_MS = 3_000;

/** @typedef {'mongodb' | 'redis' | 'rabbitmq'} DataServer */
/**
 * @typedef {{ kind: 'url', url: string } | { kind: 'program', path: string } | { kind: 'container' }
 *   | { kind: 'download' } | { kind: 'missing' }} Found
 */

/** @type {Record<DataServer, string>} */
export const URL_VARIABLE = { mongodb: 'MONGODB_URL', redis: 'REDIS_URL', rabbitmq: 'RABBITMQ_URL' };

/**
 * Finds out how a data server can run: at the URL in the environment, as a program on this machine, or in a container; for MongoDB also as
 * MongoDB's own download.
 * @param {{ server: DataServer, env: NodeJS.ProcessEnv, cache?: string }} input
 * @returns {Promise<Found>}
 */
export async function findServer({ server, env, cache }) {
  const url = env[URL_VARIABLE[server]];
  if (url) return { kind: 'url', url };
  const path = findServerProgram({ server, env, cache });
  if (path) return { kind: 'program', path };
  if (await isDockerEngineUp(env)) return { kind: 'container' };
  return server === 'mongodb' && (await canDownloadMongod()) ? { kind: 'download' } : { kind: 'missing' };
}

/** @param {{ server: DataServer, env: NodeJS.ProcessEnv, cache?: string }} input */
function findServerProgram({ server, env, cache }) {
  if (server === 'mongodb') return findProgram({ name: 'mongod', env }) ?? cachedMongod(cache);
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

async function canDownloadMongod() {
  try {
    await fetch(DOWNLOAD_HOST, { method: 'HEAD', signal: AbortSignal.timeout(DOWNLOAD_CHECK_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
