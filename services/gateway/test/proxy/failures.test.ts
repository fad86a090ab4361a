import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { uniqueLoopbackAddress, useService, waitUntil } from '@stagereel/service-kit/testing';
import { sendRaw, startTestGateway } from '../support/gateway.ts';
import { expectError, FORWARDED, responseOf, startProxy, UUID } from '../support/proxy.ts';
import { startUpstream } from '../support/upstream.ts';

const proxy = useService(startProxy);
afterEach(() => proxy.catalog.respondWithEcho());

/** A forwarded request, and one whose response other visitors may share. */
const PATHS = [FORWARDED, '/api/contests'];

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
const waitForConnections = (server: Server, count: number) => waitUntil(async () => (await connectionsOf(server)) === count);

describe('a client that disconnects', () => {
  test('when it disconnects during a download, then the request to the service is aborted', async () => {
    let isClosed = false;
    proxy.catalog.respondWith((_request, response) => {
      response.writeHead(200).write('beginning');
      response.once('close', () => {
        isClosed = true;
      });
    });
    const request = proxy.open('GET');
    request.end();
    await once(await responseOf(request), 'data');
    request.destroy();
    await waitUntil(() => isClosed);
    expect(isClosed).toBe(true);
  });

  test('when it disconnects while it waits for the response, then the request to the service is aborted', async () => {
    let state = 'not requested';
    proxy.catalog.respondWith((request, response) => {
      state = 'requested';
      request.resume();
      response.once('close', () => {
        state = 'aborted';
      });
    });
    const request = proxy.open('GET');
    request.on('error', () => undefined);
    request.end();
    await waitUntil(() => state === 'requested');
    request.destroy();
    await waitUntil(() => state === 'aborted');
    expect(state).toBe('aborted');
  });

  test('when it disconnects during an upload, then the service receives an incomplete request', async () => {
    let outcome = '';
    proxy.catalog.respondWith((request) => {
      request.on('data', () => undefined);
      request.once('close', () => {
        outcome = request.complete ? 'complete' : 'incomplete';
      });
      outcome = 'started';
    });
    const request = proxy.open('POST', { 'content-length': 1_048_576 });
    request.on('error', () => undefined);
    request.write(Buffer.alloc(1000));
    await waitUntil(() => outcome === 'started');
    request.destroy();
    await waitUntil(() => outcome !== 'started');
    expect(outcome).toBe('incomplete');
  });
});

describe('a service that fails', () => {
  test.each(PATHS)('when it closes the connection before it responds to %s, then the client receives a 502 in Japanese', async (path) => {
    proxy.catalog.respondWith((request) => request.socket.destroy());
    const response = await proxy.gateway.get(path);
    expect(response.headers.get('x-request-id')).toMatch(UUID);
    await expectError(response, 'BadGateway');
  });

  test('when it closes one connection before it responds, then a GET is sent again, and a POST is not', async () => {
    for (const [method, path, status] of [...PATHS.map((each) => ['GET', each, 200] as const), ['POST', FORWARDED, 502] as const]) {
      proxy.catalog.respondWith((request) => {
        proxy.catalog.respondWithEcho();
        request.socket.destroy();
      });
      const before = proxy.catalog.received.length;
      expect((await fetch(new URL(path, proxy.gateway.url), { method })).status).toBe(status);
      expect(proxy.catalog.received.slice(before).map((request) => request.method)).toEqual(method === 'GET' ? ['GET', 'GET'] : ['POST']);
    }
  });

  test('when it closes the connection during its response, then the response to the client is aborted', async () => {
    proxy.catalog.respondWith((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    });
    await expect(proxy.gateway.get(FORWARDED).then((response) => response.text())).rejects.toThrow();
  });

  test.each(PATHS)('when its response to %s is not HTTP, then the client receives a 502', async (path) => {
    proxy.catalog.respondWith((request) => request.socket.end('what?\r\n\r\n'));
    await expectError(await proxy.gateway.get(path), 'BadGateway');
  });

  test('when it exceeds the timeout, then the client receives a 504 and the request is aborted', async () => {
    const shortTimeout = await startProxy({ upstreamTimeoutMs: 1000 });
    let isClosed = false;
    shortTimeout.catalog.respondWith((request, response) => {
      request.resume();
      response.once('close', () => {
        isClosed = true;
      });
    });
    await expectError(await shortTimeout.post('x'), 'GatewayTimeout');
    await waitUntil(() => isClosed);
    await shortTimeout.stop();
  });
});

describe('a service that is unavailable', () => {
  test('when it does not listen, then each method receives a 502, and other services still respond', async () => {
    const gateway = await startTestGateway();
    await gateway.upstreams.catalog.stop();
    for (const method of ['GET', 'POST', 'DELETE']) {
      await expectError(await fetch(new URL('/api/contests', gateway.url), { method }), 'BadGateway');
    }
    expect((await gateway.get('/api/orders')).status).toBe(200);
    await gateway.stop();
  });

  test('when it listens again after a moment, then requests that waited for it succeed, and each has arrived once with its body', async () => {
    const host = uniqueLoopbackAddress();
    const { url, port, stop } = await startUpstream('catalog', { host });
    const gateway = await startTestGateway({ CATALOG_URL: url, connectRetryMs: 10_000 });
    await stop();
    const address = new URL('/api/contests', gateway.url);
    const waiting = [fetch(address), fetch(address, { method: 'POST', body: 'x'.repeat(100_000) })];
    const abandoned = new AbortController();
    const third = fetch(address, { method: 'DELETE', signal: abandoned.signal });
    await waitForConnections(gateway.server.server, 3);
    abandoned.abort();
    await expect(third).rejects.toThrow('abort');
    await waitForConnections(gateway.server.server, 2);
    const back = await startUpstream('catalog', { host, port });
    const bytes: number[] = [];
    back.respondWith(async (request, response) => {
      bytes.push((await buffer(request)).length);
      response.end();
    });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect(back.received.map(({ method }) => method).sort()).toEqual(['GET', 'POST']);
    expect(bytes.sort()).toEqual([0, 100_000]);
    await gateway.stop();
    await back.stop();
  }, 30_000);

  test('when it has been unavailable for longer than requests wait, then further requests fail at once', async () => {
    const gateway = await startTestGateway({ connectRetryMs: 1500 });
    await gateway.upstreams.catalog.stop();
    await expectError(await gateway.get('/api/contests'), 'BadGateway');
    const from = performance.now();
    await expectError(await gateway.get('/api/contests'), 'BadGateway');
    expect(performance.now() - from).toBeLessThan(1000);
    await gateway.stop();
  });
});

describe('graceful shutdown', () => {
  test('when the gateway stops, then running requests and those on open connections are finished, and new connections are refused', async () => {
    const stopping = await startTestGateway();
    let finish: () => void = () => undefined;
    stopping.upstreams.catalog.respondWith((_request, response) => {
      response.writeHead(200).write('first ');
      finish = () => response.end('last');
    });
    const { hostname, port } = new URL(stopping.url);
    const client = connect(Number(port), hostname, () => client.write(`GET ${FORWARDED} HTTP/1.1\r\nHost: a\r\n\r\n`));
    let text = '';
    client.on('data', (chunk) => {
      text += chunk;
    });
    await waitUntil(() => text.includes('first '));
    const stopped = stopping.stop();
    await waitUntil(() =>
      stopping.get('/healthz').then(
        () => false,
        () => true,
      ),
    );
    client.write('GET /api/orders HTTP/1.1\r\nHost: a\r\n\r\n');
    await waitUntil(() => stopping.upstreams.orders.received.length === 1);
    finish();
    await once(client, 'close');
    expect(text.match(/HTTP\/1\.1 \d+|last|connection: close/gi)).toEqual(['HTTP/1.1 200', 'last', 'HTTP/1.1 200', 'Connection: close']);
    await stopped;
  });
});

describe('malformed requests', () => {
  test.each([
    ['nonsense', 'what is this?\r\n\r\n', 'BadRequest'],
    ['too long a header', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 'HeadersTooLarge'],
    [
      'one with two Content-Length headers',
      'POST /api/contests HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      'BadRequest',
    ],
  ] as const)('when a request is %s, then the error is in Japanese and the connection is closed', async (_what, text, code) => {
    const response = await sendRaw({ url: proxy.gateway.url, text });
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${errorCatalogue[code].status} `));
    expect(response).toContain(JSON.stringify({ code, message: errorCatalogue[code].message }));
  });
});
