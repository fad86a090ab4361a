import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

const PING_TIMEOUT_MS = 2_000;

/**
 * Whether a Docker engine responds. Checked before testcontainers is loaded, which takes long to notice that there is none.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>}
 */
export async function isDockerEngineUp(env) {
  const results = await Promise.all(engineAddresses(env).map(ping));
  return results.includes(true);
}

/** @typedef {{ socketPath: string } | { host: string, port: number }} EngineAddress */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {EngineAddress[]}
 */
function engineAddresses(env) {
  if (env.DOCKER_HOST) return hostAddress(env.DOCKER_HOST);
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  if (env.XDG_RUNTIME_DIR) sockets.push(join(env.XDG_RUNTIME_DIR, 'docker.sock'));
  return sockets.filter((path) => existsSync(path)).map((socketPath) => ({ socketPath }));
}

/**
 * @param {string} dockerHost
 * @returns {EngineAddress[]}
 */
function hostAddress(dockerHost) {
  if (!URL.canParse(dockerHost)) return [];
  const url = new URL(dockerHost);
  if (url.protocol === 'unix:') return [{ socketPath: url.pathname }];
  return [{ host: url.hostname, port: Number(url.port || 2375) }];
}

/**
 * @param {EngineAddress} address
 * @returns {Promise<boolean>}
 */
function ping(address) {
  return new Promise((resolve) => {
    const call = request({ ...address, path: '/_ping', timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
    call.on('close', () => resolve(false));
    call.end();
  });
}
