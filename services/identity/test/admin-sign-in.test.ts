import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { adminSignedInSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { ADMIN, type IdentityUnderTest, otherThan, signInAdmin, startIdentity } from './support/identity.ts';

const LOGIN = '/api/admin/login';
const VERIFY = '/api/admin/verify-2fa';
const RESEND = '/api/admin/resend-2fa';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
});
afterAll(() => identity.stop());

const mailed = () => identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
const nextCode = (before: number) => identity.mailedCode(ADMIN.email, { purpose: 'admin-sign-in', nth: before + 1 });
const claimsOf = (token: string) => jwt.decode(token) as SessionClaims & { iat: number; exp: number };

describe('when the admin gives the right password', () => {
  test('then a code is mailed, the second step is bound to this browser, and there is no session yet', async () => {
    const browser = identity.browser();
    const before = mailed();
    const answer = await browser.post(LOGIN, { email: ` ${ADMIN.email.toUpperCase()} `, password: ADMIN.password });

    expect(answer).toMatchObject({ status: 200, body: { requiresTwoFactor: true } });
    expect(answer.body).not.toHaveProperty('redirectTo');
    expect(Object.keys(answer.setCookies)).toEqual(['admin_pending']);
    const line = answer.setCookies['admin_pending'];
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=600/, /Path=\/api(;|$)/]) expect(line).toMatch(attribute);
    expect(await nextCode(before)).toMatch(/^\d{6}$/);
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
    const pending = await identity.documents('pending-sign-ins');
    expect(JSON.stringify(pending)).not.toContain(browser.cookie('admin_pending'));
    identity.wait(60);
  });

  test('then the code in the same browser signs in for 60 minutes', async () => {
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
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: true, user: body.user });
    const [stored] = await identity.documents('users', { email: ADMIN.email });
    expect(stored!['lastLoginAt']).toBeInstanceOf(Date);
  });

  test('then the code in another browser, even one with the right password behind another address, signs nobody in', async () => {
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

  test('then a code for ordering does not open the second step', async () => {
    const browser = identity.browser();
    await browser.post('/api/send-verification-code', { email: ADMIN.email });
    const orderCode = await identity.mailedCode(ADMIN.email);
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    identity.wait(60);
    if (code === orderCode) throw new Error('one chance in a million: run again');

    expect(await browser.post(VERIFY, { email: ADMIN.email, code: orderCode })).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid', message: '認証コードが正しくありません' },
    });
    expect((await browser.post('/api/verify-email-code', { email: ADMIN.email, code })).status).toBe(400);
    expect((await browser.post(VERIFY, { email: ADMIN.email, code })).status).toBe(200);
  });

  test('then ten minutes later both steps must be done again', async () => {
    const browser = identity.browser();
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    identity.wait(601);

    expect(await browser.post(VERIFY, { email: ADMIN.email, code })).toMatchObject({
      status: 401,
      body: { code: 'TwoFactorExpired', message: '認証コードが期限切れになりました、再度ログインしてください' },
    });
    await waitUntil(async () => (await identity.documents('pending-sign-ins')).length === 0, { what: 'the sweep' });
  });

  test('then five wrong codes end the code, also when they come at once', async () => {
    const browser = identity.browser();
    const before = mailed();
    await browser.post(LOGIN, ADMIN);
    const code = await nextCode(before);
    identity.wait(60);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => browser.post(VERIFY, { email: ADMIN.email, code: otherThan(code, index + 1) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    expect(await identity.document('codes', `admin-sign-in:${ADMIN.email}`)).toMatchObject({ tries: 5 });
    expect(await browser.post(VERIFY, { email: ADMIN.email, code })).toMatchObject({ status: 400, body: { code: 'CodeTriesExceeded' } });
    await identity.mongo.collection('sign-in-events').deleteMany({});
  });

  test('then signing in again within the minute goes on with the code just mailed', async () => {
    const before = mailed();
    await identity.browser().post(LOGIN, ADMIN);
    const code = await nextCode(before);
    const again = identity.browser();

    expect(await again.post(LOGIN, ADMIN)).toMatchObject({ status: 200, body: { requiresTwoFactor: true } });
    expect((await again.post(VERIFY, { email: ADMIN.email, code })).status).toBe(200);
    expect(mailed()).toBe(before + 1);
  });

  test('then after a sign-in the next may follow at once, with a code of its own', async () => {
    const first = await signInAdmin(identity);
    const second = await signInAdmin(identity);
    identity.wait(60);

    expect([first.second.status, second.second.status]).toEqual([200, 200]);
    expect(first.browser.cookie('session')).not.toBe(second.browser.cookie('session'));
  });

  test('then the session has a new id each time, and the one before it in this browser has ended', async () => {
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

  test('then the browser is known afterwards', async () => {
    const { second, browser } = await signInAdmin(identity);
    identity.wait(60);

    const line = second.setCookies['known_device'];
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=15552000/, /Path=\/api(;|$)/]) expect(line).toMatch(attribute);
    const posing = identity.browser();
    posing.jar.set('session', browser.cookie('known_device'));
    expect((await posing.get('/api/user')).status).toBe(401);
  });
});

describe('when the admin asks for the code again', () => {
  test('then after a minute a new one comes, the old one is dead, and there are ten minutes again', async () => {
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
    if (old === fresh) throw new Error('one chance in a million: run again');
    expect((await browser.post(VERIFY, { email: ADMIN.email, code: old })).body['code']).toBe('TwoFactorInvalid');
    expect((await browser.post(VERIFY, { email: ADMIN.email, code: fresh })).status).toBe(200);
  });

  test('then without the password step nothing is mailed', async () => {
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

describe('when the request is not what it should be', () => {
  test.each([
    ['an operator for a password', { email: ADMIN.email, password: { $ne: null } }],
    ['an operator for an address', { email: { $gt: '' }, password: ADMIN.password }],
    ['no password', { email: ADMIN.email }],
    ['an empty password', { email: ADMIN.email, password: '' }],
    ['a password of 201 characters', { email: ADMIN.email, password: 'x'.repeat(201) }],
    ['a list', []],
  ])('then %s is refused before anything is counted', async (_name, body) => {
    const before = await identity.documents('sign-in-events');
    expect(await identity.browser().post(LOGIN, body)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await identity.documents('sign-in-events')).toHaveLength(before.length);
  });
});

describe('when a sign-in is stored', () => {
  test('then with the facts its risk is judged by, and without password or code', async () => {
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
