import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { buildServer, commonConfig, commonConstants, createLogger, createMetrics, loadConfig, type Server } from '../src/index.ts';
import { testBacking, waitUntil } from '../src/testing/index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

let server: Server;
let url: string;
/** The requests that passed the first hooks. */
let begun: string[] = [];
const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await server.close();
});

/** Starts a server. A limit that is not given is too long to have an effect. */
const start = async (limits: Partial<typeof commonConstants>): Promise<void> => {
  const long = { requestHeadersMs: 600_000, unfinishedRequestMs: 600_000 };
  const config = { ...loadConfig(commonConfig, testBacking()), ...commonConstants, ...long, ...limits };
  server = await buildServer({ service: 'test', config, logger, metrics: createMetrics('test'), checks: {} });
  server.post('/json', { config: { guard: 'public' } }, async ({ body }) => ({ body }));
  server.get('/json', { config: { guard: 'public' } }, async () => ({}));
  begun = [];
  server.addHook('onRequest', async ({ method, url: path }) => void begun.push(`${method} ${path}`));
  url = await server.listen({ host: '127.0.0.1', port: 0 });
};

/** Opens a connection and sends text, then a byte again and again. It never closes its side of the connection. */
const drip = (text: string) => {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), allowHalfOpen: true });
  socket.write(text);
  const timer = setInterval(() => socket.write('x'), 10);
  const stopDripping = () => clearInterval(timer);
  const client = { socket, stopDripping, received: '' };
  socket.on('data', (data) => {
    client.received += data;
  });
  socket.on('error', () => undefined);
  socket.on('close', stopDripping);
  ends.push(() => socket.destroy());
  return client;
};

/** The server has closed all connections, in both directions. */
const allClosed = () => waitUntil(async () => (await promisify(server.server.getConnections).call(server.server)) === 0);

describe('a request that is not complete when its response was sent', () => {
  const LENGTH = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n';

  test.each([
    ['not found', `POST /nothing HTTP/1.1\r\n${LENGTH.replace('json', 'xml')}\r\n`, 404],
    ['refused by its length', `POST /json HTTP/1.1\r\n${LENGTH}\r\n`.replace('1000000', '9000000'), 413],
    ['a GET with a body', `GET /json HTTP/1.1\r\n${LENGTH}\r\n`, 200],
    ['a GET in chunks', 'GET /json HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n', 200],
    ['a GET with an unknown expectation', `GET /json HTTP/1.1\r\nExpect: more\r\n${LENGTH}\r\n`, 200],
    ['one with an invalid URL', `POST /%ff HTTP/1.1\r\n${LENGTH}\r\n`, 400],
  ])('when it is %s, then the connection is closed although bytes continue to arrive', async (_what, text, status) => {
    await start({ unfinishedRequestMs: 100 });
    const client = drip(text);
    await waitUntil(() => client.received !== '');
    await allClosed();
    expect(client.received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(client.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('when the rest arrives in time, then the connection can be used again', async () => {
    await start({});
    const head = 'GET /json HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n';
    const client = drip(head);
    await waitUntil(() => client.received.includes('200 OK'));
    client.stopDripping();
    client.socket.write('x'.repeat(50_000 - (client.socket.bytesWritten - head.length)));
    client.socket.write('GET /json HTTP/1.1\r\nHost: a\r\n\r\n');
    await waitUntil(() => client.received.split('200 OK').length === 3);
  });

  test('when the response closes the connection, then a request that follows has no effect', async () => {
    await start({ unfinishedRequestMs: 300 });
    const head = 'POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n';
    const client = drip(head);
    await waitUntil(() => client.received.includes(' 413 '));
    client.stopDripping();
    client.socket.write('x'.repeat(2_000_000 - (client.socket.bytesWritten - head.length)));
    client.socket.write('GET /json HTTP/1.1\r\nHost: a\r\n\r\n');
    await allClosed();
    expect(client.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(begun).toEqual(['POST /json']);
  });
});

describe('bytes that never become a request', () => {
  test('when the headers are not complete in time, then the response is 408 and the connection is closed', async () => {
    await start({ requestHeadersMs: 100, unfinishedRequestMs: 100 });
    const client = drip('GET /json HTTP/1.1\r\nHost: a\r\nX: ');
    await waitUntil(() => client.received !== '');
    await allClosed();
    expect(client.received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"RequestTimeout"/);
  });

  test('when they are refused and the client neither sends nor closes, then the connection is closed', async () => {
    await start({ unfinishedRequestMs: 100 });
    const client = drip('what is this?\r\n\r\n');
    client.stopDripping();
    await waitUntil(() => client.received.startsWith('HTTP/1.1 400 '));
    await allClosed();
  });

  test('when they follow a request whose response is being sent, then that response is not changed', async () => {
    await start({});
    server.server.removeAllListeners('request');
    server.server.on('request', (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('begun'));
    const client = drip('GET /json HTTP/1.1\r\nHost: a\r\n\r\n');
    client.stopDripping();
    await waitUntil(() => client.received.includes('begun'));
    client.socket.write('what is this?\r\n\r\n');
    await allClosed();
    expect(client.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
