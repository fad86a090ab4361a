import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { ownLoopback, waitUntil } from '@stagereel/service-kit/testing';
import { sendRaw, startTestGateway } from './support/gateway.ts';
import { answerOf, expectRefusal, type Relay, startRelay, UUID } from './support/relay.ts';
import { startUpstream } from './support/upstream.ts';

let relay: Relay;
beforeAll(async () => {
  relay = await startRelay();
});
afterAll(() => relay.stop());
afterEach(() => relay.catalog.echoAgain());

describe('a client that leaves', () => {
  test('when it leaves in the middle of a download, the service is told to stop', async () => {
    let isClosed = false;
    relay.catalog.answerBy((_request, response) => {
      response.writeHead(200).write('beginning');
      response.once('close', () => {
        isClosed = true;
      });
    });
    const request = relay.open('GET');
    request.end();
    await once(await answerOf(request), 'data');
    request.destroy();
    await waitUntil(() => isClosed);
    expect(isClosed).toBe(true);
  });

  test('when it leaves while it waits, the service is told to stop', async () => {
    let state = 'not asked';
    relay.catalog.answerBy((request, response) => {
      state = 'asked';
      request.resume();
      response.once('close', () => {
        state = 'stopped';
      });
    });
    const request = relay.open('GET');
    request.on('error', () => undefined);
    request.end();
    await waitUntil(() => state === 'asked');
    request.destroy();
    await waitUntil(() => state === 'stopped');
    expect(state).toBe('stopped');
  });

  test('when it leaves in the middle of an upload, the service sees a request cut short', async () => {
    let outcome = '';
    relay.catalog.answerBy((request) => {
      request.on('data', () => undefined);
      request.once('close', () => {
        outcome = request.complete ? 'complete' : 'cut short';
      });
      outcome = 'begun';
    });
    const request = relay.open('POST', { 'content-length': 1_048_576 });
    request.on('error', () => undefined);
    request.write(Buffer.alloc(1000));
    await waitUntil(() => outcome === 'begun');
    request.destroy();
    await waitUntil(() => outcome !== 'begun');
    expect(outcome).toBe('cut short');
  });
});

describe('a service that fails', () => {
  test('when it cuts the connection before it answers, the client gets a 502 in Japanese', async () => {
    relay.catalog.answerBy((request) => request.socket.destroy());
    const response = await relay.gateway.get('/api/contests');
    expect(response.headers.get('x-request-id')).toMatch(UUID);
    await expectRefusal(response, 'BadGateway');
  });

  test('when it cuts the connection in the middle of its answer, the client sees it cut and never a whole answer', async () => {
    relay.catalog.answerBy((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    });
    await expect(relay.gateway.get('/api/contests').then((response) => response.text())).rejects.toThrow();
  });

  test('when it does not speak HTTP, the client gets a 502', async () => {
    relay.catalog.answerBy((request) => request.socket.end('what?\r\n\r\n'));
    await expectRefusal(await relay.gateway.get('/api/contests'), 'BadGateway');
  });

  test('when it does not answer in time, the client gets a 504, and the service is told to stop', async () => {
    const impatient = await startRelay({ UPSTREAM_TIMEOUT_SECONDS: '1' });
    let isClosed = false;
    impatient.catalog.answerBy((request, response) => {
      request.resume();
      response.once('close', () => {
        isClosed = true;
      });
    });
    await expectRefusal(await impatient.post('x'), 'GatewayTimeout');
    await waitUntil(() => isClosed);
    await impatient.stop();
  });
});

describe('a service that is down', () => {
  test('when nobody listens, each method gets a 502, and other services answer on', async () => {
    const down = await startTestGateway();
    await down.upstreams.catalog.stop();
    for (const method of ['GET', 'POST', 'DELETE']) {
      await expectRefusal(await fetch(new URL('/api/contests', down.url), { method }), 'BadGateway');
    }
    expect((await down.get('/api/orders')).status).toBe(200);
    await down.stop();
  });

  test('when it is back within a moment, a GET is answered and a POST is not sent twice', async () => {
    const host = ownLoopback();
    const { url, port, stop } = await startUpstream('catalog', { host });
    const down = await startTestGateway({ CATALOG_URL: url });
    await stop();
    const post = fetch(new URL('/api/contests', down.url), { method: 'POST', body: 'x' });
    await expectRefusal(await post, 'BadGateway');
    const get = down.get('/api/contests');
    const back = await startUpstream('catalog', { host, port });
    expect((await get).status).toBe(200);
    expect(back.seen.map(({ method }) => method)).toEqual(['GET']);
    await down.stop();
    await back.stop();
  });
});

describe('stopping', () => {
  test('when the gateway is told to stop, what was asked and what comes after it on an open connection is answered, and nobody new', async () => {
    const stopping = await startTestGateway();
    let finish: () => void = () => undefined;
    stopping.upstreams.catalog.answerBy((_request, response) => {
      response.writeHead(200).write('first ');
      finish = () => response.end('last');
    });
    const { hostname, port } = new URL(stopping.url);
    const client = connect(Number(port), hostname, () => client.write('GET /api/contests HTTP/1.1\r\nHost: a\r\n\r\n'));
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
    await waitUntil(() => stopping.upstreams.orders.seen.length === 1);
    finish();
    await once(client, 'close');
    expect(text.match(/HTTP\/1\.1 \d+|last|connection: close/gi)).toEqual(['HTTP/1.1 200', 'last', 'HTTP/1.1 200', 'Connection: close']);
    await stopped;
  });
});

describe('what is no request', () => {
  test.each([
    ['nonsense', 'what is this?\r\n\r\n', 'BadRequest'],
    ['a header without end', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 'HeadersTooLarge'],
    ['two lengths', 'POST /api/contests HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', 'BadRequest'],
  ] as const)('when it is %s, the refusal is in Japanese and the connection ends', async (_what, text, code) => {
    const answer = await sendRaw({ url: relay.gateway.url, text });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${errorCatalogue[code].status} `));
    expect(answer).toContain(JSON.stringify({ code, message: errorCatalogue[code].message }));
  });
});
