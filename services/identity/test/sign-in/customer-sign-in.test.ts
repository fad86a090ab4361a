import { describe, expect, test } from '@jest/globals';
import { loginResponseSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { codeMailedBy, createCustomer, logIn, PASSWORD, storedUser } from '../support/customers.ts';
import { ADMIN, differentCode, signInAdmin, startIdentity } from '../support/identity.ts';
import { expireCounters } from '../support/lockout.ts';
import { startOtherService } from '../support/other-service.ts';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));
const other = useService(() => startOtherService(identity));

const claimsOf = (session: string) => jwt.decode(session) as SessionClaims & { iat: number; exp: number };
const eventsOf = (email: string) => identity.mongo.collection('sign-in-events').find({ email }).sort({ _id: 1 }).toArray();

describe('customer sign-in', () => {
  test('when the password is correct, then a 30-day session opens for all services and the browser becomes a known device (customer 2.21, 3.11, 7.13)', async () => {
    const { email, id } = await createCustomer(identity);
    const before = await storedUser(identity, email);
    identity.wait(60);
    const browser = identity.browser();
    const response = await logIn(browser, { email: ` ${email.toUpperCase()}　`, password: PASSWORD });

    expect(response.status).toBe(200);
    expect(loginResponseSchema.parse(response.body)).toEqual({
      requiresTwoFactor: false,
      user: { id, email, username: email, name: '客', isAdmin: false, emailProven: true },
      redirectTo: '/',
      message: 'ログインしました。',
    });
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=2592000/, /Path=\/(;|$)/])
      expect(response.setCookies['session']).toMatch(attribute);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Path=\/(;|$)/])
      expect(response.setCookies['known_device']).toMatch(attribute);
    const claims = claimsOf(browser.cookie('session'));
    expect(claims).toMatchObject({ typ: 'session', sub: id, email, emailProven: true, isAdmin: false });
    expect(claims.exp - claims.iat).toBe(30 * 86_400);
    expect(await other.statusOf(browser.cookie('session'))).toBe(200);
    expect((await browser.get('/api/user')).body).toMatchObject({ id });
    const after = await storedUser(identity, email);
    expect(after['lastLoginAt'].getTime()).toBeGreaterThan(before['lastLoginAt'].getTime());
    expect((await eventsOf(email)).at(-1)).toMatchObject({ door: 'customer', outcome: 'succeeded', userId: id });
  });

  test('when the code is empty, then it counts as missing; when no code is required, then it is ignored', async () => {
    const { email } = await createCustomer(identity);
    expect(await logIn(identity.browser(), { email, password: PASSWORD, twoFactorCode: '' })).toMatchObject({
      status: 200,
      body: { requiresTwoFactor: false },
    });
    expect((await logIn(identity.browser(), { email, password: PASSWORD, twoFactorCode: '123456' })).status).toBe(200);
  });

  test('when the browser already has a session, then a new one opens and the earlier one ends', async () => {
    const [anna, ben] = [await createCustomer(identity), await createCustomer(identity)];
    const planted = anna.browser.cookie('session');
    ben.browser.jar.set('session', planted);
    await logIn(ben.browser, ben);

    const session = ben.browser.cookie('session');
    expect(claimsOf(session).sid).not.toBe(claimsOf(planted).sid);
    expect(claimsOf(session).sub).toBe(ben.id);
    expect([await other.statusOf(session), await other.statusOf(planted)]).toEqual([200, 401]);
    expect(await identity.redis.exists(sessionKey(claimsOf(planted).sid))).toBe(0);
  });

  test('when the customer logs out, then the session ends in all services', async () => {
    const { browser, ...customer } = await createCustomer(identity);
    await logIn(browser, customer);
    const session = browser.cookie('session');
    expect(await other.statusOf(session)).toBe(200);
    await browser.post('/api/logout');
    expect(await other.statusOf(session)).toBe(401);
  });
});

describe('admin at the customer login', () => {
  const begin = (browser = identity.browser()) =>
    codeMailedBy(identity, { email: ADMIN.email, purpose: 'admin-sign-in', request: () => logIn(browser, ADMIN) });

  test('when the password is correct, then a code is mailed and no session opens (customer 3.11)', async () => {
    const browser = identity.browser();
    const response = await logIn(browser, ADMIN);
    expect(await identity.mailedCode(ADMIN.email, { purpose: 'admin-sign-in' })).toMatch(/^\d{6}$/);
    identity.wait(60);

    expect(loginResponseSchema.parse(response.body)).toEqual({
      requiresTwoFactor: true,
      methods: ['mail'],
      resendAfterSeconds: 60,
      user: null,
      redirectTo: null,
      message: '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。',
    });
    expect(response).toMatchObject({ status: 200, setCookies: {} });
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
  });

  test('when the request is repeated with the code, then a 60-minute session opens and the redirect goes to the back office (customer 2.21, 6.3)', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(60);
    const fullWidth = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    const response = await logIn(browser, { ...ADMIN, twoFactorCode: ` ${fullWidth}` });

    expect(response).toMatchObject({ status: 200, body: { requiresTwoFactor: false, redirectTo: '/admin', user: { isAdmin: true } } });
    const claims = claimsOf(browser.cookie('session'));
    expect(claims.exp - claims.iat).toBe(3600);
    expect((await other.withCookies({ session: browser.cookie('session') }).get('/api/admins-only')).status).toBe(200);
    expect(browser.cookie('known_device')).not.toBe('');
    const outcomes = (await eventsOf(ADMIN.email)).slice(-2).map(({ door, outcome }) => [door, outcome]);
    expect(outcomes).toEqual([
      ['customer', 'challenged'],
      ['customer', 'succeeded'],
    ]);
    expect(await logIn(identity.browser(), { ...ADMIN, twoFactorCode: code })).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid', message: '認証コードが正しくありません' },
    });
  });

  test('when either the password or the code is wrong, then no session opens', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(60);

    expect(await logIn(browser, { ...ADMIN, password: 'Wrong-Password-1', twoFactorCode: code })).toMatchObject({
      status: 401,
      body: { code: 'CredentialsInvalid' },
    });
    expect(await logIn(browser, { ...ADMIN, twoFactorCode: differentCode(code) })).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid' },
      setCookies: {},
    });
    expect((await eventsOf(ADMIN.email)).at(-1)).toMatchObject({ door: 'customer', outcome: 'wrong-code' });
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: code })).status).toBe(200);
    await expireCounters(identity);
  });

  test('when the sign-in starts again at once, then the same code is valid; later a new one replaces it', async () => {
    const browser = identity.browser();
    const first = await begin(browser);
    const mailed = identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
    expect((await logIn(browser, ADMIN)).status).toBe(200);
    identity.wait(60);
    const second = await begin(browser);
    identity.wait(60);

    expect(identity.codeEvents(ADMIN.email, 'admin-sign-in')).toHaveLength(mailed + 1);
    if (first === second) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: first })).body).toMatchObject({ code: 'TwoFactorInvalid' });
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: second })).status).toBe(200);
  });

  test('when ten minutes have passed, then the code has expired and starting again mails a new one', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(601);

    expect(await logIn(browser, { ...ADMIN, twoFactorCode: code })).toMatchObject({
      status: 401,
      body: { code: 'TwoFactorExpired', message: '認証コードが期限切れになりました、再度ログインしてください' },
    });
    const again = await begin(browser);
    identity.wait(60);
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: again })).status).toBe(200);
  });

  test('when 15 guesses of the code arrive concurrently, then at most five are compared', async () => {
    const code = await begin();
    identity.wait(60);
    const guesses = Array.from({ length: 15 }, (_, index) =>
      logIn(identity.browser(), { ...ADMIN, twoFactorCode: differentCode(code, index + 1) }),
    );
    const responses = await Promise.all(guesses);

    expect(responses.every(({ status, setCookies }) => status === 400 && Object.keys(setCookies).length === 0)).toBe(true);
    expect(responses.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(4);
    expect((await logIn(identity.browser(), { ...ADMIN, twoFactorCode: code })).body).toMatchObject({ code: 'CodeTriesExceeded' });
    await expireCounters(identity);
  });

  test('when a code was mailed by the customer login, then the admin login requires its own password step', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(60);
    expect((await browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code })).status).toBe(401);
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: code })).status).toBe(200);
    expect((await signInAdmin(identity, browser)).second.status).toBe(200);
    identity.wait(60);
  });
});

describe('malicious customer login requests', () => {
  const raw = (body: string) =>
    identity
      .browser()
      .call({ method: 'POST', path: '/api/login', body: Buffer.from(body), headers: { 'content-type': 'application/json' } });

  test.each([
    ['a query operator as the password', { email: ADMIN.email, password: { $ne: null } }],
    ['a query operator as the address', { email: { $ne: null }, password: ADMIN.password }],
    ['a list of addresses', { email: [ADMIN.email], password: ADMIN.password }],
    ['a line break in the address', { email: `${ADMIN.email}\r\nBcc: b@example.jp`, password: ADMIN.password }],
    ['HTML in the address', { email: '<img src=x>@example.jp', password: 'x' }],
    ['a query operator as the code', { ...ADMIN, twoFactorCode: { $gt: '' } }],
    ['letters as the code', { ...ADMIN, twoFactorCode: 'abcdef' }],
    ['no password', { email: ADMIN.email }],
    ['a password of 201 characters', { email: ADMIN.email, password: 'a'.repeat(201) }],
  ])('when the body has %s, then it is rejected before anything is counted', async (_name, body) => {
    const before = await identity.documents('sign-in-events');
    expect(await identity.browser().post('/api/login', body)).toMatchObject({
      status: 400,
      body: { code: 'ValidationFailed' },
      setCookies: {},
    });
    expect(await identity.documents('sign-in-events')).toHaveLength(before.length);
  });

  test('when the body has extra fields or __proto__, then they are ignored', async () => {
    const { email } = await createCustomer(identity);
    const text = `{"email":"${email}","password":"${PASSWORD}","isAdmin":true,"user":{"isAdmin":true},"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}`;
    const response = await raw(text);

    expect(response).toMatchObject({ status: 200, body: { redirectTo: '/', user: { isAdmin: false } } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(await storedUser(identity, email)).toMatchObject({ isAdmin: false });
  });
});
