import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { PUBLIC_CACHE_CONTROL, VIEWER_HEADER } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ChangingCatalog, startChangingCatalog } from '../support/public-reads.ts';

const ATHLETES = '/api/contests/autumn/athletes?includeDeleted=false';
const names = Array.from({ length: 200 }, (_, index) => ({ athleteNumber: String(index), name: '東京太郎' }));

let gateway: TestGateway;
let catalog: ChangingCatalog;
beforeAll(async () => {
  gateway = await startTestGateway({ upstreamTimeoutMs: 5000 });
  catalog = startChangingCatalog(gateway);
  catalog.change('autumn', { value: names });
  catalog.change('secret', { value: 'secret', isPublic: false });
});
afterEach(() => catalog.respond());
afterAll(() => gateway.stop());

describe('a response from memory', () => {
  test('when a visitor reads, then it has the bytes and headers of a forwarded response, and an ETag', async () => {
    const forwarded = await catalog.send(ATHLETES, { cookie: 'session=x' });
    const repeated = await catalog.sendToMemory(ATHLETES);
    expect(repeated.bytes).toEqual(forwarded.bytes);
    const { etag, vary, 'content-length': length, 'x-request-id': id, date: _date, ...same } = repeated.headers;
    const { 'x-request-id': otherId, date: _otherDate, 'transfer-encoding': _chunked, ...expected } = forwarded.headers;
    expect(same).toEqual(expected);
    expect(same).toMatchObject({ 'cache-control': 'private, no-cache', 'x-frame-options': 'DENY' });
    expect([etag?.length, vary, length, id === otherId]).toEqual([29, 'accept-encoding', String(repeated.bytes.length), false]);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('when the client accepts %s, then the same content is sent compressed', async (encoding, decompress) => {
    const plain = await catalog.send(ATHLETES);
    const packed = await catalog.sendToMemory(ATHLETES, { 'accept-encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(decompress(packed.bytes)).toEqual(plain.bytes);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const known = await catalog.sendToMemory(ATHLETES, { 'accept-encoding': encoding, 'if-none-match': packed.headers.etag ?? '' });
    expect(known.status).toBe(304);
  });

  test('when the client has the content, then it gets 304 without a body; after a change, the new content', async () => {
    const { headers } = await catalog.send(ATHLETES);
    const known = await catalog.sendToMemory(ATHLETES, { 'if-none-match': `"other", W/${headers.etag}` });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(known.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-frame-options': 'DENY' });
    catalog.change('autumn', { value: [...names, 'new'] });
    const again = () => catalog.send(ATHLETES, { 'if-none-match': headers.etag ?? '' });
    const changed = await waitUntil(async () => [await again()].find(({ status }) => status === 200));
    expect(changed.bytes.toString()).toContain('new');
  });

  test('when the method is HEAD, then only the headers are sent', async () => {
    const get = await catalog.send(ATHLETES);
    const head = await catalog.sendToMemory(ATHLETES, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, get.headers['content-length']]);
  });

  test('when a client has sent too many requests, then it gets 429', async () => {
    const limited = await startTestGateway({ CATALOG_URL: gateway.upstreams.catalog.url, maxRequests: 4 });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await limited.get(ATHLETES)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    await limited.stop();
  });
});

describe('what is not repeated', () => {
  test.each<Record<string, string>>([
    { cookie: 'session=x' },
    { cookie: 'a=b; __Host-session=x' },
    { cookie: 'order_session=x' },
    { cookie: 'admin_pending=x' },
    { authorization: 'Bearer x' },
    { [VIEWER_HEADER]: 'admin' },
  ])('when a request has %j, then it is forwarded', async (headers) => {
    await catalog.sendToMemory(ATHLETES);
    expect(await catalog.countRequests(() => catalog.send(ATHLETES, headers))).toBe(1);
    expect(catalog.received.at(-1)?.headers).toMatchObject(headers);
  });

  test('when a cookie is no credential, then the response comes from memory, and was asked for without it', async () => {
    await catalog.sendToMemory(ATHLETES, { cookie: '_ga=1; known_device=x' });
    expect(catalog.received.at(-1)?.headers).not.toHaveProperty('cookie');
  });

  test('when the query is another one, then the request is forwarded', async () => {
    await catalog.sendToMemory(ATHLETES);
    expect(await catalog.countRequests(() => catalog.send(`${ATHLETES}&x=1`))).toBe(1);
  });

  test.each(['secret', 'unknown'])('when contest %s is not public, then each read asks the service once for its 404', async (id) => {
    for (let count = 0; count < 3; count += 1) {
      const requests = await catalog.countRequests(async () => {
        const { status, headers, bytes } = await catalog.send(`/api/contests/${id}`);
        expect([status, JSON.parse(bytes.toString()).code]).toEqual([404, 'NotFound']);
        expect([headers['cache-control'], headers['x-frame-options'], headers.etag]).toEqual(['no-store', 'DENY', undefined]);
      });
      expect(requests).toBe(1);
    }
  });

  test('when a response is not marked as public, then each read asks the service once', async () => {
    catalog.respondWith((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"of":"one visitor"}'),
    );
    for (let count = 0; count < 3; count += 1) {
      expect(
        await catalog.countRequests(async () =>
          expect((await catalog.send('/api/contests/unmarked')).bytes.toString()).toBe('{"of":"one visitor"}'),
        ),
      ).toBe(1);
    }
  });

  test('when a service sends a cookie with a public response, then no visitor receives it', async () => {
    catalog.respondWith((_request, response) =>
      response.writeHead(200, { 'set-cookie': 'a=1', 'cache-control': PUBLIC_CACHE_CONTROL }).end('{}'),
    );
    for (let count = 0; count < 2; count += 1) {
      expect((await catalog.send('/api/contests/cookie')).headers).not.toHaveProperty('set-cookie');
    }
  });
});

describe('many requests at the same time', () => {
  const readMany = (path: string, count = 30) => Promise.all(Array.from({ length: count }, () => catalog.send(path)));

  test('when nothing is in memory, then the service gets one request and all receive the response', async () => {
    catalog.change('busy', { value: 'busy' });
    const release = catalog.holdResponses();
    const before = catalog.received.length;
    const reading = readMany('/api/contests/busy');
    await waitUntil(() => catalog.received.length > before);
    // These were sent later, so by now all reads have arrived.
    await Promise.all(Array.from({ length: 30 }, () => gateway.get('/robots.txt')));
    release();
    expect(new Set((await reading).map(({ bytes }) => bytes.toString()))).toEqual(new Set(['"busy"']));
    expect(catalog.received.length - before).toBe(1);
  });

  test('when the client that came first disconnects, then the others still receive the response of the one request', async () => {
    catalog.change('left', { value: 'left' });
    const release = catalog.holdResponses();
    const before = catalog.received.length;
    const first = httpRequest(new URL('/api/contests/left', gateway.url)).end();
    first.on('error', () => undefined);
    await waitUntil(() => catalog.received.length > before);
    const others = readMany('/api/contests/left', 3);
    first.destroy();
    await Promise.all(Array.from({ length: 5 }, () => gateway.get('/robots.txt')));
    release();
    expect((await others).map(({ bytes }) => bytes.toString())).toEqual(['"left"', '"left"', '"left"']);
    expect(catalog.received.length - before).toBe(1);
  });

  test('when the service fails, then all receive its error with its headers, and the next read asks again', async () => {
    const path = '/api/contests/failing';
    catalog.change('failing', { value: 'failing' });
    catalog.respondWith((_request, response) =>
      response.writeHead(503, { 'retry-after': '7', 'cache-control': PUBLIC_CACHE_CONTROL, 'content-type': 'application/json' }).end('{}'),
    );
    for (const { status, headers, bytes } of await readMany(path, 5)) {
      expect([status, headers['retry-after'], bytes.toString()]).toEqual([503, '7', '{}']);
    }
    catalog.respond();
    expect((await catalog.send(path)).bytes.toString()).toBe('"failing"');
  });
});

describe('a service that does not respond', () => {
  test('when it takes too long, then all who wait receive a 504, and it was asked once', async () => {
    const slow = await startTestGateway({ upstreamTimeoutMs: 1000 });
    slow.upstreams.catalog.respondWith(() => undefined);
    const responses = await Promise.all(Array.from({ length: 5 }, () => slow.get('/api/contests')));
    expect(responses.map(({ status }) => status)).toEqual([504, 504, 504, 504, 504]);
    expect(slow.upstreams.catalog.received).toHaveLength(1);
    await slow.stop();
  });

  test('when it goes down, then what was in memory is not sent any more after a second', async () => {
    const down = await startTestGateway();
    const downCatalog = startChangingCatalog(down);
    await downCatalog.sendToMemory('/api/contests');
    await down.upstreams.catalog.stop();
    const stoppedAt = performance.now();
    await waitUntil(async () => {
      const sentAt = performance.now();
      const { status } = await downCatalog.send('/api/contests');
      if (sentAt - stoppedAt > 1000) expect(status).toBe(502);
      return status === 502;
    });
    await down.stop();
  });
});
