import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectRedis, createLogger, isAppError, type Redis } from '@stagereel/service-kit';
import { testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { createCounter, createCounterBatch } from '../../src/adapters/counter.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });
let redis: Redis;
const counterIn = (client: Redis, options: { name: string; seconds: number }) =>
  createCounter({ redis: client, counterBatch: createCounterBatch(client), ...options });
beforeAll(async () => {
  redis = await connectRedis({ config: backing, logger });
});
afterAll(() => redis.disconnect());

describe('Redis counter', () => {
  test('when 200 increments run concurrently, then each gets its own number', async () => {
    const counter = counterIn(redis, { name: 'parallel', seconds: 60 });
    const counts = await Promise.all(Array.from({ length: 200 }, () => counter.increment('key')));
    expect(new Set(counts.map(({ count }) => count)).size).toBe(200);
    expect(await counter.read('key')).toMatchObject({ count: 200 });
  });

  test('when a key is incremented again, then the count still expires relative to its first increment', async () => {
    const lasting = counterIn(redis, { name: 'lasting', seconds: 60 });
    const first = await lasting.increment('key');
    const second = await lasting.increment('key');
    expect([first.count, second.count]).toEqual([1, 2]);
    expect(second.expiresInMs).toBeLessThanOrEqual(first.expiresInMs);
    const ending = counterIn(redis, { name: 'ending', seconds: 1 });
    await ending.increment('key');
    await waitUntil(async () => (await ending.read('key')).count === 0);
    expect(await ending.increment('key')).toMatchObject({ count: 1 });
  });

  test('when a count is extended, decremented or reset, then it is updated accordingly', async () => {
    const counter = counterIn(redis, { name: 'held', seconds: 60 });
    await counter.increment('key');
    await counter.expireIn({ key: 'key', seconds: 3600 });
    const held = await counter.read('key');
    expect(held.count).toBe(1);
    expect(held.expiresInMs).toBeGreaterThan(3_500_000);
    await counter.decrement('key');
    expect((await counter.read('key')).count).toBe(0);
    await counter.reset('key');
    expect(await counter.read('key')).toEqual({ count: 0, expiresInMs: 0 });
  });

  test('when names or keys differ, then they are counted separately', async () => {
    const [one, two] = ['one', 'two'].map((name) => counterIn(redis, { name, seconds: 60 }));
    await one!.increment('a');
    await one!.increment('a');
    expect([await one!.read('b'), await two!.read('a')]).toEqual([
      { count: 0, expiresInMs: 0 },
      { count: 0, expiresInMs: 0 },
    ]);
  });

  test('when Redis is unavailable, then the counter throws ServiceUnavailable', async () => {
    const lost = await connectRedis({ config: backing, logger });
    const counter = counterIn(lost, { name: 'lost', seconds: 60 });
    lost.disconnect();
    for (const operation of [() => counter.increment('key'), () => counter.read('key'), () => counter.reset('key')]) {
      expect(isAppError(await operation().catch((error: unknown) => error), 'ServiceUnavailable')).toBe(true);
    }
  });
});

describe('several counts in one call', () => {
  const twoLimits = (name: string) => {
    const batch = createCounterBatch(redis);
    const [first, second] = [`${name}-first`, `${name}-second`].map((each, index) => ({
      counter: counterIn(redis, { name: each, seconds: 60 + index }),
      key: 'key',
    }));
    return { batch, first: first!, second: second!, read: async () => (await batch.read([first!, second!])).map(({ count }) => count) };
  };

  test('when a limit is exceeded, then its count is the last one that is incremented', async () => {
    const { batch, first, second, read } = twoLimits('ordered');
    const limits = [
      { ...first, max: 1 },
      { ...second, max: 5 },
    ];
    const [one, two] = await batch.increment(limits);
    expect([one?.count, two?.count]).toEqual([1, 1]);
    expect(one!.expiresInMs).toBeLessThanOrEqual(60_000);
    expect(two!.expiresInMs).toBeGreaterThan(60_000);
    expect((await batch.increment(limits)).map(({ count }) => count)).toEqual([2]);
    expect(await read()).toEqual([2, 1]);
  });

  test('when many calls run concurrently, then each gets its own numbers, and no more than the limit go on to the next count', async () => {
    const { batch, first, second, read } = twoLimits('concurrent');
    const limits = [
      { ...first, max: 10 },
      { ...second, max: 100 },
    ];
    const results = await Promise.all(Array.from({ length: 50 }, () => batch.increment(limits)));
    expect(new Set(results.map(([count]) => count?.count)).size).toBe(50);
    expect(results.filter(({ length }) => length === 2)).toHaveLength(10);
    expect(await read()).toEqual([50, 10]);
  });

  test('when counts are lowered, then one is decremented but not below 0, and the other removed', async () => {
    const { batch, first, second, read } = twoLimits('lowered');
    await first.counter.increment('key');
    await second.counter.increment('key');
    await second.counter.increment('key');
    await batch.lower({ decrement: [first], reset: [second] });
    await batch.lower({ decrement: [first, second] });
    expect(await read()).toEqual([0, 0]);
    expect(await second.counter.read('key')).toEqual({ count: 0, expiresInMs: 0 });
  });

  test('when a count has no expiry, then the next increment gives it one', async () => {
    const { batch, first } = twoLimits('lasting');
    await first.counter.increment('key');
    await redis.persist('count:lasting-first:key');
    expect((await batch.read([first]))[0]).toEqual({ count: 1, expiresInMs: 0 });
    expect((await first.counter.increment('key')).expiresInMs).toBeGreaterThan(59_000);
  });
});
