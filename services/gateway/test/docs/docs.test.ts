import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

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

  test('when the failed service recovers, then it is described on the next request, and stays described after it stops', async () => {
    gateway.upstreams.notify.respondWith(respondWithPaths({ '/api/email-status': get('Mail') }));
    const { paths, info } = await fetchDocument();
    expect(Object.keys(paths)).toContain('/api/email-status');
    expect(info.description).toBe('');
    await gateway.upstreams.notify.stop();
    expect(Object.keys((await fetchDocument()).paths)).toContain('/api/email-status');
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
