import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Backing, type BackingName, startBacking } from '@stagereel/stack';
import { mailSubjects, mongodbNames, rabbitmqWaiting, redisNames, sendMail } from './support/clients.ts';
import { processesIn } from './support/processes.ts';

const need: BackingName[] = ['mongodb', 'redis', 'rabbitmq', 'mailbox'];
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'stack-backing-')));
const [dir = '', otherDir = ''] = folders;
let backing: Backing;
let other: Backing;

beforeAll(async () => {
  [backing, other] = await Promise.all([
    startBacking({ dir, need, env }),
    startBacking({ dir: otherDir, need: ['mongodb', 'redis', 'rabbitmq'], env }),
  ]);
}, 600_000);

afterAll(async () => {
  await Promise.all([backing?.stop(), other?.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 180_000);

describe('backing servers', () => {
  test('when two stacks run side by side, then neither sees data of the other', async () => {
    expect(new Set([backing.mongodb, backing.redis, backing.rabbitmq, other.mongodb, other.redis, other.rabbitmq]).size).toBe(6);
    await mongodbNames({ url: other.mongodb, add: 'other' });
    await redisNames({ url: other.redis, add: 'other' });
    await rabbitmqWaiting({ url: other.rabbitmq, add: 'other' });
    expect(await mongodbNames({ url: backing.mongodb })).toEqual([]);
    expect(await redisNames({ url: backing.redis })).toEqual([]);
    expect(await rabbitmqWaiting({ url: backing.rabbitmq })).toBe(0);
  });

  test('when MongoDB restarts, then its documents are still there', async () => {
    await mongodbNames({ url: backing.mongodb, add: 'kept' });
    await backing.restart('mongodb');
    expect(await mongodbNames({ url: backing.mongodb })).toEqual(['kept']);
  }, 180_000);

  test('when Redis restarts, then its keys are still there', async () => {
    await redisNames({ url: backing.redis, add: 'kept' });
    await backing.restart('redis');
    expect(await redisNames({ url: backing.redis })).toEqual(['kept']);
  }, 180_000);

  test('when RabbitMQ restarts, then its messages are still there', async () => {
    await rabbitmqWaiting({ url: backing.rabbitmq, add: 'kept' });
    await backing.restart('rabbitmq');
    expect(await rabbitmqWaiting({ url: backing.rabbitmq })).toBe(1);
  }, 300_000);

  test('when the mailbox restarts, then its mails are still there', async () => {
    await sendMail({ smtpUrl: backing.mailbox.smtpUrl, subject: 'kept' });
    await backing.restart('mailbox');
    expect(await mailSubjects(backing.mailbox.url)).toEqual(['kept']);
  }, 180_000);

  test('when the broker is killed and started again, then its messages are still there', async () => {
    const [before] = backing.pids().rabbitmq;
    await backing.kill('rabbitmq', 'SIGKILL');
    // Refused, or reset if another program has taken the port in the meantime.
    await expect(rabbitmqWaiting({ url: backing.rabbitmq })).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    await backing.start('rabbitmq');
    expect(await rabbitmqWaiting({ url: backing.rabbitmq })).toBe(1);
    expect(backing.pids().rabbitmq[0]).not.toBe(before);
  }, 300_000);

  test('when another launcher uses the same folder, then it fails with one sentence and the running servers are not affected', async () => {
    await expect(startBacking({ dir, need: ['redis'], env })).rejects.toThrow(
      `A stack already runs as process ${process.pid} with its data in ${dir}: stop it first, or set STACK_DIR and PORT for another one.`,
    );
    expect(await redisNames({ url: backing.redis })).toEqual(['kept']);
  });

  test('when a stack is stopped, then no process is left, and the next start has the same addresses and data', async () => {
    const { mongodb, redis, rabbitmq, mailbox } = backing;
    await backing.stop();
    expect(processesIn(dir)).toEqual([]);
    backing = await startBacking({ dir, need, env });
    expect([backing.mongodb, backing.redis, backing.rabbitmq, backing.mailbox]).toEqual([mongodb, redis, rabbitmq, mailbox]);
    expect(await mongodbNames({ url: backing.mongodb })).toEqual(['kept']);
    expect(await redisNames({ url: backing.redis })).toEqual(['kept']);
    expect(await rabbitmqWaiting({ url: backing.rabbitmq })).toBe(1);
    expect(await mailSubjects(backing.mailbox.url)).toEqual(['kept']);
  }, 300_000);
});
