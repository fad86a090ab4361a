import { describe, expect, test } from '@jest/globals';
import { registeredSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { proveEmail, startIdentity } from '../support/identity.ts';

const REGISTER = '/api/register';
const PASSWORD = 'Plum-Orchard-1';

const identity = useService(() => startIdentity());

const form = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  name: '山田 太郎',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  agreesToTerms: true,
  ...more,
});
const accounts = (email: string) => identity.documents('users', { email });
const registrations = (email: string) =>
  identity.probe.ofType('user.registered').filter(({ data }) => (data as { email: string }).email === email);

describe('registration with a proven address', () => {
  test('when a browser with a proof registers, then it gets an account and a 30-day session, and one event is published (customer 3.10, 3.13, 7.12; admin 3.9, 3.10)', async () => {
    const email = 'taro@example.jp';
    const { browser } = await proveEmail(identity, email);
    const response = await browser.post(REGISTER, form(email));

    expect(response.status).toBe(201);
    const { user } = registeredSchema.parse(response.body);
    expect(user).toEqual({ id: user.id, email, username: email, name: '山田 太郎', isAdmin: false, emailProven: true });
    const line = response.setCookies['session'];
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=2592000/, /Path=\/(;|$)/]) expect(line).toMatch(attribute);
    const claims = jwt.decode(browser.cookie('session')) as SessionClaims & { exp: number; iat: number };
    expect(claims).toMatchObject({ typ: 'session', sub: user.id, email, emailProven: true, isAdmin: false });
    expect(claims.exp - claims.iat).toBe(30 * 86_400);
    expect(await identity.redis.ttl(sessionKey(claims.sid))).toBeGreaterThan(30 * 86_400 - 10);
    expect((await browser.get('/api/user')).body).toEqual(user);

    const event = await identity.probe.waitFor('user.registered', ({ data }) => (data as { email: string }).email === email);
    expect(event.data).toEqual({ userId: user.id, email, name: '山田 太郎' });
    const stored = await waitUntil(async () => (await accounts(email)).find((account) => !('outbox' in account)));
    expect(stored['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
    expect(await identity.documents('sign-in-events', { email })).toMatchObject([
      { door: 'registration', outcome: 'succeeded', userId: user.id },
    ]);
  });

  test('when the body has extra fields such as isAdmin, then they are ignored (customer 6.5)', async () => {
    const email = 'wishes@example.jp';
    const { browser } = await proveEmail(identity, email);
    const extras = { isAdmin: true, emailProven: false, id: 'mine', passwordHash: 'x', $set: { isAdmin: true } };
    const response = await browser.post(REGISTER, form(email, extras));

    expect(response).toMatchObject({ status: 201, body: { user: { isAdmin: false, emailProven: true } } });
    const [stored] = await accounts(email);
    expect(stored).toMatchObject({ isAdmin: false });
    expect(stored!['_id']).not.toBe('mine');
  });

  test('when the name has a line break or HTML, then it is rejected; any other name is stored as typed', async () => {
    const email = 'names@example.jp';
    const { browser } = await proveEmail(identity, email);
    for (const name of ['太郎\r\nBcc: x@example.jp', '太郎\u2028', '\u0000太郎', '   ', '', '<script>alert(1)</script>']) {
      const refused = await browser.post(REGISTER, form(email, { name }));
      expect(refused).toMatchObject({ status: 400, body: { code: 'ValidationFailed', fields: { name: expect.any(String) } } });
    }
    const name = 'ＡＢＣ & "太郎"';
    expect((await browser.post(REGISTER, form(email, { name }))).body).toMatchObject({ user: { name } });
  });

  test('when ten requests register concurrently, then one creates the account', async () => {
    const email = 'parallel@example.jp';
    const { browser } = await proveEmail(identity, email);
    const responses = await Promise.all(Array.from({ length: 10 }, () => browser.post(REGISTER, form(email))));

    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    // The account exists already, or its registration has used up the proof: then the address needs a mailed link, of which one is sent at a time.
    expect(statuses.filter((status) => [409, 202, 429].includes(status))).toHaveLength(9);
    expect(await accounts(email)).toHaveLength(1);
    await waitUntil(() => registrations(email).length > 0, { what: 'the event' });
    await waitUntil(async () => !('outbox' in ((await accounts(email))[0] ?? {})));
    expect(registrations(email)).toHaveLength(1);
  });

  test('when the password is weak, then the error is shown at its field', async () => {
    const email = 'weak@example.jp';
    const { browser } = await proveEmail(identity, email);
    for (const password of ['abcdef1', 'abcdefghij', '1234567890']) {
      expect(await browser.post(REGISTER, form(email, { password, confirmPassword: password }))).toMatchObject({
        status: 400,
        body: { code: 'PasswordTooWeak', fields: { password: expect.stringContaining('8文字以上') } },
      });
    }
    expect(await accounts(email)).toEqual([]);
  });

  test('when the passwords differ or the terms are not accepted, then the request is rejected', async () => {
    const email = 'form@example.jp';
    const { browser } = await proveEmail(identity, email);
    expect((await browser.post(REGISTER, form(email, { confirmPassword: 'Plum-Orchard-2' }))).body).toMatchObject({
      code: 'InputInconsistent',
      message: 'パスワードが一致しません',
      fields: { confirmPassword: 'パスワードが一致しません' },
    });
    expect((await browser.post(REGISTER, form(email, { agreesToTerms: false }))).body).toMatchObject({
      fields: { agreesToTerms: '利用規約に同意してください' },
    });
    expect((await browser.post(REGISTER, form(email, { password: { $ne: null } }))).status).toBe(400);
    expect(await accounts(email)).toEqual([]);
  });

  test('when the proven address has an account, then the response is AccountExists', async () => {
    const email = 'twice@example.jp';
    const { browser } = await proveEmail(identity, email);
    await browser.post(REGISTER, form(email));
    await proveEmail(identity, email, browser);
    const again = await browser.post(
      REGISTER,
      form(email, { name: '二人目', password: 'Plum-Orchard-2', confirmPassword: 'Plum-Orchard-2' }),
    );

    expect(again).toMatchObject({ status: 409, body: { code: 'AccountExists' }, setCookies: {} });
    expect(await accounts(email)).toMatchObject([{ name: '山田 太郎' }]);
  });
});
