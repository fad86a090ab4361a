import { expect, test } from '@jest/globals';
import type { CostlyCall } from '@stagereel/contracts';
import {
  buildServer,
  commonConfig,
  commonConstants,
  createLogger,
  createMetrics,
  loadConfig,
  requireCostlyCall,
  type Server,
} from '../src/index.ts';
import { limitCostlyCalls } from '../src/server/costly-calls.ts';
import { createFairQueue } from '../src/server/fair-queue.ts';
import { testBacking } from '../src/testing/index.ts';

const calls: Record<string, CostlyCall> = { 'GET /search': { service: 'orders', work: 'search' } };

const newServer = async (): Promise<Server> => {
  const server = await buildServer({
    service: 'test',
    config: { ...loadConfig(commonConfig, testBacking()), ...commonConstants },
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    checks: {},
  });
  limitCostlyCalls({ server, service: 'orders', calls, perMinute: { hash: 5, search: 5, export: 5, render: 5 } });
  return server;
};
const search = async () => {
  requireCostlyCall('search');
  return {};
};
const from = (address: string) => ({ 'x-forwarded-for': address });

test('when a network sends more calls than the limit, by GET or HEAD, then they are refused before the work, and other networks are not', async () => {
  const server = await newServer();
  let searches = 0;
  server.get('/search', { config: { guard: 'public' } }, async () => {
    searches += 1;
    return search();
  });
  const send = async (address: string, method: 'GET' | 'HEAD') =>
    (await server.inject({ method, url: '/search', headers: from(address) })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => send('198.51.100.1', index % 2 ? 'GET' : 'HEAD')));
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([5, 15]);
  expect([await send('198.51.100.2', 'GET'), searches]).toEqual([200, 6]);
  await server.close();
});

test('when a route that is not on the list does costly work, then it fails; outside of requests the work is allowed', async () => {
  const server = await newServer();
  server.get('/search', { config: { guard: 'public' } }, search);
  server.get('/unlisted', { config: { guard: 'public' } }, search);
  expect([(await server.inject('/search')).statusCode, (await server.inject('/unlisted')).statusCode]).toEqual([200, 500]);
  expect(await search()).toEqual({});
  await server.close();
});

test('when a call on the list has no route, then the service does not start', async () => {
  const server = await newServer();
  await expect(server.ready()).rejects.toThrow('orders has no route for the costly calls GET /search');
});

test('when one client fills its places, then another client is next, and the rest is refused with the time to wait', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 10, maxWaitingOfClient: 3 });
  const order: string[] = [];
  const leave = await queue.enter('flood');
  const wait = async (client: string): Promise<void> => {
    const free = await queue.enter(client);
    order.push(client);
    free();
    free();
  };
  const flood = Array.from({ length: 5 }, () => wait('flood'));
  const other = wait('other');
  leave();
  await other;
  const results = await Promise.allSettled(flood);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(results[4]).toMatchObject({ reason: { code: 'ServiceBusy', status: 503, retryAfterSeconds: 3 } });
  expect(order).toEqual(['flood', 'other', 'flood', 'flood']);
});
