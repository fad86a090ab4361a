import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type BackingName, StackError, startBacking } from '@stagereel/stack';
import { processesIn } from './support/processes.ts';

const dir = mkdtempSync(join(tmpdir(), 'stack-missing-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** As on a machine with none of the programs, and no way to install any. */
async function refusal(need: BackingName[]): Promise<string> {
  const error = await startBacking({ dir, need, env: { PATH: '' } }).catch((reason: unknown) => reason);
  if (!(error instanceof StackError)) throw error;
  return error.message;
}

describe('missing programs', () => {
  test('when redis-server is missing, then one sentence says what to install or set', async () => {
    expect(await refusal(['redis'])).toBe('Redis is missing: install redis-server, or set REDIS_URL.');
  });

  test('when rabbitmq-server is missing, then one sentence says what to install or set', async () => {
    expect(await refusal(['rabbitmq'])).toBe('RabbitMQ is missing: install rabbitmq-server (with Erlang), or set RABBITMQ_URL.');
  });

  test('when several are missing, then each has its sentence and nothing was started', async () => {
    expect((await refusal(['redis', 'rabbitmq', 'mailbox'])).split('\n')).toEqual([
      'Redis is missing: install redis-server, or set REDIS_URL.',
      'RabbitMQ is missing: install rabbitmq-server (with Erlang), or set RABBITMQ_URL.',
    ]);
    expect(processesIn(dir)).toEqual([]);
  });

  test('when a URL names a server, then it is taken as it is and not ended', async () => {
    const env = { PATH: '', REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:2', RABBITMQ_URL: 'amqp://127.0.0.1:3' };
    const backing = await startBacking({ dir, need: ['mongodb', 'redis', 'rabbitmq'], env });
    expect([backing.mongodb, backing.redis, backing.rabbitmq]).toEqual([env.MONGODB_URL, env.REDIS_URL, env.RABBITMQ_URL]);
    await expect(backing.kill('redis', 'SIGKILL')).rejects.toThrow('Redis is the one that REDIS_URL names');
    await backing.stop();
  });
});
