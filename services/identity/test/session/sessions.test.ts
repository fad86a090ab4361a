import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { authCheckSchema, jwksSchema, type SessionClaims, sessionsEnded, sessionUserSchema } from '@stagereel/contracts';
import { createEvent, sessionKey } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { createSessionStore } from '../../src/adapters/session-store.ts';
import { createCustomer, logIn } from '../support/customers.ts';
import { ADMIN, proveEmail, signInAdmin, startIdentity } from '../support/identity.ts';
import { startOtherService } from '../support/other-service.ts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();
const current = pair();
const older = pair();

const identity = useService(() =>
  startIdentity({
    SESSION_SIGNING_KEY: Buffer.from(pemOf(current.privateKey)).toString('base64'),
    SESSION_VERIFY_KEYS: pemOf(older.publicKey),
    codesPerAddressHour: 1000,
  }),
);
const other = useService(() => startOtherService(identity));

const jwks = async () => {
  const response = await identity.server.inject({
    url: '/internal/jwks',
    headers: { 'x-internal-token': identity.backing.INTERNAL_TOKEN },
  });
  return jwksSchema.parse(response.json());
};
/** Sends the same cookies to the other service. */
const atOther = (cookies: Record<string, string>) => other.withCookies(cookies);
const claimsOf = (token: string) => jwt.decode(token) as SessionClaims & { exp: number };

describe('requests without a session', () => {
  test('when there is no session, then the check responds with 200 and the user route with 401 (customer 7.20, 7.23; admin 7.3, 7.41)', async () => {
    const browser = identity.browser();
    const check = await browser.get('/api/auth/check');
    expect(check.status).toBe(200);
    expect(authCheckSchema.parse(check.body)).toEqual({ authenticated: false, user: null });
    expect(check.headers['cache-control']).toBe('no-store');
    expect(await browser.get('/api/user')).toMatchObject({ status: 401, body: { code: 'Unauthorized' } });
  });

  test('when there is no session, then logout succeeds and clears the cookies', async () => {
    const response = await identity.browser().post('/api/logout');
    expect(response).toMatchObject({ status: 204, body: {} });
    for (const name of ['session', 'order_session']) {
      expect(response.setCookies[name]).toMatch(new RegExp(`^__Host-${name}=;`));
      for (const attribute of [/Path=\/(;|$)/, /Expires=Thu, 01 Jan 1970|Max-Age=0/, /HttpOnly/, /Secure/]) {
        expect(response.setCookies[name]).toMatch(attribute);
      }
    }
  });
});

describe('end of sessions', () => {
  test('when a user logs out, then the session ends in all services (customer 3.12, 7.22; admin 3.10, 7.4)', async () => {
    const { browser } = await signInAdmin(identity);
    identity.wait(60);
    const session = browser.cookie('session');
    const elsewhere = atOther({ session });
    expect(sessionUserSchema.parse((await browser.get('/api/user')).body)).toMatchObject({ isAdmin: true });
    expect((await elsewhere.get('/api/admins-only')).status).toBe(200);

    expect((await browser.post('/api/logout')).status).toBe(204);

    expect(browser.cookie('session')).toBe('');
    expect((await elsewhere.get('/api/admins-only')).status).toBe(401);
    const keeper = identity.browser();
    keeper.jar.set('session', session);
    expect((await keeper.get('/api/user')).status).toBe(401);
    expect((await keeper.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
    expect(await identity.redis.exists(sessionKey(claimsOf(session).sid))).toBe(0);
  });

  test('when a user logs out, then the email proof is cleared', async () => {
    const { browser } = await proveEmail(identity, 'leaves@example.jp');
    await browser.post('/api/logout');
    expect(browser.cookie('order_session')).toBe('');
  });

  test("when a user logs out, then the user's other sessions stay open", async () => {
    const [first, second] = [await signInAdmin(identity), await signInAdmin(identity)];
    identity.wait(60);
    await first.browser.post('/api/logout');
    expect((await second.browser.get('/api/user')).status).toBe(200);
  });

  test('when an admin ends all sessions, then they end in all services, with the sign-in that waits for its code, and it is in the audit log', async () => {
    const [first, second] = [await signInAdmin(identity), await signInAdmin(identity)];
    const waiting = identity.browser();
    await waiting.post('/api/admin/login', ADMIN);
    const sessions = [first, second].map(({ browser }) => browser.cookie('session'));
    const customer = await createCustomer(identity);

    const response = await first.browser.post('/api/logout/all');

    expect([response.status, first.browser.cookie('session'), first.browser.cookie('known_device')]).toEqual([204, '', expect.any(String)]);
    for (const session of sessions) expect(await other.statusOf(session)).toBe(401);
    expect(await second.browser.post('/api/logout/all')).toMatchObject({ status: 401 });
    const late = await waiting.post('/api/admin/verify-2fa', { email: ADMIN.email, code: '000000' });
    expect(late.body).toMatchObject({ code: 'TwoFactorExpired' });
    expect((await customer.browser.get('/api/user')).status).toBe(200);
    const entries = () => identity.documents('audit-entries', { action: 'user.sessions-ended' });
    await waitUntil(async () => (await entries()).length > 0, { what: 'the audit entry' });
    expect(await entries()).toMatchObject([{ adminEmail: ADMIN.email, target: { type: 'user', label: ADMIN.email } }]);
    identity.wait(60);
  });

  test('when a customer ends all sessions, then the next sign-in opens one that stays, although the event is repeated', async () => {
    const { email, password, id, browser } = await createCustomer(identity);
    const [session, elsewhere] = [browser.cookie('session'), identity.browser()];
    await logIn(elsewhere, { email, password });
    expect((await elsewhere.post('/api/logout/all')).status).toBe(204);
    expect(await other.statusOf(session)).toBe(401);
    await logIn(browser, { email, password });
    const ended = await identity.probe.waitFor('sessions.ended', ({ data }) => (data as { userId: string }).userId === id);
    await identity.probe.publish({ ...ended, id: randomUUID() });
    // Handled after the repeated event, because it is in the same queue.
    const last = await createCustomer(identity);
    await identity.mongo.collection<{ _id: string }>('users').updateOne({ _id: last.id }, { $inc: { timesSignedOut: 1 } });
    await identity.probe.publish(createEvent(sessionsEnded, { userId: last.id, endedAt: new Date().toISOString() }));
    await waitUntil(async () => (await other.statusOf(last.browser.cookie('session'))) === 401, {
      what: 'the end that a crash interrupted',
    });
    expect(await other.statusOf(browser.cookie('session'))).toBe(200);
    expect(await identity.documents('audit-entries', { action: 'user.sessions-ended', adminEmail: email })).toEqual([]);
  });

  test('when all sessions of a user are ended, then other users keep theirs', async () => {
    const store = createSessionStore(identity.redis);
    const [anna, ben] = [randomUUID(), randomUUID()];
    for (const [sid, owner] of [
      ['a-1', anna],
      ['a-2', anna],
      ['b-1', ben],
    ] as const)
      await store.open({ sid, owner, seconds: 60, at: new Date() });
    await store.endWhere({ owner: anna, isOutdated: () => true });

    expect(await identity.redis.exists(sessionKey('a-1'), sessionKey('a-2'), `user-sessions:${anna}`)).toBe(0);
    expect(await identity.redis.get(sessionKey('b-1'))).toBe(ben);
    await expect(store.endWhere({ owner: randomUUID(), isOutdated: () => true })).resolves.toBeUndefined();
  });

  test('when the account was deleted, then its session has no user', async () => {
    const { browser, response } = await proveEmail(identity, 'gone@example.jp');
    expect(response.status).toBe(200);
    const password = 'Plum-Orchard-1';
    await browser.post('/api/register', { email: 'gone@example.jp', name: '某', password, confirmPassword: password, agreesToTerms: true });
    expect((await browser.get('/api/user')).status).toBe(200);
    await identity.mongo.collection('users').deleteOne({ email: 'gone@example.jp' });

    expect((await browser.get('/api/user')).status).toBe(401);
    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
  });
});

describe('forged tokens', () => {
  const kid = async () => (await jwks()).keys[0]!.kid;
  const claims = (sid: string) => ({
    typ: 'session',
    sub: randomUUID(),
    sid,
    email: 'forger@example.jp',
    emailProven: true,
    isAdmin: true,
  });
  const claimsWithSession = async () => {
    const sid = randomUUID();
    await identity.redis.set(sessionKey(sid), 'somebody', 'EX', 600);
    return claims(sid);
  };
  const options = { algorithm: 'ES256', issuer: 'stagereel', expiresIn: 600 } as const;
  const unsigned = (header: object, payload: object): string =>
    [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

  const forgeries: [string, () => Promise<string>][] = [
    [
      'signed by another key with the kid of the real key',
      async () => jwt.sign(await claimsWithSession(), pair().privateKey, { ...options, keyid: await kid() }),
    ],
    [
      'signed by another key with its own kid',
      async () => jwt.sign(await claimsWithSession(), pair().privateKey, { ...options, keyid: 'mine' }),
    ],
    [
      'signed by an older key with the kid of the current key',
      async () => jwt.sign(await claimsWithSession(), older.privateKey, { ...options, keyid: await kid() }),
    ],
    ['without a kid', async () => jwt.sign(await claimsWithSession(), current.privateKey, options)],
    [
      'unsigned (algorithm none)',
      async () =>
        `${unsigned({ alg: 'none', typ: 'JWT', kid: await kid() }, { ...(await claimsWithSession()), iss: 'stagereel', exp: 9e9 })}.`,
    ],
    [
      'signed by HS256 with the public key as secret',
      async () =>
        jwt.sign({ ...(await claimsWithSession()), iss: 'stagereel' }, pemOf(current.publicKey).repeat(1), {
          algorithm: 'HS256',
          keyid: await kid(),
        }),
    ],
    ['expired', async () => jwt.sign(await claimsWithSession(), current.privateKey, { ...options, expiresIn: -1, keyid: await kid() })],
    [
      'from another issuer',
      async () => jwt.sign(await claimsWithSession(), current.privateKey, { ...options, issuer: 'other', keyid: await kid() }),
    ],
    ['for a session that has ended', async () => jwt.sign(claims(randomUUID()), current.privateKey, { ...options, keyid: await kid() })],
    [
      'an email proof',
      async () => jwt.sign({ ...(await claimsWithSession()), typ: 'email-proof' }, current.privateKey, { ...options, keyid: await kid() }),
    ],
    ['not a JWT', async () => 'a.b.c'],
  ];

  test.each(forgeries)('when a token is %s, then it is rejected', async (_name, forge) => {
    const session = await forge();
    const browser = identity.browser();
    browser.jar.set('session', session);
    browser.jar.set('order_session', session.includes('email-proof') ? '' : session);

    expect((await browser.get('/api/auth/check')).body).toEqual({ authenticated: false, user: null });
    expect((await browser.get('/api/user')).status).toBe(401);
    expect((await browser.post('/api/logout')).status).toBe(204);
    expect((await atOther({ session }).get('/api/admins-only')).status).toBe(401);
    expect((await atOther({ order_session: session }).get('/api/customers-only')).status).toBe(401);
  });

  test('when the same claims are signed with the real key, then they are accepted', async () => {
    const session = jwt.sign(await claimsWithSession(), current.privateKey, { ...options, keyid: await kid() });
    expect((await atOther({ session }).get('/api/admins-only')).status).toBe(200);
  });

  test('when the role or address in a token is changed, then it is rejected', async () => {
    const [header, , signature] = jwt.sign(await claimsWithSession(), current.privateKey, { ...options, keyid: await kid() }).split('.');
    const payload = Buffer.from(JSON.stringify({ ...(await claimsWithSession()), iss: 'stagereel', exp: 9e9 })).toString('base64url');
    expect((await atOther({ session: [header, payload, signature].join('.') }).get('/api/admins-only')).status).toBe(401);
  });

  test('when a session token is used as an email proof, or the reverse, then it is rejected', async () => {
    const { browser } = await proveEmail(identity, 'two-kinds@example.jp');
    const proof = browser.cookie('order_session');
    expect((await atOther({ session: proof }).get('/api/customers-only')).status).toBe(401);
    expect((await atOther({ order_session: proof }).get('/api/proven-only')).body).toEqual({ emails: ['two-kinds@example.jp'] });
    const { browser: admin } = await signInAdmin(identity);
    identity.wait(60);
    expect((await atOther({ order_session: admin.cookie('session') }).get('/api/proven-only')).status).toBe(401);
  });
});

describe('published keys', () => {
  test('when keys are requested, then the response has the public keys of the signing key and older keys with their thumbprints', async () => {
    const { keys } = await jwks();
    expect(keys).toHaveLength(2);
    const ids = keys.map(({ kid }) => kid);
    for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
    expect(new Set(ids).size).toBe(2);
    // No private member is published.
    const [ofCurrent, ofOlder] = [current, older].map(({ publicKey }) => publicKey.export({ format: 'jwk' }));
    expect(keys).toEqual([
      { ...ofCurrent, kid: ids[0], alg: 'ES256', use: 'sig' },
      { ...ofOlder, kid: ids[1], alg: 'ES256', use: 'sig' },
    ]);
  });

  test('when a token was signed with an older key, then all services accept it', async () => {
    const { browser } = await signInAdmin(identity);
    identity.wait(60);
    const { iat, exp, iss, ...claims } = jwt.decode(browser.cookie('session')) as Record<string, unknown>;
    expect([typeof iat, typeof exp, iss]).toEqual(['number', 'number', 'stagereel']);
    const keyid = (await jwks()).keys[1]!.kid;
    const session = jwt.sign(claims, older.privateKey, { algorithm: 'ES256', issuer: 'stagereel', expiresIn: 600, keyid });

    expect((await atOther({ session }).get('/api/admins-only')).status).toBe(200);
    const keeper = identity.browser();
    keeper.jar.set('session', session);
    expect((await keeper.get('/api/user')).status).toBe(200);
  });

  test.each([{}, { 'x-internal-token': 'wrong' }])('when the request headers are %p, then the keys are refused', async (headers) => {
    expect((await identity.server.inject({ url: '/internal/jwks', headers })).statusCode).toBe(401);
  });
});
