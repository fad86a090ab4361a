import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { requestTarget, sendRaw, startTestGateway, type TestGateway } from './support/gateway.ts';
import { startUpstream, type TestUpstream } from './support/upstream.ts';

const MIB = 1024 * 1024;
const BIG_BYTES = 64 * MIB;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Waits until a count has stopped growing. */
const waitUntilStill = async (count: () => number): Promise<void> => {
  let last = -1;
  await waitUntil(
    () => {
      const isStill = last > 0 && count() === last;
      last = count();
      return isStill;
    },
    { everyMs: 200 },
  );
};

let gateway: TestGateway;
let catalog: TestUpstream;

beforeAll(async () => {
  gateway = await startTestGateway({ UPSTREAM_TIMEOUT_SECONDS: '1' });
  catalog = gateway.upstreams.catalog;
});
afterAll(async () => {
  agent.destroy();
  await gateway.stop();
});
afterEach(() => catalog.echoAgain());

const echoed = async (headers: Record<string, string>): Promise<Record<string, string>> => {
  const response = await gateway.get('/api/contests', headers);
  const { headers: seen } = (await response.json()) as { headers: Record<string, string> };
  return seen;
};

const agent = new Agent({ keepAlive: true });
const open = (method: string, headers: Record<string, string | number> = {}): ClientRequest =>
  httpRequest(new URL('/api/contests', gateway.url), { method, headers, agent });

const answerOf = async (request: ClientRequest): Promise<IncomingMessage> => (await once(request, 'response'))[0];

const expectRefusal = async (response: Response, code: keyof typeof errorCatalogue): Promise<void> => {
  expect(response.status).toBe(errorCatalogue[code].status);
  expect(await response.json()).toEqual({ code, message: errorCatalogue[code].message });
};

describe('headers on their way to a service', () => {
  test('when a client claims to be somebody, the claim does not reach the service', async () => {
    const claims = {
      'x-internal-token': gateway.config.INTERNAL_TOKEN,
      'x-request-id': 'chosen-by-the-client',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/evil',
      'x-real-ip': '203.0.113.9',
      'x-user': 'admin',
      'x-user-id': '1',
      'x-session-claims': '{"isAdmin":true}',
      'x-http-method-override': 'DELETE',
      'x-original-url': '/internal/jwks',
      forwarded: 'for=203.0.113.9;host=evil.example',
      via: '1.1 somewhere',
      'true-client-ip': '203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
    };
    const headers = await echoed(claims);
    const { port } = new URL(gateway.url);
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': `127.0.0.1:${port}` });
    expect(headers['x-request-id']).toMatch(UUID);
    const named = Object.keys(headers).filter((name) => name.startsWith('x-'));
    expect(named.sort()).toEqual(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id']);
    for (const name of ['forwarded', 'via', 'true-client-ip', 'cf-connecting-ip']) expect(headers).not.toHaveProperty(name);
    expect(headers['host']).toBe(`127.0.0.1:${catalog.port}`);
  });

  test('when a client sends what a service needs, it arrives unchanged', async () => {
    const needed = {
      cookie: 'session=a.b.c; order_session=d.e.f',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
      'stripe-signature': 't=1,v1=abc',
      'if-none-match': '"v1"',
      'accept-language': 'ja',
      'accept-encoding': 'br',
      'user-agent': 'a browser',
    };
    expect(await echoed(needed)).toMatchObject(needed);
  });

  test('when headers belong to the connection, or Connection says so, they end at the gateway', async () => {
    const headers =
      'Connection: close, cookie, x-forwarded-for\r\nCookie: session=1\r\nTE: trailers\r\nUpgrade: h2c\r\nKeep-Alive: 5\r\nProxy-Authorization: x\r\n';
    const text = await sendRaw({ url: gateway.url, text: `GET /api/contests HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n` });
    const seen = catalog.seen.at(-1)?.headers;
    expect(text).toContain('200 OK');
    for (const name of ['cookie', 'te', 'upgrade', 'keep-alive', 'proxy-authorization']) expect(seen).not.toHaveProperty(name);
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'shop.example' });
  });

  test('when a body is chunked and its length given as well, the request is refused and no service sees it', async () => {
    const before = catalog.seen.length;
    const headers = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n';
    const { status } = await requestTarget({ url: gateway.url, target: '/api/contests', method: 'POST', headers });
    expect(status).toBe(400);
    expect(catalog.seen).toHaveLength(before);
  });

  test('when a GET has a body, the service gets the request without it', async () => {
    const text = await sendRaw({
      url: gateway.url,
      text: 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 33\r\n\r\nGET /internal/jwks HTTP/1.1\r\n\r\nxx',
    });
    expect(text).toContain('200 OK');
    expect(catalog.seen.at(-1)).toMatchObject({ url: '/api/contests' });
    expect(catalog.seen.at(-1)?.headers).not.toHaveProperty('content-length');
  });
});

describe('answers on their way to a client', () => {
  test('when a service answers, status, cookies, body and odd bytes in headers pass, and the connection headers do not', async () => {
    catalog.answerBy((_request, response) => {
      response.writeHead(201, {
        'set-cookie': ['a=1; HttpOnly', 'b=2'],
        etag: '"x"',
        'x-note': Buffer.from('大会').toString('latin1'),
        'keep-alive': 'timeout=99',
      });
      response.end('done');
    });
    const response = await gateway.get('/api/contests');
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(response.headers.get('etag')).toBe('"x"');
    expect(Buffer.from(response.headers.get('x-note') ?? '', 'latin1').toString()).toBe('大会');
    expect(response.headers.get('keep-alive')).not.toBe('timeout=99');
    expect(await response.text()).toBe('done');
  });

  test('when a service says nothing on caching, the answer is not stored; its own word stands', async () => {
    expect((await gateway.get('/api/contests')).headers.get('cache-control')).toBe('no-store');
    catalog.answerBy((_request, response) => response.writeHead(200, { 'cache-control': 'private, no-cache' }).end());
    expect((await gateway.get('/api/contests')).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('when a request is answered, one fresh id is in the answer and at the service', async () => {
    const response = await gateway.get('/api/contests', { 'x-request-id': 'mine-mine-mine' });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(UUID);
    expect(catalog.seen.at(-1)?.headers['x-request-id']).toBe(id);
    expect((await gateway.get('/nothing.png')).headers.get('x-request-id')).toMatch(UUID);
  });

  test('when a part of a file is asked for, the service sees which and its part comes', async () => {
    gateway.upstreams.media.answerBy((request, response) => {
      expect(request.headers.range).toBe('bytes=2-4');
      response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-length': 3, 'accept-ranges': 'bytes' }).end('234');
    });
    const response = await gateway.get('/media/m1/file.mp4', { range: 'bytes=2-4' });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    gateway.upstreams.media.echoAgain();
  });

  test.each([204, 304])('when a service answers %d, the answer ends without a body', async (status) => {
    catalog.answerBy((_request, response) => response.writeHead(status, { etag: '"x"' }).end());
    const response = await gateway.get('/api/contests');
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  test('when the method is HEAD, the headers come without a body', async () => {
    catalog.answerBy((_request, response) => response.writeHead(200, { 'content-length': '12345' }).end());
    const response = await fetch(new URL('/api/contests', gateway.url), { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('12345');
    expect(await response.text()).toBe('');
  });

  test('when a service sends early hints first, the answer that follows is the one that counts', async () => {
    catalog.answerBy((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.writeHead(200).end('after the hints');
    });
    expect(await (await gateway.get('/api/contests')).text()).toBe('after the hints');
  });
});

describe('bodies', () => {
  test('when JSON is posted, the service gets its very bytes', async () => {
    const received = new Promise<string>((resolve) => {
      catalog.answerBy(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        resolve(Buffer.concat(chunks).toString());
        response.writeHead(200).end();
      });
    });
    const body = '{"name":"大会",  "__proto__": 1, broken';
    await fetch(new URL('/api/contests', gateway.url), { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await received).toBe(body);
    expect(catalog.seen.at(-1)?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('when the content type is none that anybody knows, the service decides on it; what is no content type is refused', async () => {
    const post = (type: string) =>
      fetch(new URL('/api/contests', gateway.url), { method: 'POST', body: 'x', headers: { 'content-type': type } });
    expect(await (await post('application/x-unheard-of')).json()).toMatchObject({
      headers: { 'content-type': 'application/x-unheard-of' },
    });
    await expectRefusal(await post('nonsense'), 'UnsupportedMediaType');
  });

  test.each(['with its length', 'in chunks'])(
    'when 64 MiB are uploaded %s to a slow service, the client is held back and every byte arrives',
    async (how) => {
      let received = 0;
      let startReading: () => void = () => undefined;
      catalog.answerBy((request, response) => {
        request.pause();
        startReading = () => {
          request.on('data', (chunk: Buffer) => {
            received += chunk.length;
          });
          request.on('end', () => response.writeHead(200).end('ok'));
          request.resume();
        };
      });
      const request = open('POST', how === 'in chunks' ? {} : { 'content-length': BIG_BYTES });
      const answer = answerOf(request);
      const block = Buffer.alloc(MIB, 7);
      let sent = 0;
      const sending = (async () => {
        for (; sent < BIG_BYTES; sent += block.length) {
          if (!request.write(block)) await once(request, 'drain');
        }
        request.end();
      })();
      // The service reads nothing yet: what does not fit into the buffers of three sockets waits with the client, not in the gateway.
      await waitUntilStill(() => sent);
      expect(sent).toBeLessThan(BIG_BYTES / 2);
      startReading();
      await sending;
      expect((await answer).statusCode).toBe(200);
      expect(received).toBe(BIG_BYTES);
    },
  );

  test('when a slow client downloads 64 MiB, the service is held back and every byte arrives', async () => {
    const block = Buffer.alloc(MIB, 9);
    let sent = 0;
    catalog.answerBy((_request, response) => {
      response.writeHead(200, { 'content-length': BIG_BYTES });
      const push = (): void => {
        while (sent < BIG_BYTES) {
          sent += block.length;
          if (!response.write(block)) return void response.once('drain', push);
        }
        response.end();
      };
      push();
    });
    const request = open('GET');
    request.end();
    const answer = await answerOf(request);
    // Nobody reads yet: what fits into the buffers of three sockets is sent, and then nothing more.
    await waitUntilStill(() => sent);
    expect(sent).toBeLessThan(BIG_BYTES / 2);
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;
    expect(received).toBe(BIG_BYTES);
  });

  test('when a service refuses an upload by its headers alone, the client can send on, read the refusal and use its connection again', async () => {
    catalog.answerBy((request, response) => {
      const refusal = request.method === 'POST' ? 413 : 200;
      response.writeHead(refusal, { 'content-type': 'text/plain' }).end(`answer ${refusal}`);
    });
    const head = `POST /api/contests HTTP/1.1\r\nHost: a\r\nContent-Length: ${8 * MIB}\r\n\r\n`;
    const next = 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const text = await sendRaw({ url: gateway.url, text: `${head}${'x'.repeat(8 * MIB)}${next}` });
    expect(text.match(/^HTTP\/1\.1 \d+|answer \d+/gm)).toEqual(['HTTP/1.1 413', 'answer 413', 'HTTP/1.1 200', 'answer 200']);
  });
});

describe('a client that leaves', () => {
  test('when it leaves in the middle of a download, the service is told to stop', async () => {
    let isClosed = false;
    catalog.answerBy((_request, response) => {
      response.writeHead(200).write('beginning');
      response.once('close', () => {
        isClosed = true;
      });
    });
    const request = open('GET');
    request.end();
    await once(await answerOf(request), 'data');
    request.destroy();
    await waitUntil(() => isClosed);
    expect(isClosed).toBe(true);
  });

  test('when it leaves while it waits, the service is told to stop', async () => {
    let state = 'not asked';
    catalog.answerBy((request, response) => {
      state = 'asked';
      request.resume();
      response.once('close', () => {
        state = 'stopped';
      });
    });
    const request = open('GET');
    request.on('error', () => undefined);
    request.end();
    await waitUntil(() => state === 'asked');
    request.destroy();
    await waitUntil(() => state === 'stopped');
    expect(state).toBe('stopped');
  });

  test('when it leaves in the middle of an upload, the service sees a request cut short', async () => {
    let outcome = '';
    catalog.answerBy((request) => {
      request.on('data', () => undefined);
      request.once('close', () => {
        outcome = request.complete ? 'complete' : 'cut short';
      });
      outcome = 'begun';
    });
    const request = open('POST', { 'content-length': MIB });
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
    catalog.answerBy((request) => request.socket.destroy());
    const response = await gateway.get('/api/contests');
    expect(response.headers.get('x-request-id')).toMatch(UUID);
    await expectRefusal(response, 'BadGateway');
  });

  test('when it cuts the connection in the middle of its answer, the client sees it cut and never a whole answer', async () => {
    catalog.answerBy((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    });
    await expect(gateway.get('/api/contests').then((response) => response.text())).rejects.toThrow();
  });

  test('when it does not speak HTTP, the client gets a 502', async () => {
    catalog.answerBy((request) => request.socket.end('what?\r\n\r\n'));
    await expectRefusal(await gateway.get('/api/contests'), 'BadGateway');
  });

  test('when it does not answer in time, the client gets a 504, and the service is told to stop', async () => {
    let isClosed = false;
    catalog.answerBy((request, response) => {
      request.resume();
      response.once('close', () => {
        isClosed = true;
      });
    });
    await expectRefusal(await fetch(new URL('/api/contests', gateway.url), { method: 'POST', body: 'x' }), 'GatewayTimeout');
    await waitUntil(() => isClosed);
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
    const down = await startTestGateway();
    const { port } = down.upstreams.catalog;
    await down.upstreams.catalog.stop();
    const post = fetch(new URL('/api/contests', down.url), { method: 'POST', body: 'x' });
    await expectRefusal(await post, 'BadGateway');
    const get = down.get('/api/contests');
    const back = await startUpstream('catalog', port);
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
    const answer = await sendRaw({ url: gateway.url, text });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${errorCatalogue[code].status} `));
    expect(answer).toContain(JSON.stringify({ code, message: errorCatalogue[code].message }));
  });
});
