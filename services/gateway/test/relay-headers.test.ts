import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { requestTarget, sendRaw } from './support/gateway.ts';
import { type Relay, startRelay, UUID } from './support/relay.ts';

let relay: Relay;
beforeAll(async () => {
  relay = await startRelay();
});
afterAll(() => relay.stop());
afterEach(() => relay.catalog.echoAgain());

const echoed = async (headers: Record<string, string>): Promise<Record<string, string>> => {
  const response = await relay.gateway.get('/api/contests', headers);
  const { headers: seen } = (await response.json()) as { headers: Record<string, string> };
  return seen;
};

describe('headers on their way to a service', () => {
  test('when a client claims to be somebody, the claim does not reach the service', async () => {
    const claims = {
      'x-internal-token': relay.gateway.config.INTERNAL_TOKEN,
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
    const { port } = new URL(relay.gateway.url);
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': `127.0.0.1:${port}` });
    expect(headers['x-request-id']).toMatch(UUID);
    const named = Object.keys(headers).filter((name) => name.startsWith('x-'));
    expect(named.sort()).toEqual(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id']);
    for (const name of ['forwarded', 'via', 'true-client-ip', 'cf-connecting-ip']) expect(headers).not.toHaveProperty(name);
    expect(headers['host']).toBe(`127.0.0.1:${relay.catalog.port}`);
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
    const text = await sendRaw({ url: relay.gateway.url, text: `GET /api/contests HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n` });
    const seen = relay.catalog.seen.at(-1)?.headers;
    expect(text).toContain('200 OK');
    for (const name of ['cookie', 'te', 'upgrade', 'keep-alive', 'proxy-authorization']) expect(seen).not.toHaveProperty(name);
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'shop.example' });
  });

  test('when a body is chunked and its length given as well, the request is refused and no service sees it', async () => {
    const before = relay.catalog.seen.length;
    const headers = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n';
    const { status } = await requestTarget({ url: relay.gateway.url, target: '/api/contests', method: 'POST', headers });
    expect(status).toBe(400);
    expect(relay.catalog.seen).toHaveLength(before);
  });

  test('when a GET has a body, the service gets the request without it', async () => {
    const text = await sendRaw({
      url: relay.gateway.url,
      text: 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 33\r\n\r\nGET /internal/jwks HTTP/1.1\r\n\r\nxx',
    });
    expect(text).toContain('200 OK');
    expect(relay.catalog.seen.at(-1)).toMatchObject({ url: '/api/contests' });
    expect(relay.catalog.seen.at(-1)?.headers).not.toHaveProperty('content-length');
  });
});

describe('answers on their way to a client', () => {
  test('when a service answers, status, cookies, body and odd bytes in headers pass, and the connection headers do not', async () => {
    relay.catalog.answerBy((_request, response) => {
      response.writeHead(201, {
        'set-cookie': ['a=1; HttpOnly', 'b=2'],
        etag: '"x"',
        'x-note': Buffer.from('大会').toString('latin1'),
        'keep-alive': 'timeout=99',
      });
      response.end('done');
    });
    const response = await relay.gateway.get('/api/contests');
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(response.headers.get('etag')).toBe('"x"');
    expect(Buffer.from(response.headers.get('x-note') ?? '', 'latin1').toString()).toBe('大会');
    expect(response.headers.get('keep-alive')).not.toBe('timeout=99');
    expect(await response.text()).toBe('done');
  });

  test('when a service says nothing on caching, the answer is not stored; its own word stands', async () => {
    expect((await relay.gateway.get('/api/contests')).headers.get('cache-control')).toBe('no-store');
    relay.catalog.answerBy((_request, response) => response.writeHead(200, { 'cache-control': 'private, no-cache' }).end());
    expect((await relay.gateway.get('/api/contests')).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('when a request is answered, one fresh id is in the answer and at the service', async () => {
    const response = await relay.gateway.get('/api/contests', { 'x-request-id': 'mine-mine-mine' });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(UUID);
    expect(relay.catalog.seen.at(-1)?.headers['x-request-id']).toBe(id);
    expect((await relay.gateway.get('/nothing.png')).headers.get('x-request-id')).toMatch(UUID);
  });

  test('when a part of a file is asked for, the service sees which and its part comes', async () => {
    relay.gateway.upstreams.media.answerBy((request, response) => {
      expect(request.headers.range).toBe('bytes=2-4');
      response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-length': 3, 'accept-ranges': 'bytes' }).end('234');
    });
    const response = await relay.gateway.get('/media/m1/file.mp4', { range: 'bytes=2-4' });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    relay.gateway.upstreams.media.echoAgain();
  });

  test.each([204, 304])('when a service answers %d, the answer ends without a body', async (status) => {
    relay.catalog.answerBy((_request, response) => response.writeHead(status, { etag: '"x"' }).end());
    const response = await relay.gateway.get('/api/contests');
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  test('when the method is HEAD, the headers come without a body', async () => {
    relay.catalog.answerBy((_request, response) => response.writeHead(200, { 'content-length': '12345' }).end());
    const response = await fetch(new URL('/api/contests', relay.gateway.url), { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('12345');
    expect(await response.text()).toBe('');
  });

  test('when a service sends early hints first, the answer that follows is the one that counts', async () => {
    relay.catalog.answerBy((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.writeHead(200).end('after the hints');
    });
    expect(await (await relay.gateway.get('/api/contests')).text()).toBe('after the hints');
  });
});
