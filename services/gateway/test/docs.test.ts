import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { startTestGateway, type TestGateway } from './support/gateway.ts';

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

const describedBy = (paths: object) => (request: IncomingMessage, response: ServerResponse) => {
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
  catalog.answerBy(describedBy({ '/api/contests/{id}': get('One contest'), '/internal/quote': { post: {} } }));
  orders.answerBy(describedBy({ '/api/orders/{id}': get('One order') }));
  media.answerBy(describedBy({}));
  identity.answerBy(describedBy({ '/internal/jwks': get('Keys') }));
  notify.answerBy((_request, response) => response.writeHead(500).end('broken'));
});
afterAll(() => gateway.stop());

const describedPaths = async (): Promise<{ paths: Record<string, unknown>; info: { description: string } }> =>
  (await (await gateway.get('/api/docs/json')).json()) as never;

describe('the description of the API', () => {
  test('when one service is away, the others are described, nothing internal is, and the missing one is named', async () => {
    const { paths, info } = await describedPaths();
    expect(Object.keys(paths)).toEqual(['/api/contests/{id}', '/api/orders/{id}']);
    expect(info.description).toContain('notify');
  });

  test('when the missing service comes back, it is described at the next look, and stays so when it goes again', async () => {
    gateway.upstreams.notify.answerBy(describedBy({ '/api/email-status': get('Mail') }));
    const { paths, info } = await describedPaths();
    expect(Object.keys(paths)).toContain('/api/email-status');
    expect(info.description).toBe('');
    await gateway.upstreams.notify.stop();
    expect(Object.keys((await describedPaths()).paths)).toContain('/api/email-status');
  });
});

describe('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: BROWSER_FLAGS });
  });
  afterAll(() => browser.close());

  test('when a person opens it, every call is listed and can be opened, and the browser refuses nothing', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => void (new URL(request.url()).origin !== new URL(gateway.url).origin && elsewhere.push(request.url())));
    await page.goto(new URL('/api/docs', gateway.url).href);
    await page.getByText('One contest').click();
    await page.getByText('Responses', { exact: true }).first().waitFor();
    expect(await page.getByText('One order').isVisible()).toBe(true);
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/api-docs.png` });
    expect(await page.title()).toBe('StageReel API');
    expect(complaints).toEqual([]);
    expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([]);
    await page.close();
  });
});
