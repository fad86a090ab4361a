import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PUBLIC_READ_HEADER, PUBLIC_READ_MS, VIEWER_HEADER } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ChangingCatalog, startChangingCatalog } from '../support/public-reads.ts';

const ATHLETES = '/api/contests/autumn/athletes?includeDeleted=false';
const names = Array.from({ length: 200 }, (_, index) => ({ athleteNumber: String(index), name: '東京太郎' }));

let gateway: TestGateway;
let catalog: ChangingCatalog;
beforeAll(async () => {
  gateway = await startTestGateway();
  catalog = await startChangingCatalog(gateway);
  await catalog.write('autumn', { value: names });
  await catalog.write('secret', { value: 'secret', isPublic: false });
});
beforeEach(() => {
  catalog.keepFor(PUBLIC_READ_MS);
  catalog.delayResponses(async () => undefined);
});
afterAll(async () => {
  await catalog.stop();
  await gateway.stop();
});

/** The response as sent: fetch would decompress it. */
const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const request = httpRequest(new URL(path, gateway.url), { method, headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
};
const countRequests = async (act: () => Promise<unknown>): Promise<number> => {
  const before = catalog.requests.length;
  await act();
  return catalog.requests.length - before;
};

describe('a response from memory', () => {
  beforeEach(() => catalog.warm(gateway, ATHLETES));

  test('when a visitor reads, then it has the bytes and headers of a forwarded response, and an ETag', async () => {
    const forwarded = await send(ATHLETES, { cookie: 'session=x' });
    let repeated = forwarded;
    expect(await countRequests(async () => (repeated = await send(ATHLETES)))).toBe(0);
    expect(repeated.bytes).toEqual(forwarded.bytes);
    const { etag, vary, 'content-length': length, 'x-request-id': id, date: _date, ...same } = repeated.headers;
    const { 'x-request-id': otherId, date: _otherDate, 'transfer-encoding': _chunked, ...expected } = forwarded.headers;
    expect(same).toEqual(expected);
    expect(same).toMatchObject({ 'cache-control': 'private, no-cache', 'x-frame-options': 'DENY' });
    expect([etag?.length, vary, length, id === otherId]).toEqual([29, 'accept-encoding', String(repeated.bytes.length), false]);
    expect(forwarded.headers).not.toHaveProperty(PUBLIC_READ_HEADER);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('when the client accepts %s, then the same content is sent compressed', async (encoding, decompress) => {
    const plain = await send(ATHLETES);
    const packed = await send(ATHLETES, { 'accept-encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(decompress(packed.bytes)).toEqual(plain.bytes);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    expect((await send(ATHLETES, { 'accept-encoding': encoding, 'if-none-match': packed.headers.etag ?? '' })).status).toBe(304);
  });

  test('when the client has the content, then it gets 304 without a body; after a write, the new content', async () => {
    const { headers } = await send(ATHLETES);
    const known = await send(ATHLETES, { 'if-none-match': `"other", W/${headers.etag}` });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(known.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-frame-options': 'DENY' });
    await catalog.write('autumn', { value: [...names, 'new'] });
    await catalog.warm(gateway, ATHLETES);
    expect((await send(ATHLETES, { 'if-none-match': headers.etag ?? '' })).status).toBe(200);
  });

  test('when the method is HEAD, then only the headers are sent', async () => {
    const get = await send(ATHLETES);
    let head = get;
    expect(await countRequests(async () => (head = await send(ATHLETES, {}, 'HEAD')))).toBe(0);
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

describe('what is forwarded', () => {
  beforeEach(() => catalog.warm(gateway, ATHLETES));

  test.each<Record<string, string>>([
    { cookie: 'session=x' },
    { cookie: 'a=b; __Host-session=x' },
    { cookie: 'order_session=x' },
    { cookie: 'admin_pending=x' },
    { authorization: 'Bearer x' },
    { [VIEWER_HEADER]: 'admin' },
  ])('when a request has %j, then the service responds', async (headers) => {
    expect(await countRequests(() => send(ATHLETES, headers))).toBe(1);
    expect(gateway.upstreams.catalog.received.at(-1)?.headers).toMatchObject(headers);
  });

  test('when a cookie is no credential, then the response comes from memory', async () => {
    expect(await countRequests(() => send(ATHLETES, { cookie: '_ga=1; known_device=x' }))).toBe(0);
  });

  test('when the query is another one, then the service responds', async () => {
    expect(await countRequests(() => send(`${ATHLETES}&x=1`))).toBe(1);
  });

  test('when a contest is private, then its 404 is never kept', async () => {
    for (let count = 0; count < 3; count += 1) {
      let response = await send('/api/contests/autumn');
      expect(await countRequests(async () => (response = await send('/api/contests/secret')))).toBeGreaterThan(0);
      expect(response.status).toBe(404);
    }
  });

  test('when a visitor makes up ids, then nothing is stored about them', async () => {
    for (let count = 0; count < 3; count += 1) expect((await send('/api/contests/made-up/athletes')).status).toBe(404);
    expect(await catalog.redis.exists('public-reads:contest:made-up')).toBe(0);
  });

  test('when a contest becomes private, then nobody receives it any more', async () => {
    await catalog.write('spring', { value: 'spring' });
    await catalog.warm(gateway, '/api/contests/spring');
    await catalog.write('spring', { isPublic: false });
    expect((await send('/api/contests/spring')).status).toBe(404);
    expect((await send('/api/contests')).bytes.toString()).not.toContain('spring');
  });
});

describe('the end of a kept response', () => {
  test('when the service limits its time, then it is fetched again afterwards', async () => {
    catalog.keepFor(200);
    await catalog.write('short', { value: 1 });
    await catalog.warm(gateway, '/api/contests/short');
    await waitUntil(async () => (await countRequests(() => send('/api/contests/short'))) === 1);
  });

  test('when a scheduled publication is due, then it is not kept', async () => {
    catalog.keepFor(0);
    await catalog.write('due', { value: 1 });
    for (let count = 0; count < 3; count += 1) {
      expect(await countRequests(() => send('/api/contests/due'))).toBeGreaterThan(0);
    }
  });
});

describe('many requests at the same time', () => {
  test('when nothing is in memory, then the service gets one request and all receive the response', async () => {
    await catalog.write('busy', { value: 'busy' });
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    catalog.delayResponses(() => held);
    const before = catalog.requests.length;
    const responses = Array.from({ length: 30 }, () => send('/api/contests/busy'));
    await waitUntil(() => catalog.requests.length > before);
    respond();
    expect(new Set((await Promise.all(responses)).map(({ bytes }) => bytes.toString()))).toEqual(new Set(['"busy"']));
    expect(catalog.requests.length - before).toBe(1);
  });

  test('when a fetch takes longer than its response may be kept, then those who waited for it receive the response', async () => {
    await catalog.write('late', { value: 'late' });
    catalog.keepFor(1000);
    let respond = (): void => undefined;
    catalog.delayResponses(
      () =>
        new Promise<void>((resolve) => {
          respond = resolve;
        }),
    );
    const before = catalog.requests.length;
    const beganAt = performance.now();
    const responses = Promise.all(Array.from({ length: 30 }, () => send('/api/contests/late')));
    await waitUntil(() => catalog.requests.length > before && performance.now() - beganAt > 1500);
    catalog.delayResponses(async () => undefined);
    respond();
    expect(new Set((await responses).map(({ bytes }) => bytes.toString()))).toEqual(new Set(['"late"']));
    // On a busy machine, the last of them begin after the response has ended, and share another request.
    expect(catalog.requests.length - before).toBeLessThan(3);
  });

  test('when the service fails, then all receive its error, and nothing is kept', async () => {
    const { catalog: upstream } = gateway.upstreams;
    await catalog.write('failing', { value: 'failing' });
    await catalog.warm(gateway, '/api/contests/failing');
    await catalog.write('failing', { value: 'changed' });
    upstream.respondWith((_request, response) => response.writeHead(503, { [PUBLIC_READ_HEADER]: '5000' }).end('{}'));
    const failed = await Promise.all(Array.from({ length: 5 }, () => send('/api/contests/failing')));
    expect(failed.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    catalog.respond();
    expect((await send('/api/contests/failing')).bytes.toString()).toBe('"changed"');
  });

  test('when the service responds that it took too long, then it is not asked a second time', async () => {
    const path = '/api/contests/slow';
    await catalog.write('slow', { value: 'slow' });
    await catalog.warm(gateway, path);
    await catalog.write('slow', { value: 'changed' });
    gateway.upstreams.catalog.respondWith((_request, response) => response.writeHead(504).end('{}'));
    expect(await countRequests(async () => expect((await send(path)).status).toBe(504))).toBe(1);
    catalog.respond();
  });
});
