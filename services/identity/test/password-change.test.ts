import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { codeSentSchema, passwordChanged, passwordChangeVerifiedSchema, type SessionClaims } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import type { Browser } from './support/browser.ts';
import { type Customer, codeAfter, logIn, openAccount, passwordChanges, storedUser } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, otherThan, signInAdmin, startIdentity } from './support/identity.ts';
import { endCounts } from './support/locks.ts';
import { type OtherService, startOtherService } from './support/other-service.ts';

const SEND = '/api/send-password-change-code';
const VERIFY = '/api/verify-password-change-code';
const CHANGE = '/api/change-password';
const NEW = 'Brand-New-Pass-2';

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

const sendCode = ({ email, browser }: Pick<Customer, 'email' | 'browser'>): Promise<string> =>
  codeAfter(identity, { email, purpose: 'password-change', ask: () => browser.post(SEND) });
/** A customer whose session may change the password. */
const allowed = async (): Promise<Customer> => {
  const customer = await openAccount(identity);
  await customer.browser.post(VERIFY, { code: await sendCode(customer) });
  return customer;
};
const change = ({ browser, password }: Customer, newPassword = NEW) => browser.post(CHANGE, { currentPassword: password, newPassword });
const hashOf = async (email: string) => (await storedUser(identity, email))['passwordHash'] as string;

describe('when a signed-in customer changes the password', () => {
  test('then by a mailed code and the current password; the old one opens nothing any more', async () => {
    const customer = await openAccount(identity);
    const { browser, email, id } = customer;
    const sent = await browser.post(SEND);
    expect(codeSentSchema.parse(sent.body)).toMatchObject({ expiresInSeconds: 600, resendAfterSeconds: 60 });
    const code = await identity.mailedCode(email, { purpose: 'password-change' });
    const verified = await browser.post(VERIFY, { code });
    const { expiresAt } = passwordChangeVerifiedSchema.parse(verified.body);
    expect(new Date(expiresAt).getTime() - identity.clock().getTime()).toBeGreaterThan(590_000);

    expect(await change(customer)).toMatchObject({ status: 200, body: { message: 'パスワードを変更しました。' } });
    const event = await identity.probe.waitFor(passwordChanged.type, ({ data }) => (data as { email: string }).email === email);
    expect(event.data).toEqual({ userId: id, email, how: 'change', changedAt: expect.any(String) });
    expect((await logIn(identity.browser(), customer)).status).toBe(401);
    expect((await logIn(identity.browser(), { email, password: NEW })).status).toBe(200);
    const stored = await waitUntil(async () => {
      const user = await storedUser(identity, email);
      return !('outbox' in user) && user;
    });
    expect(stored['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(stored)).not.toContain(NEW);
  });

  test('then every session of the account ends for every service, and this browser goes on with a new one', async () => {
    const customer = await allowed();
    const elsewhere = identity.browser();
    await logIn(elsewhere, customer);
    const [old, far] = [customer.browser.cookie('session'), elsewhere.cookie('session')];
    expect([await other.statusOf(old), await other.statusOf(far)]).toEqual([200, 200]);

    const answer = await change(customer);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=2592000/, /Path=\/(;|$)/])
      expect(answer.setCookies['session']).toMatch(attribute);
    const fresh = customer.browser.cookie('session');
    expect([await other.statusOf(old), await other.statusOf(far), await other.statusOf(fresh)]).toEqual([401, 401, 200]);
    expect((await customer.browser.get('/api/user')).body).toMatchObject({ id: customer.id, emailProven: true });
  });

  test('then the leave is used up: another change takes another code', async () => {
    const customer = await allowed();
    await change(customer);
    const again = await customer.browser.post(CHANGE, { currentPassword: NEW, newPassword: 'Third-Password-3' });
    expect(again).toMatchObject({ status: 403, body: { code: 'PasswordChangeUnverified' } });
  });

  test('then of ten calls at once one changes it, and one event says so', async () => {
    const customer = await allowed();
    const session = customer.browser.cookie('session');
    const tabs = Array.from({ length: 10 }, () => {
      const browser = identity.browser();
      browser.jar.set('session', session);
      return browser;
    });
    const body = { currentPassword: customer.password, newPassword: NEW };
    const answers = await Promise.all(tabs.map((tab) => tab.post(CHANGE, body)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 400 && status < 500)).toHaveLength(9);
    await waitUntil(async () => !('outbox' in (await storedUser(identity, customer.email))));
    await waitUntil(() => passwordChanges(identity, customer.email).length > 0);
    expect(passwordChanges(identity, customer.email)).toHaveLength(1);
  });

  test('then an admin’s must be stronger, and the new session lasts 60 minutes', async () => {
    const { browser } = await signInAdmin(identity);
    identity.wait(60);
    await browser.post(VERIFY, { code: await sendCode({ email: ADMIN.email, browser }) });
    const weak = await browser.post(CHANGE, { currentPassword: ADMIN.password, newPassword: 'only-letters-and-1' });
    expect(weak).toMatchObject({ status: 400, body: { code: 'AdminPasswordTooWeak', fields: { newPassword: expect.any(String) } } });

    const strong = await browser.post(CHANGE, { currentPassword: ADMIN.password, newPassword: 'Staple-Battery-7' });
    expect(strong.status).toBe(200);
    const { iat, exp, isAdmin } = jwt.decode(browser.cookie('session')) as SessionClaims & { iat: number; exp: number };
    expect([exp - iat, isAdmin]).toEqual([3600, true]);
    expect((await other.withCookies({ session: browser.cookie('session') }).get('/api/admins-only')).status).toBe(200);
  });
});

describe('when the code was not given in this session', () => {
  const refused = async (browser: Browser, customer: Customer) => {
    const before = await hashOf(customer.email);
    expect(await change({ ...customer, browser })).toMatchObject({
      status: 403,
      body: { code: 'PasswordChangeUnverified' },
      setCookies: {},
    });
    expect(await hashOf(customer.email)).toBe(before);
  };

  test('then the password stays, even for who knows it', async () => {
    const customer = await openAccount(identity);
    await refused(customer.browser, customer);
  });

  test('then not with the leave another session of the same person has', async () => {
    const customer = await allowed();
    const elsewhere = identity.browser();
    await logIn(elsewhere, customer);
    await refused(elsewhere, customer);
    expect((await change(customer)).status).toBe(200);
  });

  test('then not with the leave this browser had before it signed in again', async () => {
    const customer = await allowed();
    await logIn(customer.browser, customer);
    await refused(customer.browser, customer);
  });

  test('then not ten minutes later', async () => {
    const customer = await allowed();
    identity.wait(601);
    await refused(customer.browser, customer);
    await waitUntil(async () => (await identity.documents('password-grants', { userId: customer.id })).length === 0, { what: 'the sweep' });
  });

  test.each([SEND, VERIFY, CHANGE])('then %s answers nobody who is not signed in', async (path) => {
    const answer = await identity.browser().post(path, { code: '123456', currentPassword: 'x', newPassword: NEW });
    expect(answer).toMatchObject({ status: 401, body: { code: 'Unauthorized' } });
  });
});

describe('when the code is wrong', () => {
  test('then four guesses are told so, the fifth ends the code, at once or one by one', async () => {
    const customer = await openAccount(identity);
    const code = await sendCode(customer);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => customer.browser.post(VERIFY, { code: otherThan(code, index + 1) })),
    );
    expect(guesses.filter(({ body }) => body['code'] === 'CodeInvalid')).toHaveLength(4);
    expect((await customer.browser.post(VERIFY, { code })).body).toMatchObject({ code: 'CodeTriesExceeded' });
    expect((await change(customer)).status).toBe(403);
  });

  test('then because it was mailed for ordering, to another person, or before the last one', async () => {
    const [customer, stranger] = [await openAccount(identity), await openAccount(identity)];
    const { email } = customer;
    const ask = () => identity.browser().post('/api/send-verification-code', { email });
    const orderCode = await codeAfter(identity, { email, purpose: 'order', ask });
    const first = await sendCode(customer);
    const strangers = await sendCode(stranger);
    identity.wait(60);
    const last = await sendCode(customer);
    if (new Set([orderCode, first, strangers, last]).size < 4) throw new Error('one chance in a million: run again');

    for (const code of [orderCode, first, strangers])
      expect((await customer.browser.post(VERIFY, { code })).body).toMatchObject({ code: 'CodeInvalid' });
    expect((await customer.browser.post(VERIFY, { code: last })).status).toBe(200);
  });
});

describe('when the passwords will not do', () => {
  test('then five wrong current ones end the leave, however many come at once', async () => {
    const customer = await allowed();
    const before = await hashOf(customer.email);
    const body = { currentPassword: 'Wrong-Password-1', newPassword: NEW };
    const answers = await Promise.all(Array.from({ length: 12 }, () => customer.browser.post(CHANGE, body)));

    expect(answers.filter(({ status }) => status === 400).map((answer) => answer.body)).toEqual(
      Array(5).fill({
        code: 'CurrentPasswordInvalid',
        message: '現在のパスワードが正しくありません。',
        fields: { currentPassword: '現在のパスワードが正しくありません。' },
      }),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
    expect(await change(customer)).toMatchObject({ status: 403, body: { code: 'PasswordChangeUnverified' } });
    expect(await hashOf(customer.email)).toBe(before);
  });

  test('then a weak new one and the old one again are refused at their field, and spend no try', async () => {
    const customer = await allowed();
    for (const weak of ['Short-1', 'onlyletters', '12345678'])
      expect(await change(customer, weak)).toMatchObject({
        status: 400,
        body: { code: 'PasswordTooWeak', fields: { newPassword: expect.stringContaining('8文字以上') } },
      });
    for (let round = 0; round < 6; round += 1)
      expect(await change(customer, customer.password)).toMatchObject({
        status: 400,
        body: { code: 'PasswordUnchanged', fields: { newPassword: '現在と異なるパスワードを入力してください。' } },
      });
    expect(await identity.documents('password-grants', { userId: customer.id })).toMatchObject([{ tries: 0 }]);
    expect((await change(customer)).status).toBe(200);
  });

  test.each([
    ['an operator', { currentPassword: { $ne: null }, newPassword: NEW }],
    ['an operator for the new one', { currentPassword: 'x', newPassword: { $set: 1 } }],
    ['a list', { currentPassword: ['x'], newPassword: NEW }],
    ['nothing', {}],
  ])('then %s is refused before anything is asked or counted', async (_name, body) => {
    const customer = await allowed();
    expect(await customer.browser.post(CHANGE, body)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await identity.documents('password-grants', { userId: customer.id })).toMatchObject([{ tries: 0 }]);
  });

  test('then extras change nothing but the password', async () => {
    const customer = await allowed();
    const extras = { isAdmin: true, emailProven: false, userId: 'x', email: 'b@example.jp', $set: { isAdmin: true } };
    const body = { currentPassword: customer.password, newPassword: NEW, ...extras };
    expect((await customer.browser.post(CHANGE, body)).status).toBe(200);
    expect(await storedUser(identity, customer.email)).toMatchObject({ _id: customer.id, isAdmin: false, emailProven: true });
    await endCounts(identity);
  });
});
