import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { loadWebFiles } from '../../src/static/web-files.ts';
import { requestTarget, SCRIPT, startTestGateway } from '../support/gateway.ts';

const gateway = useService(startTestGateway);

const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the web app', () => {
  test.each([
    '/',
    '/order-form/%E5%A4%A7%E4%BC%9A',
    '/download/abcdefghijklmnopqrstuvwx',
    '/admin/contest/c1',
    '/Admin/Contest/c1/',
    '/verify-email?token=a.b',
  ])('when a browser opens %s, then it receives the web app, to be revalidated each time', async (path) => {
    const response = await gateway.get(path, PAGE);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('<div id="root"');
  });

  test('when the browser has the page already, then the response is a 304 with the same ETag', async () => {
    const plain = { ...PAGE, 'accept-encoding': 'identity' };
    const etag = (await gateway.get('/', plain)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const tag of [etag, `W/${etag}`, `"old", ${etag}`, '*']) {
      const response = await gateway.get('/', { ...plain, 'if-none-match': tag });
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
    }
    expect((await gateway.get('/', { ...plain, 'if-none-match': '"old"' })).status).toBe(200);
  });

  test('when the method is HEAD, then only the headers are sent', async () => {
    const response = await fetch(new URL('/', gateway.url), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['/assets/app-gone.js', PAGE],
    ['/assets/app-gone', PAGE],
    ['/assets/', PAGE],
    ['/favicon.ico', PAGE],
    ['/.env', PAGE],
    ['/.vite/manifest.json', PAGE],
    ['/wp-login.php', PAGE],
    ['/account', { accept: 'application/json' }],
    ['/account', { accept: 'image/avif,image/webp' }],
  ])('when %s is requested with %j, then the response is a 404 and not the web app', async (path, headers) => {
    const response = await gateway.get(path, headers);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ code: 'NotFound' });
  });

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00', '/assets/app-a1b2c3.js%00.html'])(
    'when %s tries to leave the folder, then the response is a 404',
    async (target) => {
      expect((await requestTarget({ url: gateway.url, target })).status).toBe(404);
    },
  );
});

describe('files', () => {
  test('when the name of a file contains its hash, then it is cached for a year', async () => {
    const response = await gateway.get('/assets/app-a1b2c3.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
  });

  test('when a file has a fixed name, then it is cached for an hour and can be revalidated by its ETag', async () => {
    const response = await gateway.get('/favicon.svg');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    // `fetch` would also send `cache-control: no-cache`, with which the file is always sent.
    const headers = `If-None-Match: ${response.headers.get('etag')}\r\n`;
    expect((await requestTarget({ url: gateway.url, target: '/favicon.svg', headers })).status).toBe(304);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('when the client accepts %s, then the file is sent compressed with a separate ETag', async (encoding, unpack) => {
    const head = async (headers: string) =>
      (await requestTarget({ url: gateway.url, target: '/assets/app-a1b2c3.js', method: 'HEAD', headers })).text.toLowerCase();
    const text = await head(`Accept-Encoding: ${encoding}\r\n`);
    expect(text).toContain(`content-encoding: ${encoding}`);
    const etagOf = (of: string): string | undefined => /^etag: (.+)$/m.exec(of)?.[1];
    expect(etagOf(text)).toBeDefined();
    expect(etagOf(text)).not.toBe(etagOf(await head('')));
    const injected = await gateway.server.inject({ url: '/assets/app-a1b2c3.js', headers: { 'accept-encoding': encoding } });
    expect(unpack(injected.rawPayload).toString()).toBe(SCRIPT);
    expect(injected.rawPayload.length).toBeLessThan(SCRIPT.length / 10);
  });

  test('when a file is a picture or a font, then it is sent uncompressed', async () => {
    const injected = await gateway.server.inject({ url: '/assets/font-778899.woff2', headers: { 'accept-encoding': 'br' } });
    expect(injected.headers).not.toHaveProperty('content-encoding');
    expect(injected.headers['content-type']).toBe('font/woff2');
  });
});

describe('the folder of the built web app', () => {
  test.each(['/index.html', '/app.html', '/assets/app-a1b2c3.js.br', '/assets'])(
    'when %s is requested, then the response is a 404',
    async (path) => {
      expect((await gateway.get(path, PAGE)).status).toBe(404);
    },
  );

  test('when the folder does not exist, then the error says what to do', async () => {
    await expect(loadWebFiles('/no/such/folder')).rejects.toThrow(
      'WEB_ROOT: /no/such/folder holds no index.html; build the web app first, by npm run build -w web',
    );
  });
});
