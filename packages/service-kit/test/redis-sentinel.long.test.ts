import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { connectRedis, createLogger } from '../src/index.ts';
import { waitUntil } from '../src/testing/index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const hasServer = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')));
const withServer = hasServer ? test : test.skip;
const skipped = hasServer ? '' : ' (skipped without the program redis-server)';

const PASSWORD = 'password-of,redis/and:more';
const SENTINEL_PASSWORD = 'password-of-the-sentinels';
const HOST = '127.0.0.1';
const running: ChildProcess[] = [];
let folder = '';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const start = async ({ port, settings, options = [] }: { port: number; settings: string[]; options?: string[] }) => {
  const file = join(folder, `${port}.conf`);
  await writeFile(file, [`port ${port}`, `bind ${HOST}`, `dir ${folder}`, `dbfilename ${port}.rdb`, 'save ""', ...settings, ''].join('\n'));
  const child = spawn('redis-server', [file, ...options], { stdio: 'ignore' });
  running.push(child);
  return child;
};
const startServer = ({ port, primary }: { port: number; primary?: number }) =>
  start({
    port,
    settings: [
      `requirepass "${PASSWORD}"`,
      `masterauth "${PASSWORD}"`,
      'repl-diskless-sync-delay 0',
      ...(primary ? [`replicaof ${HOST} ${primary}`] : []),
    ],
  });

/** `master`, or `slave` for a replica that has the data of its primary. Undefined in between. */
const roleOf = async (port: number): Promise<string | undefined> => {
  const client = new Redis({ host: HOST, port, password: PASSWORD, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const info = await client.info('replication');
    return info.includes('master_link_status:down') ? undefined : /^role:(\w+)/m.exec(info)?.[1];
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sentinel-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const startPair = async () => {
  const [primary, replica] = [await freePort(), await freePort()];
  const server = await startServer({ port: primary });
  await startServer({ port: replica, primary });
  await waitUntil(async () => (await roleOf(replica)) === 'slave', { what: 'the replica' });
  return { server, primary, replica };
};

withServer(`when the primary is killed and the Sentinels promote its replica, then the same client writes to it${skipped}`, async () => {
  const { server, primary, replica } = await startPair();
  const sentinels = [await freePort(), await freePort(), await freePort()];
  for (const port of sentinels) {
    const settings = [
      `requirepass "${SENTINEL_PASSWORD}"`,
      `sentinel monitor shop ${HOST} ${primary} 2`,
      `sentinel auth-pass shop "${PASSWORD}"`,
      'sentinel down-after-milliseconds shop 1000',
      'sentinel failover-timeout shop 5000',
    ];
    await start({ port, settings, options: ['--sentinel'] });
  }
  const monitor = new Redis({ host: HOST, port: sentinels[0] ?? 0, password: SENTINEL_PASSWORD });
  // The replica and the other Sentinels are found by and by.
  await waitUntil(async () => String(await monitor.call('SENTINEL', 'CKQUORUM', 'shop').catch(() => '')).startsWith('OK 3'), {
    what: 'Sentinels',
  });
  await waitUntil(async () => ((await monitor.call('SENTINEL', 'REPLICAS', 'shop')) as unknown[]).length === 1, { what: 'the replica' });
  monitor.disconnect();

  // The first one is away: the list may outlive a Sentinel.
  const hosts = [await freePort(), ...sentinels].map((port) => `${HOST}:${port}`).join();
  const REDIS_URL = `redis+sentinel://default:${encodeURIComponent(PASSWORD)}@${hosts}/shop?sentinelPassword=${SENTINEL_PASSWORD}`;
  const redis = await connectRedis({ config: { REDIS_URL, NAMESPACE: 'shop' }, logger });
  try {
    await redis.set('session', 'kept');
    await waitUntil(async () => (await redis.wait(1, 1000)) === 1, { what: 'the copy' });
    server.kill('SIGKILL');
    await waitUntil(
      () =>
        redis.set('written', 'after').then(
          () => true,
          () => false,
        ),
      { what: 'the new primary' },
    );
    expect(await roleOf(replica)).toBe('master');
    expect([await redis.get('session'), await redis.get('written')]).toEqual(['kept', 'after']);

    // The old primary returns as a replica, and the client stays with the new one.
    await startServer({ port: primary });
    await waitUntil(async () => (await roleOf(primary)) === 'slave', { what: 'the old primary' });
    expect(await redis.set('written', 'later')).toBe('OK');
  } finally {
    redis.disconnect();
  }
});

withServer(
  `when the address of a managed Redis leads to another primary, then a write that the old one refuses is repeated there${skipped}`,
  async () => {
    const { primary, replica } = await startPair();
    let target = primary;
    // What a provider does: one name, behind which the server changes, while connections to the old one stay open.
    const balancer = createServer((socket) => {
      const upstream = connect(target, HOST);
      for (const each of [socket, upstream]) each.on('error', () => each.destroy());
      socket.pipe(upstream).pipe(socket);
    }).listen(0, HOST);
    await once(balancer, 'listening');
    const REDIS_URL = `redis://:${encodeURIComponent(PASSWORD)}@${HOST}:${(balancer.address() as AddressInfo).port}`;
    const redis = await connectRedis({ config: { REDIS_URL, NAMESPACE: 'shop' }, logger });
    const operator = (port: number) => new Redis({ host: HOST, port, password: PASSWORD });
    const [oldServer, newServer] = [operator(primary), operator(replica)];
    try {
      await redis.set('count', '1');
      await newServer.replicaof('NO', 'ONE');
      await oldServer.replicaof(HOST, String(replica));
      target = replica;
      expect(await redis.incr('count')).toBe(2);
      expect(await newServer.get('shop:count')).toBe('2');
    } finally {
      for (const client of [redis, oldServer, newServer]) client.disconnect();
      balancer.close();
    }
  },
);
