import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { type Browser, chromium } from 'playwright-core';
import { sendRaw, startTestGateway, type TestGateway } from '../support/gateway.ts';

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let gateway: TestGateway;

const respondWithPaths = (paths: object) => (request: IncomingMessage, response: ServerResponse) => {
  const isAllowed = request.headers['x-internal-token'] === gateway.config.INTERNAL_TOKEN;
  response.writeHead(isAllowed ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isAllowed ? { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths } : { code: 'NotFound' }));
};

const get = (summary: string) => ({
  get: {
    summary,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[\\w-]{1,64}$' } }],
    responses: {
      200: {
        description: 'ok',
        content: { 'application/json': { schema: { type: 'object', properties: { name: { type: ['string', 'null'] } } } } },
      },
    },
  },
});

beforeAll(async () => {
  gateway = await startTestGateway();
  const { catalog, orders, media, identity, notify } = gateway.upstreams;
  catalog.respondWith(respondWithPaths({ '/api/contests/{id}': get('One contest'), '/internal/quote': { post: {} } }));
  orders.respondWith(respondWithPaths({ '/api/orders/{id}': get('One order') }));
  media.respondWith(respondWithPaths({}));
  identity.respondWith(respondWithPaths({ '/internal/jwks': get('Keys') }));
  notify.respondWith((_request, response) => response.writeHead(500).end('broken'));
});
afterAll(() => gateway.stop());

const fetchDocument = async (): Promise<{ paths: Record<string, unknown>; info: { description: string } }> =>
  (await (await gateway.get('/api/docs/json')).json()) as never;

describe('the joined OpenAPI document', () => {
  test('when one service fails, then the others are described without internal routes, and the failed one is named', async () => {
    const { paths, info } = await fetchDocument();
    expect(Object.keys(paths)).toEqual(['/api/browser-errors', '/api/contests/{id}', '/api/orders/{id}']);
    expect(info.description).toContain('notify');
  });

  test('when the failed service recovers, then it is described soon, and stays described after it stops', async () => {
    gateway.upstreams.notify.respondWith(respondWithPaths({ '/api/email-status': get('Mail') }));
    const { paths } = await waitUntil(async () => {
      const document = await fetchDocument();
      return document.info.description === '' && document;
    });
    expect(Object.keys(paths)).toContain('/api/email-status');
    await gateway.upstreams.notify.stop();
    expect(Object.keys((await fetchDocument()).paths)).toContain('/api/email-status');
  });

  test('when the browser has the document already, then it is not sent again; otherwise it is sent compressed', async () => {
    const response = await gateway.get('/api/docs/json', { 'accept-encoding': 'br' });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    const again = await gateway.get('/api/docs/json', { 'accept-encoding': 'br', 'if-none-match': response.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('when one client sends 1,000 requests at once, then the services are asked once, and another visitor does not wait', async () => {
    const busy = await startTestGateway({ maxRequests: 100_000 });
    const paths = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`/api/things/${index}/{id}`, get('A thing '.repeat(50))]));
    const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths });
    for (const upstream of Object.values(busy.upstreams)) {
      upstream.respondWith((_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(document));
    }
    const target = 'GET /api/docs/json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n';
    const text = `${`${target}\r\n`.repeat(19)}${target}Connection: close\r\n\r\n`;
    const flood = Promise.all(Array.from({ length: 50 }, () => sendRaw({ url: busy.url, text })));
    expect((await busy.get('/api/docs')).status).toBe(200);
    const responses = (await flood).join('');
    expect(responses.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1000);
    expect(Object.values(busy.upstreams).map(({ received }) => received.length)).toEqual([1, 1, 1, 1, 1]);
    await busy.stop();
  });
});

describe('the documentation page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: BROWSER_FLAGS });
  });
  afterAll(() => browser.close());

  test('when it is opened in a browser, then every route is listed and can be expanded, without browser errors', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    const otherOrigins: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'request',
      (request) => void (new URL(request.url()).origin !== new URL(gateway.url).origin && otherOrigins.push(request.url())),
    );
    await page.goto(new URL('/api/docs', gateway.url).href);
    await page.getByText('One contest').click();
    await page.getByText('Responses', { exact: true }).first().waitFor();
    expect(await page.getByText('One order').isVisible()).toBe(true);
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/api-docs.png` });
    expect(await page.title()).toBe('StageReel API');
    expect(errors).toEqual([]);
    expect(otherOrigins.filter((url) => !url.startsWith('data:'))).toEqual([]);
    await page.close();
  });
});
