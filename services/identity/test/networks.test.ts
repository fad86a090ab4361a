import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { securityDashboardAnswerSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from './support/browser.ts';
import { logIn, openAccount } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, signInAdmin, startIdentity } from './support/identity.ts';
import { endCounts, failTimes } from './support/locks.ts';

const LOGIN = '/api/admin/login';
const blockedPath = (address: string) => `/api/admin/blocked-addresses/${encodeURIComponent(address)}`;
const trustedPath = (address: string) => `/api/admin/trusted-addresses/${encodeURIComponent(address)}`;

let identity: IdentityUnderTest;
let admin: Browser;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
  admin = (await signInAdmin(identity)).browser;
  identity.wait(60);
});
afterAll(() => identity.stop());

const networks = async () =>
  securityDashboardAnswerSchema.parse((await admin.get('/api/admin/security-dashboard')).body).dashboard.ipSecurity;
const fail = (browser: Browser, email: string) => browser.post(LOGIN, { email, password: 'Wrong-Password-1' });
/** Twenty failures over five accounts, the last of which blocks. */
const getBlocked = async (ip: string): Promise<Browser> => {
  const browser = identity.browser({ ip });
  await failTimes(20, (index) => fail(browser, `account-${index % 5}@example.jp`));
  expect((await browser.post(LOGIN, ADMIN)).status).toBe(429);
  return browser;
};
const acts = (action: string, id: string) => identity.documents('audit-entries', { action, 'target.id': id });

describe('when a network is blocked', () => {
  test('then an admin sees it and lifts it, which forgets the failures and stands in the audit log', async () => {
    const ip = '203.0.113.10';
    const browser = await getBlocked(ip);
    const { blockedIPs, suspiciousIPs } = await networks();
    expect(blockedIPs).toMatchObject([{ address: ip }]);
    expect(Date.parse(blockedIPs[0]!.until) - identity.clock().getTime()).toBeGreaterThan(3_500_000);
    expect(suspiciousIPs).toMatchObject([{ address: ip, failedAccounts: 5, failures: 20 }]);

    const lifted = await admin.delete(blockedPath(ip));
    expect(lifted).toMatchObject({ status: 204, body: {} });
    expect(await networks()).toMatchObject({ blockedIPs: [], suspiciousIPs: [] });
    await endCounts(identity);
    expect((await fail(browser, 'account-9@example.jp')).status).toBe(401);
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    const entries = await waitUntil(async () => {
      const found = await acts('blocked-address.lifted', ip);
      return found.length > 0 && found;
    });
    expect(entries).toMatchObject([
      { adminEmail: ADMIN.email, target: { type: 'address', id: ip, label: ip }, before: { until: blockedIPs[0]!.until }, after: null },
    ]);
  });

  test('then failures after it was lifted block it again', async () => {
    const ip = '203.0.113.11';
    await getBlocked(ip);
    await admin.delete(blockedPath(ip));
    await endCounts(identity);
    await getBlocked(ip);

    expect((await networks()).blockedIPs).toMatchObject([{ address: ip }]);
    await waitUntil(async () => (await acts('blocked-address.lifted', ip)).length === 1);
    await admin.delete(blockedPath(ip));
    await endCounts(identity);
  });

  test('then of ten who lift it at once one does', async () => {
    const ip = '203.0.113.12';
    await getBlocked(ip);
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.delete(blockedPath(ip))));

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'NotFound')).toHaveLength(9);
    await waitUntil(async () => (await acts('blocked-address.lifted', ip)).length === 1);
    await identity.probe.waitFor('admin.acted', ({ data }) => JSON.stringify(data).includes(ip));
    expect(identity.probe.ofType('admin.acted').filter(({ data }) => JSON.stringify(data).includes(ip))).toHaveLength(1);
    await endCounts(identity);
  });

  test('then an IPv6 household is named by its address, without the slash no path may hide', async () => {
    await getBlocked('2001:db8:7:1::abcd');
    const address = '2001:db8:7:1::';
    expect((await networks()).blockedIPs).toMatchObject([{ address }]);

    expect((await admin.delete(blockedPath(address))).status).toBe(204);
    await endCounts(identity);
    expect((await fail(identity.browser({ ip: '2001:db8:7:1::1' }), 'account-1@example.jp')).status).toBe(401);
  });

  test('then its record goes when nothing needs to be known of it any more', async () => {
    await getBlocked('203.0.113.13');
    await admin.delete(blockedPath('203.0.113.13'));
    await endCounts(identity);
    identity.wait(86_401);
    await waitUntil(async () => (await identity.documents('blocked-networks')).length === 0, { what: 'the sweep' });
  });
});

describe('when an admin signs in from a network', () => {
  const arrive = async (ip: string) => {
    const { browser } = await signInAdmin(identity, identity.browser({ ip }));
    identity.wait(60);
    return browser;
  };
  const lastRisk = async (email: string) => {
    const [event] = await identity.mongo.collection('sign-in-events').find({ email }).sort({ _id: -1 }).limit(1).toArray();
    return event!['risk'];
  };

  test('then it is trusted for thirty days since the last time, and nobody’s sign-in there is from a new network', async () => {
    const ip = '198.51.100.30';
    const customer = await openAccount(identity);
    await arrive(ip);
    const trusted = (await networks()).trustedIPs.find(({ address }) => address === ip);
    expect(trusted).toMatchObject({ email: ADMIN.email });
    const days = (Date.parse(trusted!.until) - identity.clock().getTime()) / 86_400_000;
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

  test('then an admin takes the trust away, which stands in the audit log', async () => {
    const ip = '198.51.100.31';
    await arrive(ip);
    const customer = await openAccount(identity);

    expect((await admin.delete(trustedPath(ip))).status).toBe(204);
    expect((await networks()).trustedIPs.map(({ address }) => address)).not.toContain(ip);
    await logIn(identity.browser({ ip }), customer);
    expect(await lastRisk(customer.email)).toMatchObject({ isNewNetwork: true });
    const [entry] = await waitUntil(async () => {
      const found = await acts('trusted-address.lifted', ip);
      return found.length > 0 && found;
    });
    expect(entry).toMatchObject({ before: { email: ADMIN.email } });
    expect((await admin.delete(trustedPath(ip))).status).toBe(404);
  });
});

describe('when the address is none of the list', () => {
  test.each(['203.0.113.99', 'nonsense', '{"$ne":null}', '2001:db8::/64', 'a'.repeat(64)])('then %s is not found', async (address) => {
    expect(await admin.delete(blockedPath(address))).toMatchObject({ status: 404, body: { code: 'NotFound' } });
    expect((await admin.delete(trustedPath(address))).status).toBe(404);
  });

  test('then one that is too long is refused, and nobody but an admin lifts anything', async () => {
    expect((await admin.delete(blockedPath('a'.repeat(65)))).status).toBe(400);
    const { browser: customer } = await openAccount(identity);
    for (const path of [blockedPath('192.0.2.1'), trustedPath('192.0.2.1')]) {
      expect((await identity.browser().delete(path)).status).toBe(401);
      expect((await customer.delete(path)).status).toBe(403);
    }
  });
});
