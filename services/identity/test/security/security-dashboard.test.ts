import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { securityDashboardResponseSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { setUpAuthenticator } from '../support/authenticators.ts';
import type { Browser } from '../support/browser.ts';
import { createCustomer } from '../support/customers.ts';
import { inParallel } from '../support/guests.ts';
import { ADMIN, signInAdmin, startIdentity } from '../support/identity.ts';
import { expireCounters, repeat } from '../support/lockout.ts';
import { storeSignIns } from '../support/sign-in-events.ts';

const identity = useService(() => startIdentity({ codesPerNetworkHour: 20 }));
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
});
beforeEach(() => identity.mongo.collection('sign-in-events').deleteMany({}));

const dashboard = async () => securityDashboardResponseSchema.parse((await admin.get('/api/admin/security-dashboard')).body).dashboard;

describe('security dashboard without sign-ins', () => {
  test('when there were no sign-ins, then all figures are 0, the success rate is null, and all protections are active (admin 3.14, 7.10)', async () => {
    const { loginSecurity, recentEvents, ipSecurity, systemHealth, period, timestamp } = await dashboard();

    const { byHour, ...figures } = loginSecurity;
    expect(figures).toEqual({
      totalLoginAttempts: 0,
      successfulLogins: 0,
      failedLogins: 0,
      successRate: null,
      highRiskAttempts: 0,
      blockedAttempts: 0,
    });
    expect(byHour.length).toBeGreaterThanOrEqual(24);
    expect(recentEvents).toEqual([]);
    expect(ipSecurity).toMatchObject({ uniqueIPs: 0, suspiciousIPs: [], blockedIPs: [] });
    expect(systemHealth).toEqual({
      fraudDetectionActive: true,
      rateLimitingActive: true,
      twoFactorActive: true,
      ipRestrictionActive: true,
      accountLockoutActive: true,
    });
    expect(Date.parse(period.to) - Date.parse(period.from)).toBe(86_400_000);
    expect(timestamp).toBe(period.to);
  });
});

describe('sign-in figures', () => {
  test('when sign-ins are stored, then those of the last 24 hours are counted (admin 3.14)', async () => {
    const storedAt = await storeSignIns(identity, [
      { minutesAgo: 1441, outcome: 'wrong-password', network: '198.51.100.9' },
      { minutesAgo: 1439, outcome: 'succeeded', userId: 'u1' },
      { minutesAgo: 700, outcome: 'succeeded', userId: 'u1', entryPoint: 'admin' },
      { minutesAgo: 699, outcome: 'challenged', userId: 'u1', entryPoint: 'admin', score: 70 },
      { minutesAgo: 500, outcome: 'succeeded', userId: 'u2', entryPoint: 'registration' },
      { minutesAgo: 130, outcome: 'wrong-password', email: 'a@example.jp', network: '192.0.2.7', score: 65 },
      { minutesAgo: 120, outcome: 'wrong-password', email: 'b@example.jp', network: '192.0.2.7', score: 60 },
      { minutesAgo: 110, outcome: 'wrong-code', email: 'c@example.jp', network: '192.0.2.7', score: 55 },
      { minutesAgo: 100, outcome: 'locked', network: '192.0.2.7' },
      { minutesAgo: 2, outcome: 'blocked', network: '2001:db8::/64', ip: '2001:db8::1' },
      { minutesAgo: 1, outcome: 'succeeded', userId: 'u3', email: 'c@example.jp' },
    ]);
    const { loginSecurity, ipSecurity, userAccounts, recentEvents } = await dashboard();

    const { byHour, ...figures } = loginSecurity;
    expect(figures).toEqual({
      totalLoginAttempts: 8,
      successfulLogins: 3,
      failedLogins: 3,
      blockedAttempts: 2,
      successRate: 37.5,
      highRiskAttempts: 2,
    });
    const sum = (key: 'successful' | 'failed') => byHour.reduce((total, hour) => total + hour[key], 0);
    expect([sum('successful'), sum('failed')]).toEqual([3, 3]);
    const hourOf = (minutesAgo: number) => `${new Date(storedAt.getTime() - minutesAgo * 60_000).toISOString().slice(0, 13)}:00:00.000Z`;
    expect(byHour.find(({ hour }) => hour === hourOf(700))).toMatchObject({ successful: 1, failed: 0 });
    expect(byHour.map(({ hour }) => hour)).toEqual(byHour.map(({ hour }) => hour).toSorted());
    expect(ipSecurity.uniqueIPs).toBe(3);
    expect(ipSecurity.suspiciousIPs).toEqual([{ address: '192.0.2.7', failedAccounts: 3, failures: 3 }]);
    expect(userAccounts.activeUsers).toBe(3);
    expect(recentEvents).toHaveLength(10);
    expect(recentEvents.slice(0, 2)).toMatchObject([
      { type: 'successful_login', email: 'c@example.jp' },
      { type: 'address_blocked', ip: '2001:db8::1' },
    ]);
    expect(recentEvents.map(({ type }) => type).slice(2)).toEqual([
      'account_locked',
      'wrong_code',
      'wrong_password',
      'wrong_password',
      'registration',
      'second_step_required',
      'successful_login',
      'successful_login',
    ]);
  });

  test('when there are thousands of events, then the newest fifty are listed and all are counted', async () => {
    await storeSignIns(
      identity,
      Array.from({ length: 3000 }, (_, index) => ({ minutesAgo: 1 + index / 10, email: `n${index}@example.jp` })),
    );
    const { loginSecurity, recentEvents } = await dashboard();

    expect(loginSecurity).toMatchObject({ totalLoginAttempts: 3000, successRate: 100 });
    expect(recentEvents.map(({ email }) => email)).toEqual(Array.from({ length: 50 }, (_, index) => `n${index}@example.jp`));
  });

  test('when a blocked network goes on, then its attempts of a minute are one event with their number', async () => {
    const attacker = identity.browser({ ip: '203.0.113.5' });
    const until = new Date(identity.now().getTime() + 60_000);
    await identity.mongo
      .collection<{ _id: string; until: Date; purgeAt: Date }>('blocked-networks')
      .insertOne({ _id: '203.0.113.5', until, purgeAt: until });
    const attempt = (index: number) => attacker.post('/api/login', { email: `guessed-${index}@example.jp`, password: 'Wrong-Password-1' });
    expect(new Set((await inParallel(20, attempt)).map(({ status }) => status))).toEqual(new Set([429]));
    const { loginSecurity, recentEvents } = await dashboard();

    expect(loginSecurity).toMatchObject({ totalLoginAttempts: 20, blockedAttempts: 20 });
    // Two if a minute ended meanwhile.
    expect(recentEvents.length).toBeLessThanOrEqual(2);
    expect(recentEvents.reduce((sum, { count }) => sum + count, 0)).toBe(20);
    await identity.mongo.collection('blocked-networks').deleteMany({});
  });

  test("when many codes are wrong after an admin's correct password, then the risk is high, but not for three typos", async () => {
    const [{ _id: userId } = { _id: '' }] = await identity.documents('users', { email: ADMIN.email });
    const wrong = { minutesAgo: 5, outcome: 'wrong-code', entryPoint: 'customer', email: ADMIN.email } as const;
    // So many that the failures alone are not unusual.
    await storeSignIns(identity, Array(60).fill({ minutesAgo: 5, email: 'often@example.jp' }));
    await storeSignIns(identity, Array(10).fill({ ...wrong, userId: 'a-customer' }));
    expect((await dashboard()).riskAssessment.overallRiskLevel).toBe('low');
    await storeSignIns(identity, Array(3).fill({ ...wrong, userId: String(userId) }));
    expect((await dashboard()).riskAssessment.overallRiskLevel).toBe('low');
    await storeSignIns(identity, Array(7).fill({ ...wrong, userId: String(userId), network: '198.51.100.9' }));

    expect((await dashboard()).riskAssessment).toMatchObject({
      overallRiskLevel: 'high',
      riskFactors: [
        '管理者のパスワードが正しく入力されたあとに、認証コードの誤りが続いています。',
        '認証アプリを設定していない管理者がいます。',
      ],
    });
  });
});

describe('account figures', () => {
  test('when accounts are created and deleted, then the current accounts are counted (admin 9.7)', async () => {
    const before = (await dashboard()).userAccounts;
    const first = await createCustomer(identity);
    await createCustomer(identity);
    await admin.delete(`/api/users/${first.id}`);
    expect((await dashboard()).userAccounts).toMatchObject({
      totalUsers: before.totalUsers + 1,
      newRegistrations: before.newRegistrations + 1,
    });
    identity.wait(25 * 3600);
    expect((await dashboard()).userAccounts).toMatchObject({ totalUsers: before.totalUsers + 1, newRegistrations: 0, activeUsers: 0 });
  });

  test('when addresses are locked, then each account counts once while its lock is active, and unknown addresses do not count', async () => {
    const fail = (email: string, browser: Browser) => browser.post('/api/admin/login', { email, password: 'Wrong-Password-1' });
    const browsers = [identity.browser(), identity.browser(), identity.browser()];
    await repeat(6, () => fail(ADMIN.email, browsers[0]!));
    await repeat(5, () => fail(ADMIN.email, browsers[1]!));
    await repeat(5, () => fail('nobody@example.jp', browsers[2]!));

    expect((await dashboard()).userAccounts.lockedAccounts).toBe(1);
    identity.wait(901);
    await expireCounters(identity);
    expect((await dashboard()).userAccounts.lockedAccounts).toBe(0);
  });

  test('when a password is reset, then the account no longer counts as locked', async () => {
    const { email, browser } = await createCustomer(identity);
    await repeat(10, () => browser.post('/api/login', { email, password: 'Wrong-Password-1' }));
    expect((await dashboard()).userAccounts.lockedAccounts).toBe(1);
    await browser.post('/api/send-password-reset-code', { email });
    const code = await identity.mailedCode(email, { purpose: 'password-reset' });
    await browser.post('/api/reset-password', { email, code, newPassword: 'Another-Pass-2' });

    expect((await dashboard()).userAccounts.lockedAccounts).toBe(0);
  });

  test('when an admin has no authenticator, then the assessment reports it until one is set up', async () => {
    const named = async () => (await dashboard()).riskAssessment.riskFactors.includes('認証アプリを設定していない管理者がいます。');
    expect(await named()).toBe(true);
    await setUpAuthenticator(identity, admin);
    expect(await named()).toBe(false);
  });
});

describe('weakened code limits', () => {
  test('when limits are weaker than the defaults, then the flag and the assessment report it', async () => {
    const loose = await startIdentity({ codesPerAddressHour: 1000 });
    try {
      const { browser } = await signInAdmin(loose);
      const { body } = await browser.get('/api/admin/security-dashboard');
      const { systemHealth, riskAssessment } = securityDashboardResponseSchema.parse(body).dashboard;
      expect(systemHealth.rateLimitingActive).toBe(false);
      expect(riskAssessment).toMatchObject({ overallRiskLevel: 'medium' });
    } finally {
      await loose.stop();
    }
  });
});

describe('access to the security dashboard', () => {
  test('when the requester is not an admin, then access is refused (admin 7.10)', async () => {
    const { browser: customer } = await createCustomer(identity);
    expect((await identity.browser().get('/api/admin/security-dashboard')).status).toBe(401);
    expect((await customer.get('/api/admin/security-dashboard')).status).toBe(403);
  });
});
