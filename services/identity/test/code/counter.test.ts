import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectRedis, createLogger, isAppError, type Redis } from '@stagereel/service-kit';
import { testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { createCounter } from '../../src/adapters/counter.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });
let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis({ config: backing, logger });
});
afterAll(() => redis.disconnect());

describe('Redis counter', () => {
  test('when 200 increments run concurrently, then each gets its own number', async () => {
    const counter = createCounter({ redis, name: 'parallel', seconds: 60 });
    const counts = await Promise.all(Array.from({ length: 200 }, () => counter.increment('key')));
    expect(new Set(counts.map(({ count }) => count)).size).toBe(200);
    expect(await counter.read('key')).toMatchObject({ count: 200 });
  });

  test('when a key is incremented again, then the count still expires relative to its first increment', async () => {
    const lasting = createCounter({ redis, name: 'lasting', seconds: 60 });
    const first = await lasting.increment('key');
    const second = await lasting.increment('key');
    expect([first.count, second.count]).toEqual([1, 2]);
    expect(second.expiresInMs).toBeLessThanOrEqual(first.expiresInMs);
    const ending = createCounter({ redis, name: 'ending', seconds: 1 });
    await ending.increment('key');
    await waitUntil(async () => (await ending.read('key')).count === 0);
    expect(await ending.increment('key')).toMatchObject({ count: 1 });
  });

  test('when a count is extended, decremented or reset, then it is updated accordingly', async () => {
    const counter = createCounter({ redis, name: 'held', seconds: 60 });
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
    const [one, two] = ['one', 'two'].map((name) => createCounter({ redis, name, seconds: 60 }));
    await one!.increment('a');
    await one!.increment('a');
    expect([await one!.read('b'), await two!.read('a')]).toEqual([
      { count: 0, expiresInMs: 0 },
      { count: 0, expiresInMs: 0 },
    ]);
  });

  test('when Redis is unavailable, then the counter throws ServiceUnavailable', async () => {
    const lost = await connectRedis({ config: backing, logger });
    const counter = createCounter({ redis: lost, name: 'lost', seconds: 60 });
    lost.disconnect();
    for (const operation of [() => counter.increment('key'), () => counter.read('key'), () => counter.reset('key')]) {
      expect(isAppError(await operation().catch((error: unknown) => error), 'ServiceUnavailable')).toBe(true);
    }
  });

  test('when a count is decremented too often, also concurrently, then the next increments count from 0', async () => {
    const counter = createCounter({ redis, name: 'lowered', seconds: 60 });
    await counter.increment('key');
    await Promise.all(Array.from({ length: 20 }, () => counter.decrement('key')));
    expect((await counter.read('key')).count).toBe(0);
    await counter.reset('key');
    await counter.decrement('key');
    expect([(await counter.increment('key')).count, (await counter.increment('key')).count]).toEqual([1, 2]);
  });

  test('when a count has no expiry, then the next increment gives it one', async () => {
    const counter = createCounter({ redis, name: 'endless', seconds: 60 });
    await counter.increment('key');
    await redis.persist('count:endless:key');
    expect(await counter.read('key')).toEqual({ count: 1, expiresInMs: 0 });
    expect((await counter.increment('key')).expiresInMs).toBeGreaterThan(59_000);
  });
});
