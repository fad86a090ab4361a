import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectRedis, createLogger, isAppError, type Redis } from '@stagereel/service-kit';
import { testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { createCounter } from '../src/adapters/counter.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });
let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis({ config: backing, logger });
});
afterAll(() => redis.disconnect());

describe('when something is counted', () => {
  test('then 200 additions at once have 200 numbers', async () => {
    const counter = createCounter({ redis, name: 'parallel', seconds: 60 });
    const counts = await Promise.all(Array.from({ length: 200 }, () => counter.add('key')));
    expect(new Set(counts.map(({ count }) => count)).size).toBe(200);
    expect(await counter.read('key')).toMatchObject({ count: 200 });
  });

  test('then the count ends with the time of its first addition', async () => {
    const lasting = createCounter({ redis, name: 'lasting', seconds: 60 });
    const first = await lasting.add('key');
    const second = await lasting.add('key');
    expect([first.count, second.count]).toEqual([1, 2]);
    expect(second.endsInMs).toBeLessThanOrEqual(first.endsInMs);
    const ending = createCounter({ redis, name: 'ending', seconds: 1 });
    await ending.add('key');
    await waitUntil(async () => (await ending.read('key')).count === 0);
    expect(await ending.add('key')).toMatchObject({ count: 1 });
  });

  test('then it can be held for longer, taken back by one, and cleared', async () => {
    const counter = createCounter({ redis, name: 'held', seconds: 60 });
    await counter.add('key');
    await counter.hold({ key: 'key', seconds: 3600 });
    const held = await counter.read('key');
    expect(held.count).toBe(1);
    expect(held.endsInMs).toBeGreaterThan(3_500_000);
    await counter.takeBack('key');
    expect((await counter.read('key')).count).toBe(0);
    await counter.clear('key');
    expect(await counter.read('key')).toEqual({ count: 0, endsInMs: 0 });
  });

  test('then two names, and two keys, count apart', async () => {
    const [one, two] = ['one', 'two'].map((name) => createCounter({ redis, name, seconds: 60 }));
    await one!.add('a');
    await one!.add('a');
    expect([await one!.read('b'), await two!.read('a')]).toEqual([
      { count: 0, endsInMs: 0 },
      { count: 0, endsInMs: 0 },
    ]);
  });

  test('then a lost Redis is a refusal, never a zero', async () => {
    const lost = await connectRedis({ config: backing, logger });
    const counter = createCounter({ redis: lost, name: 'lost', seconds: 60 });
    lost.disconnect();
    for (const ask of [() => counter.add('key'), () => counter.read('key')]) {
      expect(isAppError(await ask().catch((error: unknown) => error), 'ServiceUnavailable')).toBe(true);
    }
  });
});
