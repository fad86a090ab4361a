import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type BackingName, StackError, startBacking } from '@stagereel/stack';
import { CONTAINER_VERSION } from '../src/backing/mongodb.ts';
import { isDockerEngineUp } from '../src/machine/docker-engine.mjs';
import { processesIn } from './support/processes.ts';

const dir = mkdtempSync(join(tmpdir(), 'stack-missing-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The message on a machine that has none of the programs and cannot install any. */
async function failureMessage(need: BackingName[]): Promise<string> {
  const error = await startBacking({ dir, need, env: { PATH: '', DOCKER_HOST: 'unix:///nowhere' } }).catch((reason: unknown) => reason);
  if (!(error instanceof StackError)) throw error;
  return error.message;
}

describe('finding servers', () => {
  test('when redis-server is missing, then one sentence says what to install or set', async () => {
    expect(await failureMessage(['redis'])).toBe('Redis is missing: install redis-server, or set REDIS_URL.');
  });

  test('when rabbitmq-server is missing, then one sentence says what to install or set', async () => {
    expect(await failureMessage(['rabbitmq'])).toBe('RabbitMQ is missing: install rabbitmq-server (with Erlang), or set RABBITMQ_URL.');
  });

  test('when several programs are missing, then there is one sentence for each and nothing was started', async () => {
    expect((await failureMessage(['redis', 'rabbitmq', 'mailbox'])).split('\n')).toEqual([
      'Redis is missing: install redis-server, or set REDIS_URL.',
      'RabbitMQ is missing: install rabbitmq-server (with Erlang), or set RABBITMQ_URL.',
    ]);
    expect(processesIn(dir)).toEqual([]);
  });

  test('when a URL names a server, then that server is used and never stopped', async () => {
    const env = { PATH: '', REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:2', RABBITMQ_URL: 'amqp://127.0.0.1:3' };
    const backing = await startBacking({ dir, need: ['mongodb', 'redis', 'rabbitmq'], env });
    expect([backing.mongodb, backing.redis, backing.rabbitmq]).toEqual([env.MONGODB_URL, env.REDIS_URL, env.RABBITMQ_URL]);
    await expect(backing.kill('redis', 'SIGKILL')).rejects.toThrow('Redis is configured by REDIS_URL');
    await backing.stop();
  });

  test('when mongod is on PATH, then it runs as a replica set on the loopback interface with a data folder of its version', async () => {
    const bin = join(dir, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'mongod'), '#!/bin/sh\ntest "$*" = --version && echo "db version v7.0.1" && exit\necho "mongod $*"\nexit 3\n', {
      mode: 0o755,
    });
    const error = await startBacking({ dir, need: ['mongodb'], env: { PATH: bin, DOCKER_HOST: 'unix:///nowhere' } }).catch(
      (reason: unknown) => reason,
    );
    const { mongodb: port } = JSON.parse(readFileSync(join(dir, 'ports.json'), 'utf8'));
    expect(String(error)).toBe(
      `StackError: MongoDB ended with code 3 instead of starting. Its log: ${join(dir, 'logs/mongodb.log')}\n` +
        `  mongod --bind_ip 127.0.0.1 --dbpath ${join(dir, 'mongodb/7.0')} --port ${port} --nounixsocket --replSet rs0 ` +
        '--networkMessageCompressors disabled --wiredTigerEngineConfigString log=(prealloc=false,file_max=8MB)',
    );
  });

  test('when MongoDB runs in a container, then it has the version of docker-compose.yml', () => {
    const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
    expect(new Set(compose.match(/(?<=\bmongo:)[\w.]+/g))).toEqual(new Set([CONTAINER_VERSION]));
  });

  test('when a Docker engine responds, then it is found; one that is silent or missing is not waited for', async () => {
    const socket = join(dir, 'engine.sock');
    const engine = createServer((request, response) => {
      if (request.url === '/_ping') response.end('OK');
    });
    await new Promise<void>((resolve) => engine.listen(socket, resolve));
    expect(await isDockerEngineUp({ DOCKER_HOST: `unix://${socket}` })).toBe(true);
    expect(await isDockerEngineUp({ DOCKER_HOST: `unix://${socket}.absent` })).toBe(false);
    engine.removeAllListeners('request');
    expect(await isDockerEngineUp({ DOCKER_HOST: `unix://${socket}` })).toBe(false);
    engine.closeAllConnections();
    await new Promise((resolve) => engine.close(resolve));
  });
});
