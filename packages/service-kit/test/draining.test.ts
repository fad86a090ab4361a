import { Agent, request } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  type BuildService,
  commonConfig,
  commonConstants,
  createServiceAgent,
  loadConfig,
  openService,
  type RunningService,
  startService,
} from '../src/index.ts';
import { testBacking, uniqueLoopbackAddress, waitUntil } from '../src/testing/index.ts';

type Config = ReturnType<typeof load>;
const load = (env: Record<string, string>) => ({ ...loadConfig(commonConfig, env), ...commonConstants });

const build: BuildService<Config> = async (context) => {
  const service = await openService(context, {});
  const server = await service.buildServer();
  const options = { config: { guard: 'public' } } as const;
  server.get('/thing', options, async () => ({ thing: 1 }));
  server.post('/thing', options, async () => ({ thing: 1 }));
  return { server };
};

let running: RunningService;
let agent: Agent;
beforeEach(async () => {
  running = await startService({ name: 'draining', config: load({ ...testBacking(), DRAIN_SECONDS: '1' }), build });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await running.stop();
});

/** Over a connection that stays open if the service allows it. */
const ask = (path: string): Promise<{ status: number | undefined; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    request(new URL(path, running.url), { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
    })
      .on('error', reject)
      .end();
  });

test('when a service stops, then it still accepts requests for a while, and each response closes its connection', async () => {
  expect(await ask('/thing')).toEqual({ status: 200, connection: 'keep-alive' });
  const stopped = running.stop();
  expect(await ask('/thing')).toEqual({ status: 200, connection: 'close' });
  // Over a new connection.
  expect(await ask('/thing')).toEqual({ status: 200, connection: 'close' });
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' });
  await stopped;
  await expect(ask('/thing')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('when requests arrive all the time, then each is answered until new connections are refused', async () => {
  const statuses: (number | undefined)[] = [];
  let failure: unknown;
  const ending = waitUntil(
    async () => {
      try {
        statuses.push((await ask('/thing')).status);
      } catch (error) {
        failure = error;
      }
      return failure !== undefined;
    },
    { what: 'a refused connection' },
  );
  await waitUntil(() => statuses.length > 0);
  await running.stop();
  await ending;
  expect(new Set(statuses)).toEqual(new Set([200]));
  // A connection that arrives while the service closes its socket may be waiting to be accepted: the system resets it.
  expect(['ECONNREFUSED', 'ECONNRESET']).toContain(Object(failure).code);
  await expect(ask('/thing')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('when replicas are replaced one after the other during a flood of calls, then none fails', async () => {
  const [first = '', second = ''] = [uniqueLoopbackAddress(), uniqueLoopbackAddress()];
  const start = (host: string, port: string) =>
    startService({ name: 'replica', config: load({ ...testBacking(), HOST: host, PORT: port, DRAIN_SECONDS: '2' }), build });
  const old = await start(first, '0');
  const { port } = new URL(old.url);
  // Until its process has ended, a name has the address of a stopping replica.
  let found = [first];
  let lookups = 0;
  const nextLookup = async (addresses: string[]): Promise<void> => {
    found = addresses;
    const before = lookups;
    await waitUntil(() => lookups > before);
  };
  const agent = createServiceAgent({
    retryMs: 10_000,
    resolve: (_host, done) => {
      lookups += 1;
      done(
        null,
        found.map((address) => ({ address, family: 4 })),
      );
    },
  });
  let isOver = false;
  let calls = 0;
  const flood = Array.from({ length: 20 }, async () => {
    while (!isOver) {
      const { statusCode, body } = await agent.request({ origin: `http://replica:${port}`, path: '/thing', method: 'POST' });
      await body.dump();
      expect(statusCode).toBe(200);
      calls += 1;
    }
  });
  await waitUntil(() => calls > 100);
  const next = await start(second, port);
  await nextLookup([first, second]);
  await old.stop();
  await nextLookup([second]);
  const third = await start(first, port);
  await nextLookup([first, second]);
  await next.stop();
  await nextLookup([first]);
  isOver = true;
  await Promise.all(flood);
  await third.stop();
}, 30_000);
