import { describe, expect, test } from '@jest/globals';
import { adminSignedInSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { ADMIN, differentCode, signInAdmin, startIdentity } from '../support/identity.ts';

const LOGIN = '/api/admin/login';
const VERIFY = '/api/admin/verify-2fa';
const RESEND = '/api/admin/resend-2fa';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));

const mailed = () => identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
const nextCode = (before: number) => identity.mailedCode(ADMIN.email, { purpose: 'admin-sign-in', nth: before + 1 });
const claimsOf = (token: string) => jwt.decode(token) as SessionClaims & { iat: number; exp: number };

describe('admin sign-in', () => {
  test('when the password is correct, then a code is mailed, the second step is bound to this browser, and no session opens (admin 6.1, 7.5, 9.2)', async () => {
    const browser = identity.browser();
    const before = mailed();
    const response = await browser.post(LOGIN, { email: ` ${ADMIN.email.toUpperCase()} `, password: ADMIN.password });

    expect(response).toMatchObject({ status: 200, body: { requiresTwoFactor: true } });
    expect(response.body).not.toHaveProperty('redirectTo');
    expect(Object.keys(response.setCookies)).toEqual(['admin_pending']);
    const line = response.setCookies['admin_pending'];
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=600/, /Path=\/(;|$)/]) expect(line).toMatch(attribute);
    expect(await nextCode(before)).toMatch(/^\d{6}$/);
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
    const pending = await identity.documents('pending-sign-ins');
    expect(JSON.stringify(pending)).not.toContain(browser.cookie('admin_pending'));
    identity.wait(60);
  });

  test('when the code is sent from the same browser, then a 60-minute session opens (admin 4.5, 6.1, 7.6, 9.1)', async () => {
    const { browser, second } = await signInAdmin(identity);
    identity.wait(60);

    expect(second.status).toBe(200);
    const body = adminSignedInSchema.parse(second.body);
    expect(body).toMatchObject({
      redirectTo: '/admin',
      user: { email: ADMIN.email, username: ADMIN.email, isAdmin: true, emailProven: true },
    });
    const line = second.setCookies['session'];
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=3600/, /Path=\/(;|$)/]) expect(line).toMatch(attribute);
    const claims = claimsOf(browser.cookie('session'));
    expect(claims).toMatchObject({
      typ: 'session',
      iss: 'stagereel',
      email: ADMIN.email,
      isAdmin: true,
      emailProven: true,
      sub: body.user.id,
    });
    expect(claims.exp - claims.iat).toBe(3600);
    expect(await identity.redis.get(sessionKey(claims.sid))).toBe(body.user.id);
    const ttl = await identity.redis.ttl(sessionKey(claims.sid));
    expect(ttl).toBeGreaterThan(3590);
    expect(ttl).toBeLessThanOrEqual(3600);
    expect(browser.cookie('admin_pending')).toBe('');
    const { sessionStartedAt, ...check } = (await browser.get('/api/auth/check')).body;
    expect(check).toEqual({ authenticated: true, user: body.user });
    const age = Date.now() - Date.parse(String(sessionStartedAt));
    expect([age >= 0, age < 60_000]).toEqual([true, true]);
    const [stored] = await identity.documents('users', { email: ADMIN.email });
    expect(stored!['lastLoginAt']).toBeInstanceOf(Date);
  });

  test('when the code is sent from another browser or for another address, then it is rejected', async () => {
    const browser = identity.browser();
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    identity.wait(60);

    const stranger = identity.browser();
    expect(await stranger.post(VERIFY, { email: ADMIN.email, code })).toMatchObject({ status: 401, body: { code: 'TwoFactorExpired' } });
    expect(await browser.post(VERIFY, { email: 'other@example.jp', code })).toMatchObject({
      status: 401,
      body: { code: 'TwoFactorExpired' },
    });
    expect(stranger.cookie('session')).toBe('');
    expect((await browser.post(VERIFY, { email: ADMIN.email, code })).status).toBe(200);
    expect(await browser.post(VERIFY, { email: ADMIN.email, code })).toMatchObject({ status: 401 });
  });

  test('when an order code is sent, then the second step rejects it', async () => {
    const browser = identity.browser();
    await browser.post('/api/send-verification-code', { email: ADMIN.email });
    const orderCode = await identity.mailedCode(ADMIN.email);
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    identity.wait(60);
    if (code === orderCode) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');

    expect(await browser.post(VERIFY, { email: ADMIN.email, code: orderCode })).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid', message: '認証コードが正しくありません' },
    });
    expect((await browser.post('/api/verify-email-code', { email: ADMIN.email, code })).status).toBe(400);
    expect((await browser.post(VERIFY, { email: ADMIN.email, code })).status).toBe(200);
  });

  test('when ten minutes have passed, then both steps must be repeated (admin 9.2)', async () => {
    const browser = identity.browser();
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    expect(await identity.minutesLeft('pending-sign-ins')).toContain(10);
    identity.wait(601);

    expect(await browser.post(VERIFY, { email: ADMIN.email, code })).toMatchObject({
      status: 401,
      body: { code: 'TwoFactorExpired', message: '認証コードが期限切れになりました、再度ログインしてください' },
    });
  });

  test('when five codes are wrong, even concurrently, then the code is invalid', async () => {
    const browser = identity.browser();
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    identity.wait(60);

    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => browser.post(VERIFY, { email: ADMIN.email, code: differentCode(code, index + 1) })),
    );
    expect(responses.filter(({ status }) => status === 200)).toEqual([]);
    expect(await identity.document('codes', `admin-sign-in:${ADMIN.email}`)).toMatchObject({ tries: 5 });
    expect(await browser.post(VERIFY, { email: ADMIN.email, code })).toMatchObject({ status: 400, body: { code: 'CodeTriesExceeded' } });
    await identity.mongo.collection('sign-in-events').deleteMany({});
  });

  test('when the sign-in starts again within a minute, then the code already mailed is valid', async () => {
    const before = mailed();
    await identity.browser().post(LOGIN, ADMIN);
    const code = await nextCode(before);
    const again = identity.browser();

    expect(await again.post(LOGIN, ADMIN)).toMatchObject({ status: 200, body: { requiresTwoFactor: true } });
    expect((await again.post(VERIFY, { email: ADMIN.email, code })).status).toBe(200);
    expect(mailed()).toBe(before + 1);
  });

  test('when a sign-in is completed, then the next one can start at once with a new code', async () => {
    const first = await signInAdmin(identity);
    const second = await signInAdmin(identity);
    identity.wait(60);

    expect([first.second.status, second.second.status]).toEqual([200, 200]);
    expect(first.browser.cookie('session')).not.toBe(second.browser.cookie('session'));
  });

  test('when a browser signs in again, then the session has a new id and the earlier one ends', async () => {
    const { browser } = await signInAdmin(identity);
    const old = browser.cookie('session');
    await signInAdmin(identity, browser);
    identity.wait(60);

    expect(claimsOf(browser.cookie('session')).sid).not.toBe(claimsOf(old).sid);
    const holder = identity.browser();
    holder.jar.set('session', old);
    expect((await holder.get('/api/user')).status).toBe(401);
    expect((await browser.get('/api/user')).status).toBe(200);
  });

  test('when a sign-in is completed, then the browser is a known device', async () => {
    const { second, browser } = await signInAdmin(identity);
    identity.wait(60);

    const line = second.setCookies['known_device'];
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=15552000/, /Path=\/(;|$)/]) expect(line).toMatch(attribute);
    const posing = identity.browser();
    posing.jar.set('session', browser.cookie('known_device'));
    expect((await posing.get('/api/user')).status).toBe(401);
  });
});

describe('resending the admin code', () => {
  test('when a code is requested again after a minute, then it replaces the old one and the ten minutes restart (admin 4.8, 7.7)', async () => {
    const browser = identity.browser();
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const old = await nextCode(before);
    identity.wait(30);
    expect(await browser.post(RESEND, { email: ADMIN.email })).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' } });
    identity.wait(500);
    const resent = await browser.post(RESEND, { email: ADMIN.email });
    const fresh = await nextCode(before + 1);
    identity.wait(300);

    expect(resent).toMatchObject({ status: 200, body: { expiresInSeconds: 600, resendAfterSeconds: 60 } });
    expect(resent.setCookies['admin_pending']).toMatch(/Max-Age=600/);
    if (old === fresh) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');
    expect((await browser.post(VERIFY, { email: ADMIN.email, code: old })).body['code']).toBe('TwoFactorInvalid');
    expect((await browser.post(VERIFY, { email: ADMIN.email, code: fresh })).status).toBe(200);
  });

  test('when the password step is missing, then nothing is mailed', async () => {
    const before = mailed();
    expect(await identity.browser().post(RESEND, { email: ADMIN.email })).toMatchObject({
      status: 401,
      body: { code: 'TwoFactorExpired' },
    });
    const forged = identity.browser();
    forged.jar.set('admin_pending', 'A'.repeat(43));
    expect((await forged.post(RESEND, { email: ADMIN.email })).status).toBe(401);
    expect(mailed()).toBe(before);
  });
});

describe('invalid admin login requests', () => {
  test.each([
    ['a query operator as the password', { email: ADMIN.email, password: { $ne: null } }],
    ['a query operator as the address', { email: { $gt: '' }, password: ADMIN.password }],
    ['no password', { email: ADMIN.email }],
    ['an empty password', { email: ADMIN.email, password: '' }],
    ['a password of 201 characters', { email: ADMIN.email, password: 'x'.repeat(201) }],
    ['an array as body', []],
  ])('when the request has %s, then it is rejected before anything is counted', async (_name, body) => {
    const before = await identity.documents('sign-in-events');
    expect(await identity.browser().post(LOGIN, body)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await identity.documents('sign-in-events')).toHaveLength(before.length);
  });
});

describe('stored sign-in events', () => {
  test('when a sign-in is recorded, then the event has its risk signals and neither password nor code', async () => {
    await identity.mongo.collection('sign-in-events').deleteMany({});
    const ip = '198.51.100.20';
    const browser = identity.browser({ ip, userAgent: 'Mozilla/5.0 (test)' });
    await browser.post(LOGIN, { email: ADMIN.email, password: 'wrong' });
    const { code } = await signInAdmin(identity, browser);
    identity.wait(60);
    await signInAdmin(identity, browser);
    identity.wait(60);

    const events = await identity.mongo.collection('sign-in-events').find({ ip }).sort({ _id: 1 }).toArray();
    expect(events.map(({ outcome }) => outcome)).toEqual(['wrong-password', 'challenged', 'succeeded', 'challenged', 'succeeded']);
    expect(events[0]).toMatchObject({
      door: 'admin',
      email: ADMIN.email,
      network: ip,
      userAgentHash: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(events.map(({ risk }) => risk)).toEqual([
      { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 50, level: 'medium' },
      { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 1, failedAccountsOfNetwork: 1, score: 50, level: 'medium' },
      { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 1, failedAccountsOfNetwork: 1, score: 50, level: 'medium' },
      { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 1, failedAccountsOfNetwork: 1, score: 0, level: 'low' },
      { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 1, failedAccountsOfNetwork: 1, score: 0, level: 'low' },
    ]);
    const text = JSON.stringify(events);
    for (const secret of [ADMIN.password, code, 'Mozilla']) expect(text).not.toContain(secret);
    const days = (events[0]!['expiresAt'].getTime() - events[0]!['at'].getTime()) / 86_400_000;
    expect(days).toBe(90);
  });
});
