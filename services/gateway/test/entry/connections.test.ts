import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { FORWARDED } from '../support/proxy.ts';

let gateway: TestGateway;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await gateway.stop();
});

const JSON_HEAD = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n';

/** Opens a connection and sends text; with `drip`, then a byte again and again. */
const open = ({ text = '', drip = false }: { text?: string; drip?: boolean } = {}) => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  clients.push(socket);
  if (text) socket.write(text);
  const client = { socket, received: '', isClosed: false };
  const timer = drip ? setInterval(() => socket.write('x'), 10) : undefined;
  socket.on('data', (data) => {
    client.received += data;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    client.isClosed = true;
  });
  return client;
};

/** What the client received until the gateway closed the connection. */
const untilClosed = async (client: ReturnType<typeof open>): Promise<string> => {
  await waitUntil(() => client.isClosed, { what: 'the connection to be closed' });
  return client.received;
};

describe('a body that never ends', () => {
  test('when the response was sent, then the connection is closed', async () => {
    gateway = await startTestGateway({ unfinishedRequestMs: 100, upstreamTimeoutMs: 1000 });
    gateway.upstreams.identity.respondWith((_request, response) => response.writeHead(401).end());
    const dripped = (line: string) => untilClosed(open({ text: `${line} HTTP/1.1\r\n${JSON_HEAD}`, drip: true }));
    const lines = ['POST /api/nope', 'POST /media/m1', 'POST /api/login', 'GET /api/contests', 'GET /'];
    const statuses = (await Promise.all(lines.map(dripped))).map((text) => text.slice(9, 12));
    expect(statuses).toEqual(['404', '405', '401', '200', '200']);
  });
});

describe('the connections of one client', () => {
  const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

  test('when nothing is configured, then 500 and more are allowed, because a hall has one address', async () => {
    gateway = await startTestGateway();
    expect(gateway.config.connectionsPerAddress).toBeGreaterThanOrEqual(500);
  });

  test('when there are too many, then further ones are closed, the others continue, and a closed one makes room', async () => {
    gateway = await startTestGateway({ connectionsPerAddress: 20 });
    const allowed = Array.from({ length: 20 }, () => open({ text: REQUEST }));
    await waitUntil(() => allowed.every(({ received }) => received.includes('200 OK')));
    const flood = Array.from({ length: 50 }, () => open({ text: REQUEST }));
    await waitUntil(() => flood.every(({ isClosed }) => isClosed));
    expect(flood.every(({ received }) => received === '')).toBe(true);
    expect(allowed.some(({ isClosed }) => isClosed)).toBe(false);
    allowed[0]?.socket.destroy();
    await waitUntil(async () => {
      const next = open({ text: REQUEST });
      await Promise.race([once(next.socket, 'data'), once(next.socket, 'close')]);
      return next.received.includes('200 OK');
    });
  });

  test('when they come through an unknown proxy, then they are not limited, because all clients would share the limit', async () => {
    gateway = await startTestGateway({ connectionsPerAddress: 1, PUBLIC_URL: 'https://shop.example' });
    const all = Array.from({ length: 3 }, () => open({ text: REQUEST }));
    await waitUntil(() => all.every(({ received, isClosed }) => isClosed || received.includes('200 OK')));
    expect(all.some(({ isClosed }) => isClosed)).toBe(false);
  });

  test('when they come through a trusted proxy, then the running requests of each forwarded address are limited instead', async () => {
    gateway = await startTestGateway({ connectionsPerAddress: 2, TRUSTED_PROXIES: 'loopback' });
    const finish: (() => void)[] = [];
    gateway.upstreams.catalog.respondWith((_request, response) => {
      finish.push(() => response.writeHead(200).end('done'));
    });
    const request = (address: string) => gateway.get(FORWARDED, { 'x-forwarded-for': address });
    const running = ['198.51.100.1', '198.51.100.1', '198.51.100.2', '198.51.100.2'].map(request);
    await waitUntil(() => finish.length === 4);
    const refused = await request('198.51.100.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toEqual({ code: 'TooManyRequests', message: errorCatalogue.TooManyRequests.message });
    for (const each of finish) each();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const next = request('198.51.100.1');
    await waitUntil(() => finish.length === 5);
    finish[4]?.();
    expect((await next).status).toBe(200);
  });
});

describe('pipelined requests', () => {
  test('when the connection breaks during the responses, then all requests to the service are aborted and no longer count', async () => {
    gateway = await startTestGateway({ connectionsPerAddress: 2, TRUSTED_PROXIES: 'loopback' });
    let running = 0;
    gateway.upstreams.catalog.respondWith((_request, response) => {
      running += 1;
      response.once('close', () => {
        running -= 1;
      });
      response.writeHead(200).write(Buffer.alloc(1_000_000));
    });
    const text = `GET ${FORWARDED} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n`.repeat(2);
    const { socket } = open({ text });
    await waitUntil(() => running === 2, { what: 'both requests' });
    socket.destroy();
    await waitUntil(() => running === 0, { what: 'the end of both requests' });
    open({ text });
    await waitUntil(() => running === 2, { what: 'as many new requests' });
  });

  test('when a client sends many at once, then the responses come in their order, and the first over the limit is a refusal that ends the connection', async () => {
    gateway = await startTestGateway({ maxRequests: 30, rateLimitWindowSeconds: 60 });
    const request = (index: number) => `GET /api/contests?n=${index} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const text = await untilClosed(open({ text: Array.from({ length: 40 }, (_, index) => request(index)).join('') }));
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    const answered = [...text.matchAll(/"url":"\/api\/contests\?n=(\d+)"/g)].map(([, index]) => Number(index));
    expect(answered).toEqual(answered.toSorted((a, b) => a - b));
  });
});
