import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { createCustomer } from '../support/customers.ts';
import { ADMIN, startIdentity } from '../support/identity.ts';

/** Public routes: an admin signs in by them, or an invited person becomes one. */
const PUBLIC = [
  '/api/admin/login',
  '/api/admin/resend-2fa',
  '/api/admin/verify-2fa',
  '/api/admin/invitations/open',
  '/api/admin/invitations/accept',
];
const BACK_OFFICE = /^\/api\/(admin|users|setup-2fa|verify-2fa)(\/|$)/;

const identity = useService(() => startIdentity());

/** All back office routes, read from the OpenAPI description. */
const backOfficeCalls = async (): Promise<{ method: 'GET' | 'POST' | 'DELETE'; path: string }[]> => {
  const headers = { 'x-internal-token': identity.backing.INTERNAL_TOKEN };
  const response = await identity.server.inject({ url: '/internal/openapi.json', headers });
  const { paths } = response.json<{ paths: Record<string, Record<string, unknown>> }>();
  return Object.entries(paths)
    .filter(([path]) => BACK_OFFICE.test(path) && !PUBLIC.includes(path))
    .flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => ({
        method: method.toUpperCase() as 'GET' | 'POST' | 'DELETE',
        path: path.replaceAll(/\{\w+\}/g, 'x1'),
      })),
    );
};

describe('back office routes without an admin session (admin 2.5, 6.2)', () => {
  const statusesOf = async (browser: Browser) => {
    const calls = await backOfficeCalls();
    expect(calls.length).toBeGreaterThanOrEqual(8);
    return Promise.all(
      calls.map(async (call) => [`${call.method} ${call.path}`, (await browser.call({ ...call, body: {} })).status] as const),
    );
  };

  test('when there is no session, then every route is refused', async () => {
    for (const [call, status] of await statusesOf(identity.browser())) expect([call, status]).toEqual([call, 401]);
  });

  test("when the session is a customer's, then every route is refused", async () => {
    const { browser } = await createCustomer(identity);
    for (const [call, status] of await statusesOf(browser)) expect([call, status]).toEqual([call, 403]);
  });

  test('when an admin has only passed the password step, then every route is refused', async () => {
    const browser = identity.browser();
    await browser.post('/api/admin/login', ADMIN);
    for (const [call, status] of await statusesOf(browser)) expect([call, status]).toEqual([call, 401]);
  });
});
