import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTcpProxy, waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ChangingCatalog, startChangingCatalog } from '../support/public-reads.ts';

const LIMITS = { maxRequests: 1_000_000 };

let gateway: TestGateway;
/** Another gateway in front of the same catalog, whose connection to Redis can be cut. */
let second: TestGateway;
let catalog: ChangingCatalog;
let redisProxy: Awaited<ReturnType<typeof startTcpProxy>>;
beforeAll(async () => {
  gateway = await startTestGateway(LIMITS);
  catalog = await startChangingCatalog(gateway);
  redisProxy = await startTcpProxy(gateway.config.REDIS_URL);
  second = await startTestGateway({
    ...LIMITS,
    CATALOG_URL: gateway.upstreams.catalog.url,
    REDIS_URL: redisProxy.url,
    NAMESPACE: gateway.config.NAMESPACE,
  });
});
beforeEach(() => catalog.delayResponses(async () => undefined));
afterAll(async () => {
  await catalog.stop();
  await second.stop();
  await redisProxy.stop();
  await gateway.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever the response contains
const read = async (path: string, from = gateway): Promise<any> => (await from.get(path)).json();
const isFromMemory = async (path: string, from = gateway): Promise<boolean> => {
  const before = catalog.requests.length;
  await read(path, from);
  return catalog.requests.length === before;
};
// Spreads readers and writers over time; no assertion depends on its length.
const soon = (): Promise<void> => pause(Math.random() * 4);

describe('a write', () => {
  test('when writers and readers race at two gateways, then no read that begins after a write was acknowledged is older than it', async () => {
    const WRITERS = ['a', 'b', 'c'];
    const WRITES = 25;
    catalog.delayResponses(soon);
    const acknowledged = new Map(WRITERS.map((id) => [id, 0]));
    await Promise.all(WRITERS.map((id) => catalog.write(id, { value: { id, count: 0 } })));
    let isRunning = true;
    let reads = 0;
    const requestsBefore = catalog.requests.length;
    const stale: unknown[] = [];

    /** The announcements of the writers overlap, because all of them change the list. */
    const write = async (id: string): Promise<void> => {
      for (let count = 1; count <= WRITES; count += 1) {
        await catalog.write(id, { value: { id, count } }, soon);
        acknowledged.set(id, count);
        await pause(Math.random() * 10);
      }
    };
    const readAgain = async (id: string, from: TestGateway): Promise<void> => {
      while (isRunning) {
        const minimum = acknowledged.get(id) ?? 0;
        const isList = Math.random() < 0.3;
        const body = await read(isList ? '/api/contests' : `/api/contests/${id}`, from);
        reads += 1;
        const contest = isList ? body.find((each: { id: string }) => each?.id === id) : body;
        if (contest.count < minimum) stale.push({ id, isList, count: contest.count, minimum });
      }
    };
    const readers = [gateway, second].flatMap((from) => WRITERS.flatMap((id) => [readAgain(id, from), readAgain(id, from)]));
    await Promise.all(WRITERS.map(write));
    isRunning = false;
    await Promise.all(readers);
    expect(stale).toEqual([]);
    expect(catalog.requests.length - requestsBefore).toBeLessThan(reads);
  });

  test('when a write is running, then nothing is kept, and other writers do not end that', async () => {
    const path = '/api/contests/slow';
    await catalog.write('slow', { value: 'old' });
    await catalog.warm(gateway, path);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = catalog.write('slow', { value: 'new' }, () => finished);
    await catalog.write('slow', { value: 'between' });
    for (let count = 0; count < 3; count += 1) expect(await isFromMemory(path)).toBe(false);
    finish();
    await slow;
    expect(await read(path)).toBe('new');
    expect(await isFromMemory(path)).toBe(true);
  });

  test('when a process crashes before it has announced the end of its write, then visitors receive the new state, and nothing is kept', async () => {
    const path = '/api/contests/crashed';
    await catalog.write('crashed', { value: 'old' });
    await catalog.warm(gateway, path);
    await catalog.writeAndCrash('crashed', { value: 'new' });
    expect([await read(path), await isFromMemory(path)]).toEqual(['new', false]);
    await catalog.write('crashed', { value: 'newer' });
    expect([await read(path), await isFromMemory(path)]).toEqual(['newer', false]);
  });
});

describe('without a version', () => {
  /** Sends reads until the service has the first of them, and then more. */
  const countRequestsOf = async (path: string, from: TestGateway): Promise<number> => {
    const before = catalog.requests.length;
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    let running = 0;
    let mostRunning = 0;
    catalog.delayResponses(async () => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await held;
      running -= 1;
    });
    const readMany = () => Promise.all(Array.from({ length: 20 }, () => read(path, from)));
    const first = readMany();
    await waitUntil(() => catalog.requests.length > before);
    const second = readMany();
    // These were sent later, so by now the second reads have arrived, too.
    await Promise.all(Array.from({ length: 20 }, () => from.get('/robots.txt')));
    respond();
    expect(new Set([...(await first), ...(await second)])).toEqual(new Set(['shared']));
    expect(mostRunning).toBe(1);
    return catalog.requests.length - before;
  };

  test('when many read while somebody writes, then they share at most three requests, one after the other', async () => {
    await catalog.write('shared', { value: 'shared' });
    await catalog.writeAndCrash('shared', { value: 'shared' });
    expect(await countRequestsOf('/api/contests/shared', gateway)).toBeLessThan(4);
  });

  test('when many read while Redis is unreachable, then they share at most three requests, one after the other', async () => {
    await catalog.write('away', { value: 'shared' });
    await redisProxy.cut();
    expect(await countRequestsOf('/api/contests/away', second)).toBeLessThan(4);
    await redisProxy.restore();
    await catalog.warm(second, '/api/contests/away');
  });
});

describe('Redis', () => {
  const path = '/api/contests/kept';

  test('when its data are lost, then nothing older than the loss is repeated', async () => {
    await catalog.write('kept', { value: 'old' });
    await catalog.warm(gateway, path);
    await catalog.loseData();
    await catalog.changeUnannounced('kept', { value: 'new' });
    expect(await read(path)).toBe('new');
    await catalog.warm(gateway, path);
    await catalog.write('kept', { value: 'newer' });
    expect(await read(path)).toBe('newer');
  });

  test('when a gateway cannot reach it, then every request is forwarded; afterwards it responds from memory again', async () => {
    await catalog.write('kept', { value: 'old' });
    await catalog.warm(second, path);
    await redisProxy.cut();
    expect([await isFromMemory(path, second), await isFromMemory(path, second)]).toEqual([false, false]);
    await catalog.write('kept', { value: 'new' });
    expect(await read(path, second)).toBe('new');
    await redisProxy.restore();
    await catalog.warm(second, path);
    expect(await read(path, second)).toBe('new');
  });
});
