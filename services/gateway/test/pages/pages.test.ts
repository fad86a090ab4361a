import { afterEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { MAX_WAIT_MS } from '../../src/pages/public-contests.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { buildContest, respondWithContests } from '../support/public-contests.ts';

const PAGE = { accept: 'text/html' };
const FORM = `/order-form/${encodeURIComponent('秋の大会2026')}`;
const started: TestGateway[] = [];

const start = async (): Promise<TestGateway> => {
  const gateway = await startTestGateway({ PUBLIC_URL: 'https://shop.example' });
  started.push(gateway);
  return gateway;
};
afterEach(() => Promise.all(started.splice(0).map((gateway) => gateway.stop())));

const titleOf = async (gateway: TestGateway, path = FORM): Promise<string | undefined> =>
  /<title>([^<]*)/.exec(await (await gateway.get(path, PAGE)).text())?.[1];

const NAMED = '秋の大会 2026の動画を購入｜StageReel';
const GENERAL = '動画の注文｜StageReel';

describe('catalog', () => {
  test('when it is down, then pages are general, without contests, and no error', async () => {
    const gateway = await start();
    await gateway.upstreams.catalog.stop();
    for (const path of ['/', FORM]) {
      const response = await gateway.get(path, PAGE);
      expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, null]);
      expect(await response.text()).not.toContain('initial-data');
    }
    expect((await gateway.get('/sitemap.xml')).status).toBe(503);
  });

  test('when it does not respond, then pages are sent all the same, and only the first of them waits', async () => {
    const gateway = await start();
    gateway.upstreams.catalog.respondWith(() => undefined);
    expect(await titleOf(gateway)).toBe(GENERAL);
    const at = performance.now();
    for (let index = 0; index < 20; index += 1) expect(await titleOf(gateway)).toBe(GENERAL);
    // Far less than one wait for each page.
    expect(performance.now() - at).toBeLessThan(10 * MAX_WAIT_MS);
    expect(gateway.upstreams.catalog.received).toHaveLength(2);
  });

  test('when many pages are opened at once, then it is asked once', async () => {
    const gateway = await start();
    respondWithContests(gateway.upstreams.catalog, [buildContest()]);
    const startedAt = performance.now();
    const titles = await Promise.all(Array.from({ length: 30 }, () => titleOf(gateway)));
    expect(new Set(titles)).toEqual(new Set([NAMED]));
    // Once for each second that it took.
    const times = 1 + Math.floor((performance.now() - startedAt) / 1000);
    for (const path of ['/api/contests', '/api/contests/coming-soon']) {
      const requests = gateway.upstreams.catalog.received.filter(({ url }) => url === path).length;
      expect([path, requests > 0, requests <= times]).toEqual([path, true, true]);
    }
  });

  test('when it is asked, then as an anonymous visitor, whoever opens the page', async () => {
    const gateway = await start();
    respondWithContests(gateway.upstreams.catalog, [buildContest()]);
    await gateway.get('/', { ...PAGE, cookie: 'admin_session=secret', authorization: 'Bearer secret' });
    for (const { headers } of gateway.upstreams.catalog.received) {
      expect([headers['cookie'], headers['authorization']]).toEqual([undefined, undefined]);
    }
  });

  test('when a contest is withdrawn, then its page becomes a 404 within seconds', async () => {
    const gateway = await start();
    respondWithContests(gateway.upstreams.catalog, [buildContest()]);
    expect(await titleOf(gateway)).toBe(NAMED);
    respondWithContests(gateway.upstreams.catalog, []);
    expect(await waitUntil(async () => (await gateway.get(FORM, PAGE)).status === 404)).toBe(true);
    expect(await titleOf(gateway)).toBe(GENERAL);
  });
});

describe('the ETag of a page', () => {
  test('when the contests change, then the page is sent again; until then, a 304', async () => {
    const gateway = await start();
    respondWithContests(gateway.upstreams.catalog, [buildContest()]);
    const etag = (await gateway.get(FORM, PAGE)).headers.get('etag') ?? '';
    const again = () => gateway.get(FORM, { ...PAGE, 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    respondWithContests(gateway.upstreams.catalog, [buildContest({ athleteCount: 41 })]);
    expect(await waitUntil(async () => (await again()).status === 200)).toBe(true);
  });

  test('when a page is not found, then it is a 404 whatever the browser has', async () => {
    const gateway = await start();
    const { headers } = await gateway.get('/no-such-screen', PAGE);
    const tags = [headers.get('etag') ?? '', '*'];
    for (const tag of tags) expect((await gateway.get('/no-such-screen', { ...PAGE, 'if-none-match': tag })).status).toBe(404);
  });

  test('when a page is large, then it is sent compressed', async () => {
    const gateway = await start();
    respondWithContests(gateway.upstreams.catalog, [buildContest()]);
    const { headers, statusCode } = await gateway.server.inject({ url: '/', headers: { ...PAGE, 'accept-encoding': 'br' } });
    expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'br', 'no-cache']);
  });
});

describe('robots.txt and sitemap.xml', () => {
  test('when a crawler reads robots.txt, then it may visit pages and contests, but neither the back office nor keys', async () => {
    const gateway = await start();
    const response = await gateway.get('/robots.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response.text()).split('\n');
    for (const path of ['/api/', '/admin', '/dashboard', '/download/', '/order-status/', '/receipt/', '/print/']) {
      expect(lines).toContain(`Disallow: ${path}`);
    }
    expect(lines).toContain('Allow: /api/contests');
    expect(lines).toContain('Sitemap: https://shop.example/sitemap.xml');
    expect((await fetch(new URL('/robots.txt', gateway.url), { method: 'HEAD' })).status).toBe(200);
  });

  test('when a crawler reads the sitemap, then it lists the public screens and the published contests', async () => {
    const gateway = await start();
    respondWithContests(gateway.upstreams.catalog, [buildContest(), buildContest({ id: 'c2', slug: 'b&c' })]);
    const response = await gateway.get('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const addresses = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    expect(addresses.slice(0, 2)).toEqual(['https://shop.example/', 'https://shop.example/about']);
    expect(addresses.slice(-2)).toEqual([`https://shop.example${FORM}`, 'https://shop.example/order-form/b%26c']);
    expect(addresses.join()).not.toMatch(/login|admin|payment|download/);
  });
});
