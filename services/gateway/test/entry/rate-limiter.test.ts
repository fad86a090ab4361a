import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectRedis, createLogger, type Redis } from '@stagereel/service-kit';
import { testBacking } from '@stagereel/service-kit/testing';
import { createRateLimiter } from '../../src/adapters/rate-limiter.ts';

/** Large enough for requests to be counted in advance. */
const MAX = 200;
let redis: Redis;

beforeAll(async () => {
  redis = await connectRedis({ config: testBacking(), logger: createLogger({ service: 'test', level: 'silent' }) });
});
afterAll(() => redis.disconnect());

type Limiter = ReturnType<typeof createRateLimiter>;
const newLimiter = (): Limiter => createRateLimiter({ redis, max: MAX, windowSeconds: 60 });
const isAllowed = (count: Limiter, client: string): Promise<boolean> =>
  new Promise((resolve) => {
    count(client, (seconds) => resolve(seconds === undefined));
  });
const isDecidedAtOnce = (count: Limiter, client: string): boolean => {
  let isDecided = false;
  count(client, () => {
    isDecided = true;
  });
  return isDecided;
};

test('when a client was counted in advance, then its requests do not wait for Redis; a new client and one near the limit wait', async () => {
  const [count, client] = [newLimiter(), randomUUID()];
  expect(isDecidedAtOnce(count, client)).toBe(false);
  await isAllowed(count, client);
  expect(isDecidedAtOnce(count, client)).toBe(true);
  for (let request = 4; request < MAX; request += 1) expect(await isAllowed(count, client)).toBe(true);
  expect(isDecidedAtOnce(count, client)).toBe(false);
  expect(await isAllowed(count, client)).toBe(false);
});

test('when several gateways count in advance, then no more requests than the limit succeed, and nearly as many', async () => {
  const [limiters, client] = [[newLimiter(), newLimiter(), newLimiter(), newLimiter()], randomUUID()];
  let allowed = 0;
  for (let round = 0; round < MAX / 4; round += 1) {
    const results = await Promise.all(limiters.flatMap((count) => [isAllowed(count, client), isAllowed(count, client)]));
    allowed += results.filter((each) => each).length;
  }
  expect(allowed).toBeLessThanOrEqual(MAX);
  expect(allowed).toBeGreaterThanOrEqual(0.9 * MAX);
});
