import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loginAnswerSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import jwt from 'jsonwebtoken';
import { codeAfter, logIn, openAccount, PASSWORD, storedUser } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, otherThan, signInAdmin, startIdentity } from './support/identity.ts';
import { endCounts } from './support/locks.ts';
import { type OtherService, startOtherService } from './support/other-service.ts';

let identity: IdentityUnderTest;
let other: OtherService;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
  other = await startOtherService(identity);
});
afterAll(async () => {
  await other.stop();
  await identity.stop();
});

const claimsOf = (session: string) => jwt.decode(session) as SessionClaims & { iat: number; exp: number };
const eventsOf = (email: string) => identity.mongo.collection('sign-in-events').find({ email }).sort({ _id: 1 }).toArray();

describe('when a customer gives the right password', () => {
  test('then a session of 30 days begins, which every service knows, and the browser is remembered', async () => {
    const { email, id } = await openAccount(identity);
    const before = await storedUser(identity, email);
    identity.wait(60);
    const browser = identity.browser();
    const answer = await logIn(browser, { email: ` ${email.toUpperCase()}　`, password: PASSWORD });

    expect(answer.status).toBe(200);
    expect(loginAnswerSchema.parse(answer.body)).toEqual({
      requiresTwoFactor: false,
      user: { id, email, username: email, name: '客', isAdmin: false, emailProven: true },
      redirectTo: '/',
      message: 'ログインしました。',
    });
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=2592000/, /Path=\/(;|$)/])
      expect(answer.setCookies['session']).toMatch(attribute);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Path=\/api(;|$)/])
      expect(answer.setCookies['known_device']).toMatch(attribute);
    const claims = claimsOf(browser.cookie('session'));
    expect(claims).toMatchObject({ typ: 'session', sub: id, email, emailProven: true, isAdmin: false });
    expect(claims.exp - claims.iat).toBe(30 * 86_400);
    expect(await other.statusOf(browser.cookie('session'))).toBe(200);
    expect((await browser.get('/api/user')).body).toMatchObject({ id });
    const after = await storedUser(identity, email);
    expect(after['lastLoginAt'].getTime()).toBeGreaterThan(before['lastLoginAt'].getTime());
    expect((await eventsOf(email)).at(-1)).toMatchObject({ door: 'customer', outcome: 'succeeded', userId: id });
  });

  test('then an empty second code is no code, and one nobody asked for is not looked at', async () => {
    const { email } = await openAccount(identity);
    expect(await logIn(identity.browser(), { email, password: PASSWORD, twoFactorCode: '' })).toMatchObject({
      status: 200,
      body: { requiresTwoFactor: false },
    });
    expect((await logIn(identity.browser(), { email, password: PASSWORD, twoFactorCode: '123456' })).status).toBe(200);
  });

  test('then the session is a new one, and the one this browser had, or was given by somebody, ends', async () => {
    const [anna, ben] = [await openAccount(identity), await openAccount(identity)];
    const planted = anna.browser.cookie('session');
    ben.browser.jar.set('session', planted);
    await logIn(ben.browser, ben);

    const session = ben.browser.cookie('session');
    expect(claimsOf(session).sid).not.toBe(claimsOf(planted).sid);
    expect(claimsOf(session).sub).toBe(ben.id);
    expect([await other.statusOf(session), await other.statusOf(planted)]).toEqual([200, 401]);
    expect(await identity.redis.exists(sessionKey(claimsOf(planted).sid))).toBe(0);
  });

  test('then logging out ends it for every service at once', async () => {
    const { browser, ...customer } = await openAccount(identity);
    await logIn(browser, customer);
    const session = browser.cookie('session');
    expect(await other.statusOf(session)).toBe(200);
    await browser.post('/api/logout');
    expect(await other.statusOf(session)).toBe(401);
  });
});

describe('when an admin comes by the customers’ door', () => {
  const begin = (browser = identity.browser()) =>
    codeAfter(identity, { email: ADMIN.email, purpose: 'admin-sign-in', ask: () => logIn(browser, ADMIN) });

  test('then the right password is half the way: a code is mailed, and there is no session', async () => {
    const browser = identity.browser();
    const answer = await logIn(browser, ADMIN);
    expect(await identity.mailedCode(ADMIN.email, { purpose: 'admin-sign-in' })).toMatch(/^\d{6}$/);
    identity.wait(60);

    expect(loginAnswerSchema.parse(answer.body)).toEqual({
      requiresTwoFactor: true,
      methods: ['mail'],
      user: null,
      redirectTo: null,
      message: '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。',
    });
    expect(answer).toMatchObject({ status: 200, setCookies: {} });
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
  });

  test('then the same call with the code signs in for 60 minutes and leads to the back office', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(60);
    const fullWidth = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    const answer = await logIn(browser, { ...ADMIN, twoFactorCode: ` ${fullWidth}` });

    expect(answer).toMatchObject({ status: 200, body: { requiresTwoFactor: false, redirectTo: '/admin', user: { isAdmin: true } } });
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

  test('then the code with a wrong password opens nothing, and a wrong code nothing with the right one', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(60);

    expect(await logIn(browser, { ...ADMIN, password: 'Wrong-Password-1', twoFactorCode: code })).toMatchObject({
      status: 401,
      body: { code: 'CredentialsInvalid' },
    });
    expect(await logIn(browser, { ...ADMIN, twoFactorCode: otherThan(code) })).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid' },
      setCookies: {},
    });
    expect((await eventsOf(ADMIN.email)).at(-1)).toMatchObject({ door: 'customer', outcome: 'wrong-code' });
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: code })).status).toBe(200);
    await endCounts(identity);
  });

  test('then asking again at once goes on with the same code, later it mails another, and the first is dead', async () => {
    const browser = identity.browser();
    const first = await begin(browser);
    const mailed = identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
    expect((await logIn(browser, ADMIN)).status).toBe(200);
    identity.wait(60);
    const second = await begin(browser);
    identity.wait(60);

    expect(identity.codeEvents(ADMIN.email, 'admin-sign-in')).toHaveLength(mailed + 1);
    if (first === second) throw new Error('one chance in a million: run again');
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: first })).body).toMatchObject({ code: 'TwoFactorInvalid' });
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: second })).status).toBe(200);
  });

  test('then ten minutes later the code has ended, and asking again mails a new one', async () => {
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

  test('then of 15 guesses at the code at once at most five are compared', async () => {
    const code = await begin();
    identity.wait(60);
    const guesses = Array.from({ length: 15 }, (_, index) =>
      logIn(identity.browser(), { ...ADMIN, twoFactorCode: otherThan(code, index + 1) }),
    );
    const answers = await Promise.all(guesses);

    expect(answers.every(({ status, setCookies }) => status === 400 && Object.keys(setCookies).length === 0)).toBe(true);
    expect(answers.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(4);
    expect((await logIn(identity.browser(), { ...ADMIN, twoFactorCode: code })).body).toMatchObject({ code: 'CodeTriesExceeded' });
    await endCounts(identity);
  });

  test('then both doors know one code, but a session at one needs all steps at one', async () => {
    const browser = identity.browser();
    const code = await begin(browser);
    identity.wait(60);
    expect((await browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code })).status).toBe(401);
    expect((await logIn(browser, { ...ADMIN, twoFactorCode: code })).status).toBe(200);
    expect((await signInAdmin(identity, browser)).second.status).toBe(200);
    identity.wait(60);
  });
});

describe('when the body is made to do harm', () => {
  const raw = (body: string) =>
    identity
      .browser()
      .call({ method: 'POST', path: '/api/login', body: Buffer.from(body), headers: { 'content-type': 'application/json' } });

  test.each([
    ['an operator for the password', { email: ADMIN.email, password: { $ne: null } }],
    ['an operator for the address', { email: { $ne: null }, password: ADMIN.password }],
    ['a list of addresses', { email: [ADMIN.email], password: ADMIN.password }],
    ['a line break in the address', { email: `${ADMIN.email}\r\nBcc: b@example.jp`, password: ADMIN.password }],
    ['HTML in the address', { email: '<img src=x>@example.jp', password: 'x' }],
    ['an operator for the code', { ...ADMIN, twoFactorCode: { $gt: '' } }],
    ['letters for the code', { ...ADMIN, twoFactorCode: 'abcdef' }],
    ['no password', { email: ADMIN.email }],
    ['a password of 201 characters', { email: ADMIN.email, password: 'a'.repeat(201) }],
  ])('then %s is refused before anything is asked or counted', async (_name, body) => {
    const before = await identity.documents('sign-in-events');
    expect(await identity.browser().post('/api/login', body)).toMatchObject({
      status: 400,
      body: { code: 'ValidationFailed' },
      setCookies: {},
    });
    expect(await identity.documents('sign-in-events')).toHaveLength(before.length);
  });

  test('then extras and a prototype make nobody an admin', async () => {
    const { email } = await openAccount(identity);
    const text = `{"email":"${email}","password":"${PASSWORD}","isAdmin":true,"user":{"isAdmin":true},"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}`;
    const answer = await raw(text);

    expect(answer).toMatchObject({ status: 200, body: { redirectTo: '/', user: { isAdmin: false } } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(await storedUser(identity, email)).toMatchObject({ isAdmin: false });
  });
});
