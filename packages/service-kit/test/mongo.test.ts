import { afterEach, expect, test } from '@jest/globals';
import type { Connection } from 'mongoose';
import { buildServer, commonConfig, commonConstants, connectMongo, createLogger, createMetrics, loadConfig } from '../src/index.ts';
import { startTcpProxy, testBacking, waitUntil } from '../src/testing/index.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });

let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let connection: Connection;
afterEach(async () => {
  try {
    if (connection.readyState === 1) await connection.dropDatabase();
  } finally {
    await connection.close();
    await proxy.stop();
  }
});

const connectThroughProxy = async (reporting = logger) => {
  proxy = await startTcpProxy(backing.MONGODB_URL);
  const url = new URL(proxy.url);
  // The driver checks the server whenever a connection breaks. This lets it check at once, however recent its last check is, and find
  // a restored server soon.
  url.searchParams.set('minHeartbeatFrequencyMS', '1');
  url.searchParams.set('heartbeatFrequencyMS', '500');
  connection = await connectMongo({ config: { ...backing, MONGODB_URL: url.href }, service: 'test', logger: reporting });
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

test('when the server goes away, then the log says so; when the service closes its connection, then it does not', async () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
  await connectThroughProxy(createLogger({ service: 'test', level: 'warn', destination }));
  await proxy.cut();
  await waitUntil(() => lines.includes('MongoDB disconnected'));
  await proxy.restore();
  await waitUntil(() => connection.readyState === 1);
  await connection.dropDatabase();
  lines.length = 0;
  await connection.close();
  expect(lines).toEqual([]);
});
