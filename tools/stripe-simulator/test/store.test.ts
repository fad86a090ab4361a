import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const file = () => join(dataDir, 'payments.json');
const reopen = async (now = new Date()) => {
  await store?.close();
  store = undefined;
  store = await openStore({ dataDir, now: () => now });
  return store;
};
const putCard = (target: Store, id: string) => {
  const tx = target.begin();
  tx.put('cards', { id, scenario: 'approved', language: 'en' });
  tx.commit();
};
const ids = (target: Store) => target.all('cards').map(({ id }) => id);

describe('store', () => {
  test('when a step is not committed, then it is not visible to others and not stored', async () => {
    const opened = await reopen();
    const tx = opened.begin();
    tx.put('cards', { id: 'a', scenario: 'approved', language: 'en' });
    expect(tx.get('cards', 'a')).toBeDefined();
    expect(opened.get('cards', 'a')).toBeUndefined();
    expect(ids(await reopen())).toEqual([]);
  });

  test('when it is closed right after a change, then the change is stored', async () => {
    putCard(await reopen(), 'a');
    putCard(await reopen(), 'b');
    expect(ids(await reopen())).toEqual(['a', 'b']);
  });

  test('when the file is damaged, then the start fails with its name, and the file is not changed', async () => {
    await writeFile(file(), '{"cards":[{"id":');
    await expect(openStore({ dataDir, now: () => new Date() })).rejects.toThrow(/payments\.json is damaged/);
    expect(await readFile(file(), 'utf8')).toBe('{"cards":[{"id":');
  });

  test('when a crash interrupted a save, then the old file is used', async () => {
    putCard(await reopen(), 'a');
    await store?.close();
    await writeFile(`${file()}.new`, '{"cards":[{"id":"half');
    expect(ids(await reopen())).toEqual(['a']);
  });

  test('when responses, events and their deliveries have expired, then the next start removes them', async () => {
    const now = new Date('2031-01-01T00:00:00Z');
    const opened = await reopen(now);
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
    tx.commit();

    const sizes = (target: Store) => [target.all('answers').length, target.all('events').length, target.all('deliveries').length];
    expect(sizes(await reopen(now))).toEqual([1, 1, 1]);
    expect(sizes(await reopen(new Date(now.getTime() + 1000)))).toEqual([0, 1, 1]);
    expect(sizes(await reopen(new Date(now.getTime() + 30 * 86_400_000)))).toEqual([0, 0, 0]);
  });
});

test('when the disk is full, then the process is not ready until a save succeeds', async () => {
  const opened = await reopen();
  const app = Fastify();
  healthRoutes(app, { store: opened });
  await rm(dataDir, { recursive: true });
  putCard(opened, 'a');
  await opened.close();
  expect(await app.inject('/readyz')).toMatchObject({ statusCode: 503 });
  expect(await app.inject('/healthz')).toMatchObject({ statusCode: 200 });

  await mkdir(dataDir);
  putCard(opened, 'b');
  await opened.close();
  expect(await app.inject('/readyz')).toMatchObject({ statusCode: 200 });
  expect(ids(await reopen())).toEqual(['a', 'b']);
});
