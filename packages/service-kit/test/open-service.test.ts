import { expect, test } from '@jest/globals';
import {
  type BuildService,
  commonConfig,
  commonConstants,
  createOutboxStore,
  loadConfig,
  messagingConfig,
  mongoConfig,
  openService,
  redisConfig,
  startService,
} from '../src/index.ts';
import { startTcpProxy, testBacking, waitUntil } from '../src/testing/index.ts';

const shape = { ...commonConfig, ...mongoConfig, ...redisConfig, ...messagingConfig };
const load = (env: Record<string, string>) => ({ ...loadConfig(shape, env), ...commonConstants });
type Config = ReturnType<typeof load>;

const readiness = async (url: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(new URL('/readyz', url));
  return { status: response.status, body: await response.json() };
};

test('when a service names its dependencies, then they are opened, each has a health check, and its jobs run until it stops', async () => {
  let runs = 0;
  const build: BuildService<Config> = async (context) => {
    const service = await openService(context, { mongodb: 'required', redis: 'required', rabbitmq: 'required' });
    await service.mongo.collection('things').createIndex({ outboxDueAt: 1 }, { sparse: true });
    await service.mongo.collection('things').insertOne({ name: 'thing' });
    await service.redis.set('thing', '1');
    service.outbox.trigger();
    service.outbox.startRelay([createOutboxStore(service.mongo.collection('things'))]);
    const run = async (): Promise<void> => {
      runs += 1;
    };
    service.startJob({ name: 'count', everyMs: 1, run });
    return { server: await service.buildServer() };
  };
  const running = await startService({ name: 'opened', config: load(testBacking()), build });
  expect(await readiness(running.url)).toEqual({
    status: 200,
    body: { status: 'ready', checks: { mongodb: 'ok', redis: 'ok', rabbitmq: 'ok' } },
  });
  await waitUntil(() => runs > 1, { what: 'two runs of the job' });
  await running.stop();
  const runsAtStop = runs;
  await new Promise(setImmediate);
  expect(runs).toBe(runsAtStop);
});

test('when an optional dependency is unavailable, then the service starts and reports that it is degraded', async () => {
  const backing = testBacking();
  const redis = await startTcpProxy(backing.REDIS_URL);
  await redis.cut();
  const build: BuildService<Config> = async (context) => {
    const service = await openService(context, { redis: 'optional' });
    return { server: await service.buildServer() };
  };
  const running = await startService({ name: 'opened', config: load({ ...backing, REDIS_URL: redis.url }), build });
  expect(await readiness(running.url)).toMatchObject({ status: 200, body: { status: 'degraded' } });
  await running.stop();
});

test('when a dependency cannot be opened, then those already open are closed and the error is thrown', async () => {
  const backing = { ...testBacking(), RABBITMQ_URL: 'amqp://127.0.0.1:1' };
  const build: BuildService<Config> = async (context) => {
    const service = await openService(context, { mongodb: 'required', redis: 'required' });
    await service.redis.ping();
    throw new Error('no such setting');
  };
  await expect(startService({ name: 'opened', config: load(backing), build })).rejects.toThrow('no such setting');
});
