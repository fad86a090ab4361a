import { afterEach, expect, test } from '@jest/globals';
import type { Connection } from 'mongoose';
import { buildServer, commonConfig, commonConstants, connectMongo, createLogger, createMetrics, loadConfig } from '../src/index.ts';
import { startTcpProxy, testBacking } from '../src/testing/index.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });

let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let connection: Connection;
afterEach(async () => {
  try {
    await connection.dropDatabase();
  } finally {
    await connection.close();
    await proxy.stop();
  }
});

const connectThroughProxy = async () => {
  proxy = await startTcpProxy(backing.MONGODB_URL);
  const url = new URL(proxy.url);
  // The driver checks the server whenever a connection breaks. This lets it check at once, however recent its last check is.
  url.searchParams.set('minHeartbeatFrequencyMS', '1');
  connection = await connectMongo({ config: { ...backing, MONGODB_URL: url.href }, service: 'test', logger });
  return connection.collection('things');
};

// Regression: the driver wrote its server check to a connection that had just ended, and waited for ever.
test('when the connection is cut during a query, then the driver finds the database again after it is restored', async () => {
  const things = await connectThroughProxy();
  await things.insertOne({ n: 1 });
  const hasRequest = proxy.holdResponses();
  const found = things.findOne({ n: 1 });
  await hasRequest;
  await proxy.cut();
  await proxy.restore();
  expect(await found).toMatchObject({ n: 1 });
});

test('when the database is away longer than a request can wait, then the response is 503, and the next request after its return succeeds', async () => {
  const things = await connectThroughProxy();
  await things.insertOne({ n: 1 });
  const server = await buildServer({
    service: 'test',
    config: { ...loadConfig(commonConfig, { NODE_ENV: 'test' }), ...commonConstants },
    logger,
    metrics: createMetrics('test'),
    checks: {},
  });
  server.get('/things', { config: { guard: 'public' } }, async () => ({ count: await things.countDocuments() }));
  try {
    await proxy.cut();
    const refused = await server.inject('/things');
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 503, code: 'ServiceUnavailable' });
    await proxy.restore();
    expect((await server.inject('/things')).json()).toEqual({ count: 1 });
  } finally {
    await server.close();
  }
});
