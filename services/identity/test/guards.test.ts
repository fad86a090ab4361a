import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from './support/browser.ts';
import { openAccount } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, startIdentity } from './support/identity.ts';

/** What an admin calls before there is a session. */
const SIGN_IN = ['/api/admin/login', '/api/admin/resend-2fa', '/api/admin/verify-2fa'];
const BACK_OFFICE = /^\/api\/(admin|users|setup-2fa|verify-2fa)(\/|$)/;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

/** Every call of the back office, as the routes themselves name them. */
const backOfficeCalls = async (): Promise<{ method: 'GET' | 'POST' | 'DELETE'; path: string }[]> => {
  const headers = { 'x-internal-token': identity.backing.INTERNAL_TOKEN };
  const response = await identity.server.inject({ url: '/internal/openapi.json', headers });
  const { paths } = response.json<{ paths: Record<string, Record<string, unknown>> }>();
  return Object.entries(paths)
    .filter(([path]) => BACK_OFFICE.test(path) && !SIGN_IN.includes(path))
    .flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => ({
        method: method.toUpperCase() as 'GET' | 'POST' | 'DELETE',
        path: path.replaceAll(/\{\w+\}/g, 'x1'),
      })),
    );
};

describe('when the back office is called without an admin’s session', () => {
  const statusesOf = async (browser: Browser) => {
    const calls = await backOfficeCalls();
    expect(calls.length).toBeGreaterThanOrEqual(8);
    return Promise.all(
      calls.map(async (call) => [`${call.method} ${call.path}`, (await browser.call({ ...call, body: {} })).status] as const),
    );
  };

  test('then nobody gets past any door', async () => {
    for (const [call, status] of await statusesOf(identity.browser())) expect([call, status]).toEqual([call, 401]);
  });

  test('then neither does a customer', async () => {
    const { browser } = await openAccount(identity);
    for (const [call, status] of await statusesOf(browser)) expect([call, status]).toEqual([call, 403]);
  });

  test('then neither does an admin who is half way through the sign-in', async () => {
    const browser = identity.browser();
    await browser.post('/api/admin/login', ADMIN);
    for (const [call, status] of await statusesOf(browser)) expect([call, status]).toEqual([call, 401]);
  });
});
