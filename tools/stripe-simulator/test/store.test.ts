import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
const putPage = (target: Store, id: string) =>
  target.put('authentications', { id, payment_intent: 'pi_1', payment_method: 'pm_1', return_url: 'http://shop.example' });
const ids = (target: Store) => target.all('authentications').map(({ id }) => id);

describe('store', () => {
  test('when it is closed right after a change, then the change is stored', async () => {
    putPage(await reopen(), 'a');
    putPage(await reopen(), 'b');
    expect(ids(await reopen())).toEqual(['a', 'b']);
  });

  test('when the file is damaged, then the start fails with its name, and the file is not changed', async () => {
    await writeFile(file(), '{"charges":[{"id":');
    await expect(openStore({ dataDir, now: () => new Date() })).rejects.toThrow(/payments\.json is damaged/);
    expect(await readFile(file(), 'utf8')).toBe('{"charges":[{"id":');
  });

  test('when a crash interrupted a save, then the old file is used', async () => {
    putPage(await reopen(), 'a');
    await store?.close();
    await writeFile(`${file()}.new`, '{"charges":[{"id":"half');
    expect(ids(await reopen())).toEqual(['a']);
  });

  test('when responses, events and their deliveries have expired, then the next start removes them', async () => {
    const now = new Date('2031-01-01T00:00:00Z');
    const opened = await reopen(now);
    const created = now.getTime() / 1000;
    opened.put('answers', { id: 'secret:k', fingerprint: 'f', status: 200, body: {}, expiresAt: now.getTime() + 1000 });
    opened.put('events', {
      id: 'evt_1',
      object: 'event',
      api_version: 'x',
      created,
      data: { object: {} },
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
    opened.put('deliveries', { id: 'evt_1', ...delivery });

    const sizes = (target: Store) => [target.all('answers').length, target.all('events').length, target.all('deliveries').length];
    expect(sizes(await reopen(now))).toEqual([1, 1, 1]);
    expect(sizes(await reopen(new Date(now.getTime() + 1000)))).toEqual([0, 1, 1]);
    expect(sizes(await reopen(new Date(now.getTime() + 30 * 86_400_000)))).toEqual([0, 0, 0]);
  });
});

test('when the disk is full, then the store reports it until a save succeeds', async () => {
  const opened = await reopen();
  await rm(dataDir, { recursive: true });
  putPage(opened, 'a');
  await opened.close();
  expect(opened.failure()).toBeInstanceOf(Error);

  await mkdir(dataDir);
  putPage(opened, 'b');
  await opened.close();
  expect(opened.failure()).toBeUndefined();
  expect(ids(await reopen())).toEqual(['a', 'b']);
});
