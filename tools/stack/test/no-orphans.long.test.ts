import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StackError, startBacking } from '@stagereel/stack';
import { redisNames } from './support/clients.ts';
import { processesIn, waitForNoProcessIn } from './support/processes.ts';
import { type NodeRun, runNode } from './support/run-node.ts';

const launcher = fileURLToPath(new URL('./support/launch.ts', import.meta.url));
const ALL = 'mongodb,redis,rabbitmq,mailbox';
const noUrls = { MONGODB_URL: '', REDIS_URL: '', RABBITMQ_URL: '', SMTP_URL: '' };
let dir: string;
let run: NodeRun | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stack-orphans-'));
});
afterEach(async () => {
  run?.child.kill('SIGKILL');
  await waitForNoProcessIn({ dir, timeoutMs: 40_000 });
  rmSync(dir, { recursive: true, force: true });
}, 180_000);

const launch = (need: string) => runNode({ args: ['--import', 'tsx', launcher, dir, need], env: noUrls });

/** Waits until at least so many processes besides the launcher run for the folder. */
async function waitForProcesses(count: number): Promise<void> {
  const started = () => processesIn(dir).filter((pid) => pid !== run?.child.pid);
  while (started().length < count) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('orphaned processes', () => {
  test('when the launcher is killed while everything runs, then every process ends and the folder is unlocked', async () => {
    run = launch(ALL);
    await run.prints('ready');
    expect(processesIn(dir).length).toBeGreaterThanOrEqual(5);
    run.child.kill('SIGKILL');
    await waitForNoProcessIn({ dir, timeoutMs: 40_000 });

    const again = await startBacking({ dir, need: ['redis'], env: { PATH: process.env['PATH'] } });
    expect(await redisNames({ url: again.redis, add: 'free' })).toEqual(['free']);
    await again.stop();
  }, 180_000);

  test.each([
    [1, 'SIGKILL'],
    [2, 'SIGINT'],
    [3, 'SIGKILL'],
    [5, 'SIGTERM'],
  ] as const)(
    'when %i of the processes have started and the launcher receives %s, then they end',
    async (count, signal) => {
      run = launch(ALL);
      await waitForProcesses(count);
      run.child.kill(signal);
      expect((await run.exited).signal).toBe(signal);
      await waitForNoProcessIn({ dir, timeoutMs: 40_000 });
      expect(run.output()).toBe('');
    },
    300_000,
  );

  test('when npm start is interrupted by Ctrl-C while it starts, then it exits with code 0 and leaves nothing running', async () => {
    run = runNode({ args: ['tools/start.mjs'], env: { ...noUrls, STACK_DIR: dir, PORT: '31999' } });
    await waitForProcesses(3);
    run.child.kill('SIGINT');
    expect(await run.exited).toEqual({ code: 0, signal: null });
    expect(processesIn(dir)).toEqual([]);
    expect(run.output()).toContain('Stopping …');
    expect(existsSync(join(dir, 'running.json'))).toBe(false);
  }, 300_000);

  test('when one server cannot start, then its last log lines are shown and the others are stopped', async () => {
    mkdirSync(join(dir, 'redis/appendonlydir'), { recursive: true });
    writeFileSync(join(dir, 'redis/appendonlydir/appendonly.aof.manifest'), 'no manifest');
    const env = { PATH: process.env['PATH'] };
    const error = await startBacking({ dir, need: ['mailbox', 'redis'], env }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StackError);
    const [sentence, ...lines] = String(error).split('\n');
    expect(sentence).toBe(`StackError: Redis ended with code 1 instead of starting. Its log: ${join(dir, 'logs/redis.log')}`);
    expect(lines.join('\n')).toContain('AOF manifest file');
    expect(processesIn(dir)).toEqual([]);
  }, 180_000);

  test('when the folder is locked by a launcher that no longer runs, then the next one starts', async () => {
    writeFileSync(
      join(dir, 'running.json'),
      JSON.stringify({ launcher: { pid: 1, startedAt: 'never' }, reaper: { pid: 1, startedAt: 'never' } }),
    );
    const backing = await startBacking({ dir, need: ['redis'], env: { PATH: process.env['PATH'] } });
    expect(await redisNames({ url: backing.redis, add: 'mine' })).toEqual(['mine']);
    await backing.stop();
  }, 180_000);
});
