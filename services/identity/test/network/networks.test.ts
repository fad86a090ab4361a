import { beforeAll, describe, expect, test } from '@jest/globals';
import { securityDashboardResponseSchema } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { createCustomer, logIn } from '../support/customers.ts';
import { ADMIN, SWEEPING, signInAdmin, startIdentity } from '../support/identity.ts';
import { expireCounters, repeat } from '../support/lockout.ts';

const LOGIN = '/api/admin/login';
const blockedPath = (address: string) => `/api/admin/blocked-addresses/${encodeURIComponent(address)}`;
const trustedPath = (address: string) => `/api/admin/trusted-addresses/${encodeURIComponent(address)}`;

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }, SWEEPING));
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
  identity.wait(60);
});

const networks = async () =>
  securityDashboardResponseSchema.parse((await admin.get('/api/admin/security-dashboard')).body).dashboard.ipSecurity;
const fail = (browser: Browser, email: string) => browser.post(LOGIN, { email, password: 'Wrong-Password-1' });
/** Fails 20 sign-ins to five accounts. */
const blockNetwork = async (ip: string): Promise<Browser> => {
  const browser = identity.browser({ ip });
  await repeat(20, (index) => fail(browser, `account-${index % 5}@example.jp`));
  expect((await browser.post(LOGIN, ADMIN)).status).toBe(429);
  return browser;
};
const auditEntries = (action: string, id: string) => identity.documents('audit-entries', { action, 'target.id': id });

describe('blocked networks', () => {
  test('when an admin lifts a block, then earlier failures no longer count, and the audit log has an entry', async () => {
    const ip = '203.0.113.10';
    const browser = await blockNetwork(ip);
    const { blockedIPs, suspiciousIPs } = await networks();
    expect(blockedIPs).toMatchObject([{ address: ip }]);
    expect(Date.parse(blockedIPs[0]!.until) - identity.now().getTime()).toBeGreaterThan(3_500_000);
    expect(suspiciousIPs).toMatchObject([{ address: ip, failedAccounts: 5, failures: 20 }]);

    const lifted = await admin.delete(blockedPath(ip));
    expect(lifted).toMatchObject({ status: 204, body: {} });
    expect(await networks()).toMatchObject({ blockedIPs: [], suspiciousIPs: [] });
    await expireCounters(identity);
    expect((await fail(browser, 'account-9@example.jp')).status).toBe(401);
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    const entries = await waitUntil(async () => {
      const found = await auditEntries('blocked-address.lifted', ip);
      return found.length > 0 && found;
    });
    expect(entries).toMatchObject([
      { adminEmail: ADMIN.email, target: { type: 'address', id: ip, label: ip }, before: { until: blockedIPs[0]!.until }, after: null },
    ]);
  });

  test('when failures continue after a block was lifted, then the network is blocked again', async () => {
    const ip = '203.0.113.11';
    await blockNetwork(ip);
    await admin.delete(blockedPath(ip));
    await expireCounters(identity);
    await blockNetwork(ip);

    expect((await networks()).blockedIPs).toMatchObject([{ address: ip }]);
    await waitUntil(async () => (await auditEntries('blocked-address.lifted', ip)).length === 1);
    await admin.delete(blockedPath(ip));
    await expireCounters(identity);
  });

  test('when ten requests lift a block concurrently, then one succeeds', async () => {
    const ip = '203.0.113.12';
    await blockNetwork(ip);
    const responses = await Promise.all(Array.from({ length: 10 }, () => admin.delete(blockedPath(ip))));

    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(responses.filter(({ body }) => body['code'] === 'NotFound')).toHaveLength(9);
    await waitUntil(async () => (await auditEntries('blocked-address.lifted', ip)).length === 1);
    await identity.probe.waitFor('admin.acted', ({ data }) => JSON.stringify(data).includes(ip));
    expect(identity.probe.ofType('admin.acted').filter(({ data }) => JSON.stringify(data).includes(ip))).toHaveLength(1);
    await expireCounters(identity);
  });

  test('when an IPv6 network is blocked, then it is listed without its prefix length and can be lifted by that address', async () => {
    await blockNetwork('2001:db8:7:1::abcd');
    const address = '2001:db8:7:1::';
    expect((await networks()).blockedIPs).toMatchObject([{ address }]);

    expect((await admin.delete(blockedPath(address))).status).toBe(204);
    await expireCounters(identity);
    expect((await fail(identity.browser({ ip: '2001:db8:7:1::1' }), 'account-1@example.jp')).status).toBe(401);
  });

  test('when a block was lifted a day ago, then its record is deleted', async () => {
    await blockNetwork('203.0.113.13');
    await admin.delete(blockedPath('203.0.113.13'));
    await expireCounters(identity);
    identity.wait(86_401);
    await waitUntil(async () => (await identity.documents('blocked-networks')).length === 0, { what: 'the sweep of expired records' });
  });
});

describe('trusted networks', () => {
  const arrive = async (ip: string) => {
    const { browser } = await signInAdmin(identity, identity.browser({ ip }));
    identity.wait(60);
    return browser;
  };
  const lastRisk = async (email: string) => {
    const [event] = await identity.mongo.collection('sign-in-events').find({ email }).sort({ _id: -1 }).limit(1).toArray();
    return event!['risk'];
  };

  test('when an admin signs in, then the network is trusted for 30 days, and no sign-in from it counts as new', async () => {
    const ip = '198.51.100.30';
    const customer = await createCustomer(identity);
    await arrive(ip);
    const trusted = (await networks()).trustedIPs.find(({ address }) => address === ip);
    expect(trusted).toMatchObject({ email: ADMIN.email });
    const days = (Date.parse(trusted!.until) - identity.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThanOrEqual(30);

    await logIn(identity.browser({ ip }), customer);
    expect(await lastRisk(customer.email)).toMatchObject({ isNewNetwork: false, isNewDevice: true, score: 25 });
    await logIn(identity.browser(), customer);
    expect(await lastRisk(customer.email)).toMatchObject({ isNewNetwork: true });
    identity.wait(15 * 86_400);
    await arrive(ip);
    identity.wait(29 * 86_400);
    expect((await networks()).trustedIPs.map(({ address }) => address)).toContain(ip);
    identity.wait(86_400);
    expect((await networks()).trustedIPs.map(({ address }) => address)).not.toContain(ip);
  });

  test('when an admin removes a trusted network, then it is no longer trusted, and the audit log has an entry', async () => {
    const ip = '198.51.100.31';
    await arrive(ip);
    const customer = await createCustomer(identity);

    expect((await admin.delete(trustedPath(ip))).status).toBe(204);
    expect((await networks()).trustedIPs.map(({ address }) => address)).not.toContain(ip);
    await logIn(identity.browser({ ip }), customer);
    expect(await lastRisk(customer.email)).toMatchObject({ isNewNetwork: true });
    const [entry] = await waitUntil(async () => {
      const found = await auditEntries('trusted-address.lifted', ip);
      return found.length > 0 && found;
    });
    expect(entry).toMatchObject({ before: { email: ADMIN.email } });
    expect((await admin.delete(trustedPath(ip))).status).toBe(404);
  });
});

describe('removal of an unlisted address', () => {
  test.each(['203.0.113.99', 'nonsense', '{"$ne":null}', '2001:db8::/64', 'a'.repeat(64)])(
    'when the address is %s, then the response is 404',
    async (address) => {
      expect(await admin.delete(blockedPath(address))).toMatchObject({ status: 404, body: { code: 'NotFound' } });
      expect((await admin.delete(trustedPath(address))).status).toBe(404);
    },
  );

  test('when the address is too long or the requester is not an admin, then the request is refused', async () => {
    expect((await admin.delete(blockedPath('a'.repeat(65)))).status).toBe(400);
    const { browser: customer } = await createCustomer(identity);
    for (const path of [blockedPath('192.0.2.1'), trustedPath('192.0.2.1')]) {
      expect((await identity.browser().delete(path)).status).toBe(401);
      expect((await customer.delete(path)).status).toBe(403);
    }
  });
});
