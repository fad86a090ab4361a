import { afterEach, describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { requestTarget, sendRaw } from '../support/gateway.ts';
import { FORWARDED, startProxy, UUID } from '../support/proxy.ts';

const proxy = useService(startProxy);
afterEach(() => proxy.catalog.respondWithEcho());

const forwardedHeaders = async (headers: Record<string, string>): Promise<Record<string, string>> => {
  const response = await proxy.gateway.get(FORWARDED, headers);
  const { headers: seen } = (await response.json()) as { headers: Record<string, string> };
  return seen;
};

describe('request headers', () => {
  test('when a client sends headers that claim an identity, then the service does not receive them', async () => {
    const claims = {
      'x-internal-token': proxy.gateway.config.INTERNAL_TOKEN,
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
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
      baggage: 'user=admin',
    };
    const headers = await forwardedHeaders(claims);
    const { port } = new URL(proxy.gateway.url);
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': `127.0.0.1:${port}` });
    expect(headers['x-request-id']).toMatch(UUID);
    const named = Object.keys(headers).filter((name) => name.startsWith('x-'));
    expect(named.sort()).toEqual(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id']);
    const others = ['forwarded', 'via', 'true-client-ip', 'cf-connecting-ip', 'traceparent', 'tracestate', 'baggage'];
    for (const name of others) expect(headers).not.toHaveProperty(name);
    expect(headers['host']).toBe(`127.0.0.1:${proxy.catalog.port}`);
  });

  test('when a client sends headers that services need, then they arrive unchanged', async () => {
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
    expect(await forwardedHeaders(needed)).toMatchObject(needed);
  });

  test('when headers are hop-by-hop or named by Connection, then they are not forwarded', async () => {
    const headers =
      'Connection: close, cookie, x-forwarded-for\r\nCookie: session=1\r\nTE: trailers\r\nUpgrade: h2c\r\nKeep-Alive: 5\r\nProxy-Authorization: x\r\n';
    const text = await sendRaw({ url: proxy.gateway.url, text: `GET ${FORWARDED} HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n` });
    const seen = proxy.catalog.received.at(-1)?.headers;
    expect(text).toContain('200 OK');
    for (const name of ['cookie', 'te', 'upgrade', 'keep-alive', 'proxy-authorization']) expect(seen).not.toHaveProperty(name);
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'shop.example' });
  });

  test('when a request has both Content-Length and Transfer-Encoding, then it is refused and no service receives it', async () => {
    const before = proxy.catalog.received.length;
    const headers = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n';
    const { status } = await requestTarget({ url: proxy.gateway.url, target: '/api/contests', method: 'POST', headers });
    expect(status).toBe(400);
    expect(proxy.catalog.received).toHaveLength(before);
  });

  test.each([
    ['two hosts', 'Host: shop.example\r\nhost: shop.example\r\n', 400],
    ['an empty host', 'Host: \r\n', 400],
    ['a host with a path', 'Host: shop.example/x\r\n', 400],
    ['a host with a user', 'Host: user@shop.example\r\n', 400],
    ['a host with a space', 'Host: shop example\r\n', 400],
    ['a list of hosts', 'Host: shop.example, evil.example\r\n', 400],
    ['a port that is no number', 'Host: shop.example:http\r\n', 400],
    ['an unclosed bracket', 'Host: [::1\r\n', 400],
    ['no host', '', 400],
    ['an IPv6 address', 'Host: [::1]:3000\r\n', 200],
    ['a name with a port', 'Host: xn--shop_1.example:3000\r\n', 200],
  ])('when a request has %s (%j), then the response is %i', async (_what, host, status) => {
    const before = proxy.catalog.received.length;
    const text = await sendRaw({ url: proxy.gateway.url, text: `GET ${FORWARDED} HTTP/1.1\r\n${host}Connection: close\r\n\r\n` });
    expect(Number(text.slice(9, 12))).toBe(status);
    expect(proxy.catalog.received).toHaveLength(status === 200 ? before + 1 : before);
  });

  test('when a GET has a body, then the service receives the request without the body', async () => {
    const text = await sendRaw({
      url: proxy.gateway.url,
      text: 'GET /api/contests HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 33\r\n\r\nGET /internal/jwks HTTP/1.1\r\n\r\nxx',
    });
    expect(text).toContain('200 OK');
    expect(proxy.catalog.received.at(-1)).toMatchObject({ url: '/api/contests' });
    expect(proxy.catalog.received.at(-1)?.headers).not.toHaveProperty('content-length');
  });
});

describe('response headers', () => {
  test('when a service responds, then status, cookies, body and non-ASCII headers are forwarded, but not hop-by-hop headers', async () => {
    proxy.catalog.respondWith((_request, response) => {
      response.writeHead(201, {
        'set-cookie': ['a=1; HttpOnly', 'b=2'],
        etag: '"x"',
        'x-note': Buffer.from('大会').toString('latin1'),
        'keep-alive': 'timeout=99',
      });
      response.end('done');
    });
    const response = await proxy.gateway.get(FORWARDED);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(response.headers.get('etag')).toBe('"x"');
    expect(Buffer.from(response.headers.get('x-note') ?? '', 'latin1').toString()).toBe('大会');
    expect(response.headers.get('keep-alive')).not.toBe('timeout=99');
    expect(await response.text()).toBe('done');
  });

  test('when a service sets no Cache-Control, then no-store is added; its own value is kept', async () => {
    expect((await proxy.gateway.get(FORWARDED)).headers.get('cache-control')).toBe('no-store');
    proxy.catalog.respondWith((_request, response) => response.writeHead(200, { 'cache-control': 'private, no-cache' }).end());
    expect((await proxy.gateway.get(FORWARDED)).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('when a request is forwarded, then response and service have the same new request id', async () => {
    const response = await proxy.gateway.get(FORWARDED, { 'x-request-id': 'mine-mine-mine' });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(UUID);
    expect(proxy.catalog.received.at(-1)?.headers['x-request-id']).toBe(id);
    expect((await proxy.gateway.get('/nothing.png')).headers.get('x-request-id')).toMatch(UUID);
  });

  test('when a range of a file is requested, then the service receives the range and its partial response is forwarded', async () => {
    proxy.gateway.upstreams.media.respondWith((request, response) => {
      expect(request.headers.range).toBe('bytes=2-4');
      response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-length': 3, 'accept-ranges': 'bytes' }).end('234');
    });
    const response = await proxy.gateway.get('/media/m1/file.mp4', { range: 'bytes=2-4' });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    proxy.gateway.upstreams.media.respondWithEcho();
  });

  test.each([204, 304])('when a service responds with %d, then the response has no body', async (status) => {
    proxy.catalog.respondWith((_request, response) => response.writeHead(status, { etag: '"x"' }).end());
    const response = await proxy.gateway.get(FORWARDED);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  test('when the method is HEAD, then the headers are sent without a body', async () => {
    proxy.catalog.respondWith((_request, response) => response.writeHead(200, { 'content-length': '12345' }).end());
    const response = await fetch(new URL(FORWARDED, proxy.gateway.url), { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('12345');
    expect(await response.text()).toBe('');
  });

  test('when a service sends early hints first, then the final response is forwarded', async () => {
    proxy.catalog.respondWith((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.writeHead(200).end('after the hints');
    });
    expect(await (await proxy.gateway.get(FORWARDED)).text()).toBe('after the hints');
  });
});
