import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { routeTable } from '../../src/routes/route-table.ts';
import { type GatewaySettings, sendRaw, startTestGateway, type TestGateway } from '../support/gateway.ts';

const MAX = 5;
const LIMITS = { maxRequests: MAX, rateLimitWindowSeconds: 60 };
const started: TestGateway[] = [];

const start = async (settings: GatewaySettings = {}): Promise<TestGateway> => {
  const gateway = await startTestGateway({ ...LIMITS, ...settings });
  started.push(gateway);
  return gateway;
};
afterEach(async () => {
  await Promise.all(started.splice(0).map((gateway) => gateway.stop()));
});

const statuses = async (count: number, call: (index: number) => Promise<Response>): Promise<number[]> => {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await call(index)).status);
  return all;
};
const allowed = (count: number): number[] => Array<number>(count).fill(200);

describe('the rate limit of a client', () => {
  test('when it is exceeded, then the response is a 429 in Japanese with a Retry-After header', async () => {
    const gateway = await start();
    expect(await statuses(MAX, () => gateway.get('/api/contests'))).toEqual(allowed(MAX));
    const refused = await gateway.get('/api/contests');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ code: 'TooManyRequests', message: errorCatalogue.TooManyRequests.message });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await gateway.get('/')).status).toBe(429);
    expect(gateway.upstreams.catalog.received).toHaveLength(MAX);
  });

  test('when the window ends, then requests are allowed again', async () => {
    const gateway = await start({ rateLimitWindowSeconds: 1 });
    // More than fit into the windows that even a slow machine needs for them.
    const burst = await Promise.all(Array.from({ length: 50 }, () => gateway.get('/api/contests')));
    expect(burst.map(({ status }) => status)).toContain(429);
    expect(await waitUntil(async () => (await gateway.get('/api/contests')).status === 200)).toBe(true);
  });

  test('when many requests arrive at once, then exactly the allowed number succeeds', async () => {
    const gateway = await start();
    const responses = await Promise.all(Array.from({ length: 20 }, () => gateway.get('/api/contests')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(MAX);
  });

  test('when requests of several clients arrive at once, then each client has its own limit', async () => {
    const gateway = await start({ TRUSTED_PROXIES: 'loopback' });
    const addresses = ['198.51.100.1', '198.51.100.2', '2001:db8:1:2::1'];
    const calls = addresses.flatMap((address) => Array.from({ length: MAX + 2 }, () => address));
    const responses = await Promise.all(
      calls.map(async (address) => [address, (await gateway.get('/api/contests', { 'x-forwarded-for': address })).status] as const),
    );
    for (const address of addresses) {
      const received = responses.flatMap(([client, status]) => (client === address ? [status] : []));
      expect(received.sort()).toEqual([...allowed(MAX), 429, 429]);
    }
  });

  test('when two gateways share a Redis, then they share one count', async () => {
    const { NAMESPACE } = testBacking();
    const [first, second] = [await start({ NAMESPACE }), await start({ NAMESPACE })];
    expect(await statuses(MAX, (index) => (index % 2 ? first : second).get('/api/contests'))).toEqual(allowed(MAX));
    expect([(await first.get('/api/contests')).status, (await second.get('/api/contests')).status]).toEqual([429, 429]);
  });

  test('when stored files, /healthz or upload chunks are requested, then they are never limited', async () => {
    const gateway = await start();
    await statuses(MAX + 1, () => gateway.get('/api/contests'));
    const chunk = () => fetch(new URL('/api/contests/c1/media/chunked-upload', gateway.url), { method: 'POST', body: 'bytes' });
    expect(await statuses(MAX * 2, chunk)).toEqual(allowed(MAX * 2));
    expect((await gateway.get('/api/contests/c1/media')).status).toBe(429);
    const files = routeTable.filter(({ isFiles }) => isFiles);
    expect(files.length).toBeGreaterThan(1);
    for (const { path } of files) expect(await statuses(MAX * 2, () => gateway.get(`${path}/m1`))).toEqual(allowed(MAX * 2));
    expect([(await gateway.get('/healthz')).status, (await gateway.get('/readyz')).status]).toEqual([200, 429]);
  });
});

describe('files that do not exist', () => {
  test.each(['/media', '/api/download/files'])('when a client requests too many below %s, then its requests are refused', async (path) => {
    const gateway = await start({ TRUSTED_PROXIES: 'loopback' });
    gateway.upstreams.media.respondWith((request, response) => response.writeHead(request.url?.endsWith('/file') ? 206 : 404).end());
    const get = (url: string, address = '198.51.100.1') => gateway.get(url, { 'x-forwarded-for': address });
    expect(await statuses(MAX, () => get(`${path}/unknown`))).toEqual(Array(MAX).fill(404));
    const refused = await waitUntil(async () => {
      const response = await get(`${path}/unknown`);
      return response.status === 429 && response;
    });
    expect(await refused.json()).toMatchObject({ code: 'TooManyRequests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get('/api/contests')).status).toBe(429);
    expect([(await get(`${path}/file`, '198.51.100.2')).status, (await get('/api/contests', '198.51.100.2')).status]).toEqual([206, 200]);
    const before = gateway.upstreams.media.received.length;
    expect((await get(`${path}/file`)).status).toBe(429);
    expect(gateway.upstreams.media.received).toHaveLength(before);
  });
});

describe('client addresses', () => {
  test('when a client sends forged forwarding headers, then it is counted as one client', async () => {
    const gateway = await start();
    const responses = await statuses(MAX + 1, (index) =>
      gateway.get('/api/contests', { 'x-forwarded-for': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}` }),
    );
    expect(responses).toEqual([...allowed(MAX), 429]);
  });

  test('when a trusted proxy forwards client addresses, then each client has its own limit, and the service receives the address', async () => {
    const gateway = await start({ TRUSTED_PROXIES: '127.0.0.0/8' });
    const call = (address: string) => gateway.get('/api/contests', { 'x-forwarded-for': address });
    expect(await statuses(MAX + 1, () => call('198.51.100.1'))).toEqual([...allowed(MAX), 429]);
    expect((await call('198.51.100.2')).status).toBe(200);
    expect(gateway.upstreams.catalog.received.at(-1)?.headers['x-forwarded-for']).toBe('198.51.100.2');
  });

  test('when a client prepends addresses to those of trusted proxies, then the last untrusted address counts', async () => {
    const gateway = await start({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    const call = (index: number) => gateway.get('/api/contests', { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.7, 10.1.2.3` });
    expect(await statuses(MAX + 1, call)).toEqual([...allowed(MAX), 429]);
    expect(gateway.upstreams.catalog.received.at(-1)?.headers['x-forwarded-for']).toBe('198.51.100.7');
  });

  test('when IPv6 addresses are in the same /64 network, then they are one client; the next network is another', async () => {
    const gateway = await start({ TRUSTED_PROXIES: 'loopback' });
    const call = (address: string) => gateway.get('/api/contests', { 'x-forwarded-for': address });
    expect(await statuses(MAX + 1, (index) => call(`2001:db8:1:2::${index + 1}`))).toEqual([...allowed(MAX), 429]);
    expect((await call('2001:db8:1:3::1')).status).toBe(200);
  });

  test('when X-Forwarded-For is malformed, then the request still succeeds', async () => {
    const gateway = await start({ TRUSTED_PROXIES: 'loopback' });
    const text = await sendRaw({
      url: gateway.url,
      text: 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ,,; \xff"\r\n\r\n',
    });
    expect(text).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('without Redis', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ ...LIMITS, REDIS_URL: 'redis://127.0.0.1:1' });
  });
  afterAll(() => gateway.stop());

  test('when Redis is unavailable, then /readyz is still 200 and reports it', async () => {
    const response = await gateway.get('/readyz');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'degraded', checks: { redis: 'no answer', catalog: 'ok' } });
  });

  test('when Redis is unavailable from the start, then requests succeed and each gateway limits by itself', async () => {
    // One request was counted above.
    expect(await statuses(MAX, () => gateway.get('/api/contests'))).toEqual([...allowed(MAX - 1), 429]);
  });
});
