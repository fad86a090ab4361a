import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { healthRoutes } from '../src/routes/health.routes.ts';
import { openStore, type Store } from '../src/store.ts';

let dataDir: string;
let store: Store | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-simulator-'));
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  await rm(dataDir, { recursive: true });
});

const journal = () => join(dataDir, 'journal.jsonl');
const reopen = async (more: { now?: Date; growthLimit?: number } = {}) => {
  await store?.close();
  store = undefined;
  store = await openStore({ dataDir, now: () => more.now ?? new Date(), growthLimit: more.growthLimit });
  return store;
};
const putCard = async (target: Store, id: string) => {
  const tx = target.begin();
  tx.put('cards', { id, scenario: 'approved', language: 'en' });
  await tx.commit();
};
const ids = (target: Store) => target.all('cards').map(({ id }) => id);

describe('journal', () => {
  test('when a step is not committed, then it is not visible to others and not stored', async () => {
    const opened = await reopen();
    const tx = opened.begin();
    tx.put('cards', { id: 'a', scenario: 'approved', language: 'en' });
    expect(tx.get('cards', 'a')).toBeDefined();
    expect(opened.get('cards', 'a')).toBeUndefined();
    expect(ids(await reopen())).toEqual([]);
  });

  test('when a crash left the last line incomplete, then it is dropped and all lines before it are kept', async () => {
    const opened = await reopen();
    for (const id of ['a', 'b', 'c']) await putCard(opened, id);
    await opened.close();
    store = undefined;
    await truncate(journal(), (await stat(journal())).size - 10);
    const again = await reopen();
    expect(ids(again)).toEqual(['a', 'b']);
    await putCard(again, 'd');
    expect(ids(await reopen())).toEqual(['a', 'b', 'd']);
  });

  test('when a line in the middle is damaged, then the start fails with the number of the line, and the file is not changed', async () => {
    await putCard(await reopen(), 'a');
    await store?.close();
    store = undefined;
    await appendFile(journal(), 'nonsense\n[["cards",{"id":"b"}]]\n');
    const before = await readFile(journal(), 'utf8');
    await expect(openStore({ dataDir, now: () => new Date() })).rejects.toThrow(/journal\.jsonl is damaged at line 2/);
    expect(await readFile(journal(), 'utf8')).toBe(before);
  });

  test('when a crash interrupted the compaction, then the old file is used', async () => {
    await putCard(await reopen(), 'a');
    await writeFile(`${journal()}.new`, '[["cards",{"id":"half');
    expect(ids(await reopen())).toEqual(['a']);
    expect(await readdir(dataDir)).toEqual(['journal.jsonl']);
  });

  test('when the same row is written many times, then the journal is compacted and its size stays bounded', async () => {
    const opened = await reopen({ growthLimit: 2000 });
    await Promise.all(Array.from({ length: 50 }, (_, index) => putCard(opened, `row-${index % 5}`)));
    for (let index = 0; index < 200; index += 1) await putCard(opened, `row-${index % 5}`);
    expect((await stat(journal())).size).toBeLessThan(4000);
    expect(ids(await reopen())).toEqual(['row-0', 'row-1', 'row-2', 'row-3', 'row-4']);
  });

  test('when responses, events and their deliveries have expired, then the next start removes them', async () => {
    const now = new Date('2031-01-01T00:00:00Z');
    const opened = await reopen({ now });
    const created = now.getTime() / 1000;
    const tx = opened.begin();
    tx.put('answers', { id: 'secret:k', fingerprint: 'f', status: 200, body: {}, expiresAt: now.getTime() + 1000 });
    tx.put('events', {
      id: 'evt_1',
      object: 'event',
      api_version: 'x',
      created,
      data: { object: {} },
      livemode: false,
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type: 'payment_intent.succeeded',
    });
    const delivery = {
      type: 'payment_intent.succeeded',
      status: 'delivered',
      attempts: 1,
      created,
      nextAttemptAt: 0,
      lastStatus: 200,
      lastError: null,
    } as const;
    tx.put('deliveries', { id: 'evt_1', ...delivery });
    await tx.commit();

    const sizes = (target: Store) => [target.all('answers').length, target.all('events').length, target.all('deliveries').length];
    expect(sizes(await reopen({ now }))).toEqual([1, 1, 1]);
    expect(sizes(await reopen({ now: new Date(now.getTime() + 1000) }))).toEqual([0, 1, 1]);
    expect(sizes(await reopen({ now: new Date(now.getTime() + 30 * 86_400_000) }))).toEqual([0, 0, 0]);
  });
});

test('when the disk is full, then every later step fails, and the process is not ready', async () => {
  const opened = await reopen({ growthLimit: 1 });
  await putCard(opened, 'a');
  await rm(dataDir, { recursive: true });
  await expect(putCard(opened, 'b')).rejects.toThrow('ENOENT');
  await expect(putCard(opened, 'c')).rejects.toThrow('ENOENT');
  await expect(opened.settled()).rejects.toThrow('ENOENT');

  const app = Fastify();
  healthRoutes(app, { store: opened });
  expect(await app.inject('/readyz')).toMatchObject({ statusCode: 503 });
  expect(await app.inject('/healthz')).toMatchObject({ statusCode: 200 });
  await mkdir(dataDir);
});
