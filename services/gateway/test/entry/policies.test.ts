import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { createSecurityHeaders } from '../../src/entry/security-headers.ts';
import { type GatewaySettings, startTestGateway, type TestGateway } from '../support/gateway.ts';

const gateways: TestGateway[] = [];
const start = async (settings: GatewaySettings): Promise<TestGateway> => {
  const started = await startTestGateway(settings);
  gateways.push(started);
  return started;
};

let local: TestGateway;
let live: TestGateway;

beforeAll(async () => {
  local = await start({ STRIPE_PUBLIC_URL: 'http://localhost:4242/some/path' });
  live = await start({ PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

const policyOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

/** The hashes of the scripts in the head of every page: one sets the colour scheme, one reports errors. */
const INLINE = "'sha256-dFAswNrgh52CgG2rOySvfzJt95Oh2nbDEaIXYyUVUWQ=' 'sha256-ybg7I4duoZM2BXrGrcWRScyY7SUlhHZ4ZjNw2lK0sEY='";

describe('the content security policy', () => {
  test('when the payment simulator is used, then pages may connect to it and load its script, and no scripts from other origins', async () => {
    expect(policyOf(await local.get('/payment'))).toEqual({
      'default-src': "'self'",
      'script-src': `'self' ${INLINE} http://localhost:4242`,
      'script-src-attr': "'none'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'media-src': "'self' blob:",
      'connect-src': "'self' http://localhost:4242",
      'frame-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self' http://localhost:4242",
      'frame-ancestors': "'none'",
    });
  });

  test('when Stripe is used, then its scripts, requests and frames are allowed, and the simulator is not', async () => {
    expect(policyOf(await live.get('/payment'))).toMatchObject({
      'script-src': `'self' ${INLINE} https://js.stripe.com https://*.js.stripe.com`,
      'connect-src': "'self' https://api.stripe.com",
      'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      'form-action': "'self'",
      'upgrade-insecure-requests': '',
    });
  });

  test('when an API response is opened as a page, then it may load nothing', async () => {
    for (const path of ['/api/contests', '/media/m1/file.svg']) {
      expect(policyOf(await local.get(path))).toMatchObject({
        'default-src': "'none'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      });
    }
  });
});

test('when the setting is on, then Strict-Transport-Security is for subdomains, too', () => {
  const headersFor = (isHstsForSubdomains: boolean) =>
    createSecurityHeaders({ publicUrl: 'https://shop.example', isHstsForSubdomains }).page;
  expect(headersFor(true)['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headersFor(false)['strict-transport-security']).toBe('max-age=31536000');
});

describe('the other security headers', () => {
  test.each(['/', '/assets/app-a1b2c3.js', '/api/contests', '/media/m1', '/api/nothing', '/nothing.png', '/api/docs', '/healthz'])(
    'when %s is requested, then the response has them',
    async (path) => {
      const { headers } = await local.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    },
  );

  test('when the shop uses https, then Strict-Transport-Security is set', async () => {
    for (const path of ['/', '/api/contests']) {
      expect((await live.get(path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });

  test.each(['download', 'order-status'])(
    'when the URL of a %s page is its key, then it is never sent as referrer or indexed',
    async (page) => {
      const { headers } = await local.get(`/${page}/abcdefghijklmnopqrstuvwx`);
      expect([headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual(['no-referrer', 'noindex']);
    },
  );

  test('when a service sets a header itself, then its value is kept', async () => {
    local.upstreams.media.respondWith((_request, response) =>
      response.writeHead(200, { 'cross-origin-resource-policy': 'cross-origin' }).end(),
    );
    expect((await local.get('/media/m1')).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    local.upstreams.media.respondWithEcho();
  });
});

describe('requests from other sites', () => {
  const post = (gateway: TestGateway, path: string, headers: Record<string, string>) =>
    fetch(new URL(path, gateway.url), { method: 'POST', headers });

  test('when another site makes the browser send a POST, then the response is a 403 in Japanese and no service receives it', async () => {
    const before = local.upstreams.identity.received.length;
    const crossSite: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of crossSite) {
      const response = await post(local, '/api/logout', headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({ code: 'CrossSiteRequest', message: errorCatalogue.CrossSiteRequest.message });
    }
    expect(local.upstreams.identity.received).toHaveLength(before);
  });

  test('when the shop itself or a client other than a browser sends a POST, then the service receives it', async () => {
    const allowed: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: new URL(local.url).origin }, {}];
    for (const headers of allowed) {
      expect((await post(local, '/api/logout', headers)).status).toBe(200);
    }
    expect((await post(local, '/api/stripe/webhook', { 'stripe-signature': 't=1,v1=x' })).status).toBe(200);
  });

  test('when another site links to the shop, then pages and GET requests succeed', async () => {
    expect((await local.get('/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expect((await local.get('/api/contests', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  test('when a trusted proxy forwards the host, then Origin is compared with it; from other clients the header is ignored', async () => {
    const headers = { origin: 'https://shop.example', 'x-forwarded-host': 'shop.example' };
    expect((await post(live, '/api/logout', headers)).status).toBe(200);
    expect((await post(local, '/api/logout', headers)).status).toBe(403);
  });
});
