import { beforeEach, describe, expect, test } from '@jest/globals';
import { errorBodySchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { SERVICES, type ServiceName } from '../../src/routes/route-table.ts';
import { requestTarget, startTestGateway } from '../support/gateway.ts';

const gateway = useService(startTestGateway);
beforeEach(() => {
  for (const name of SERVICES) gateway.upstreams[name].received.length = 0;
});

const received = (): string[] => SERVICES.flatMap((name) => gateway.upstreams[name].received.map(({ url }) => `${name} ${url}`));

/** Every route of both specifications and of the design. */
const requests: Record<ServiceName, string[]> = {
  catalog: [
    'GET /api/contests',
    'POST /api/contests',
    'GET /api/contests/c1',
    'PATCH /api/contests/c1',
    'DELETE /api/contests/c1',
    'GET /api/contests/c1/categories',
    'POST /api/contests/c1/categories',
    'DELETE /api/contests/c1/categories/k1',
    'GET /api/contests/c1/athletes?includeDeleted=true',
    'POST /api/contests/c1/athletes',
    'PATCH /api/contests/c1/athletes/a1',
    'DELETE /api/contests/c1/athletes/a1',
    'DELETE /api/contests/c1/athletes/a1/permanent',
    'POST /api/contests/c1/athletes/bulk-create',
    'POST /api/contests/c1/athletes/bulk-permanent-delete',
    'PATCH /api/contests/c1/athletes/bulk-update',
    'GET /api/contests/c1/price-description',
    'PUT /api/contests/c1/price-description',
    'GET /api/contests/media',
  ],
  media: [
    'GET /api/contests/c1/media',
    'POST /api/contests/c1/media/chunked-init',
    'POST /api/contests/c1/media/chunked-upload',
    'GET /api/contests/c1/media/chunked-status?uploadId=u1',
    'POST /api/contests/c1/media/chunked-complete',
    'PATCH /api/media/m1',
    'DELETE /api/media/m1',
    'POST /api/media/m1/thumbnail',
    'DELETE /api/media/m1/thumbnail',
    'GET /api/media/thumbnail/c1/m1',
    'GET /media/m1/original.mp4',
    'HEAD /media/m1/original.mp4',
    'GET /api/admin/finished-videos/m1',
    'HEAD /api/admin/finished-videos/m1',
  ],
  orders: [
    'POST /api/create-payment-intent',
    'POST /api/stripe/webhook',
    'GET /api/orders',
    'POST /api/orders',
    'GET /api/orders/sales?from=2026-01-01',
    'GET /api/orders/export',
    'POST /api/orders/lookup',
    'PATCH /api/orders/complete/12345678-01',
    'POST /api/orders/12345678-01/deliver',
    'POST /api/admin/orders/12345678/recall',
    'PUT /api/admin/orders/12345678/lines/12345678-01/video',
    'POST /api/send-payment-confirmation',
    'GET /api/user/orders',
    'GET /api/order-status/t1',
    'GET /api/download/p1',
    'POST /api/download/p1/12345678-01/claim',
    'GET /api/download/p1/receipt',
  ],
  identity: [
    'POST /api/send-registration-code',
    'POST /api/verify-registration-code',
    'POST /api/register',
    'PUT /api/wanted-account',
    'POST /api/wanted-account/check',
    'PUT /api/wanted-account/order',
    'POST /api/login',
    'POST /api/logout',
    'POST /api/logout/all',
    'POST /api/send-verification-code',
    'POST /api/resend-verification-code',
    'POST /api/verify-email-code',
    'GET /api/verify-email?token=t1',
    'GET /api/user',
    'GET /api/users',
    'DELETE /api/users/u1',
    'GET /api/auth/check',
    'POST /api/admin/login',
    'POST /api/admin/verify-2fa',
    'POST /api/admin/resend-2fa',
    'GET /api/admin/security-dashboard',
    'GET /api/admin/audit',
    'POST /api/setup-2fa',
    'POST /api/verify-2fa',
    'POST /api/send-password-change-code',
    'POST /api/verify-password-change-code',
    'POST /api/change-password',
    'POST /api/forgot-password',
    'POST /api/reset-password',
  ],
  notify: ['GET /api/email-status'],
};

describe('the route table', () => {
  for (const service of SERVICES) {
    test.each(requests[service])(`when %s is requested, then only ${service} receives it, with the same URL`, async (line) => {
      const [method = '', path = ''] = line.split(' ');
      const response = await fetch(new URL(path, gateway.url), { method });
      expect(response.status).toBe(200);
      expect(received()).toEqual([`${service} ${path}`]);
      expect(gateway.upstreams[service].received[0]?.method).toBe(method);
    });
  }

  test.each([
    'GET /api',
    'GET /api/',
    'GET /api/nothing',
    'POST /api/nothing',
    'GET /api/user/secrets',
    'GET /api/login/extra',
    'GET /api/contestsx',
    'GET /api/orders-export',
    'GET /api/internal/jwks',
    'GET /API/contests.json',
    'POST /somewhere',
    'GET /metrics',
  ])('when %s is requested, then the response is a 404 error body, and no service receives it', async (line) => {
    const [method = '', target = ''] = line.split(' ');
    const { status, text } = await requestTarget({ url: gateway.url, target, method });
    expect(status).toBe(404);
    expect(errorBodySchema.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))).toMatchObject({ code: 'NotFound' });
    expect(received()).toEqual([]);
  });

  test('when a method is undeclared, then the service decides about it; for files and pages, the response is 405 with the declared methods', async () => {
    const undeclared = { url: gateway.url, target: '/api/contests', method: 'OPTIONS' };
    gateway.upstreams.catalog.respondWith((_request, response) => response.writeHead(405, { allow: 'GET, HEAD, POST' }).end());
    expect((await requestTarget(undeclared)).text).toMatch(/^HTTP\/1\.1 405 [\s\S]*^allow: GET, HEAD, POST\r$/m);
    gateway.upstreams.catalog.respondWithEcho();
    expect(received()).toEqual(['catalog /api/contests']);
    for (const target of ['/media/m1', '/api/docs', '/', '/login?next=/', '/favicon.svg']) {
      const { text } = await requestTarget({ url: gateway.url, target, method: 'POST' });
      expect(text).toMatch(/^HTTP\/1\.1 405 [\s\S]*^allow: GET, HEAD\r$/m);
    }
    expect(received()).toHaveLength(1);
  });

  test('when a path has encoded characters and a query has special ones, then the service receives them unchanged', async () => {
    const target = "/api/contests/%E5%A4%A7%E4%BC%9A/athletes?q=a%2Fb&x=../internal&y=%zz&z='";
    const { status } = await requestTarget({ url: gateway.url, target });
    expect(status).toBe(200);
    expect(received()).toEqual([`catalog ${target}`]);
  });
});

describe('/internal', () => {
  const spellings = [
    '/internal',
    '/internal/',
    '/internal/jwks',
    '/internal/openapi.json',
    '//internal/jwks',
    '///internal/jwks',
    '/./internal/jwks',
    '/INTERNAL/jwks',
    '/Internal/jwks',
    '/%69nternal/jwks',
    '/%49NTERNAL/jwks',
    '/internal%2fjwks',
    '/%2finternal/jwks',
    '/%2Finternal%2Fjwks',
    '/internal%5cjwks',
    '\\internal\\jwks',
    '/\\internal/jwks',
    '/api/../internal/jwks',
    '/api/contests/../../internal/jwks',
    '/api/contests/%2e%2e/%2e%2e/internal/jwks',
    '/api/contests/.%2e/%2E./internal/jwks',
    '/api/contests/..%2f..%2finternal/jwks',
    '/api/contests/%2e%2e%2f%2e%2e%2finternal/jwks',
    '/api/contests/..\\..\\internal\\jwks',
    '/api/contests/..%5c..%5cinternal/jwks',
    '/api/contests//internal/jwks',
    '/api/contests/./../internal',
    '/api/contests/..;/..;x=1/internal/jwks',
    '/api/contests/%00/internal',
    '/api/contests/%c0%ae%c0%ae/internal/jwks',
    '/api/contests/%ff',
    '/api/contests/%zz',
    '/api/contests/%',
    '/media/../internal/jwks',
    '/internal/jwks?x=/api/contests',
    '/internal#/api/contests',
    'http://shop.example/internal/jwks',
    'http://127.0.0.1/api/contests',
    'https://shop.example//internal/jwks',
    'internal/jwks',
    '*',
    '/internal;x=1/jwks/../..',
  ];

  test.each(spellings)('when it is requested as %s, then the request is rejected and no service receives it', async (target) => {
    const headers = `x-internal-token: ${gateway.config.INTERNAL_TOKEN}\r\n`;
    const { status } = await requestTarget({ url: gateway.url, target, headers });
    expect([400, 404]).toContain(status);
    expect(received()).toEqual([]);
  });

  test('when a path is encoded twice, then it is not decoded and stays below its route', async () => {
    const target = '/api/contests/%252e%252e/%252e%252e/internal/jwks';
    await requestTarget({ url: gateway.url, target });
    expect(received()).toEqual([`catalog ${target}`]);
  });
});
