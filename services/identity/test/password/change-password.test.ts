import { describe, expect, test } from '@jest/globals';
import { codeSentSchema, passwordChanged, passwordChangeVerifiedSchema, type SessionClaims } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import type { Browser } from '../support/browser.ts';
import { type Customer, codeMailedBy, createCustomer, logIn, passwordChangedEvents, storedUser } from '../support/customers.ts';
import { ADMIN, differentCode, signInAdmin, startIdentity } from '../support/identity.ts';
import { expireCounters } from '../support/lockout.ts';
import { startOtherService } from '../support/other-service.ts';

const SEND = '/api/send-password-change-code';
const VERIFY = '/api/verify-password-change-code';
const CHANGE = '/api/change-password';
const NEW = 'Brand-New-Pass-2';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));
const other = useService(() => startOtherService(identity));

const sendCode = ({ email, browser }: Pick<Customer, 'email' | 'browser'>): Promise<string> =>
  codeMailedBy(identity, { email, purpose: 'password-change', request: () => browser.post(SEND) });
/** Creates a customer whose session has a password grant. */
const createCustomerWithGrant = async (): Promise<Customer> => {
  const customer = await createCustomer(identity);
  await customer.browser.post(VERIFY, { code: await sendCode(customer) });
  return customer;
};
const change = ({ browser, password }: Customer, newPassword = NEW) => browser.post(CHANGE, { currentPassword: password, newPassword });
const hashOf = async (email: string) => (await storedUser(identity, email))['passwordHash'] as string;

describe('password change', () => {
  test('when the mailed code and the current password are correct, then the password changes and the old one is rejected (customer 4.11, 6.2, 7.27, 7.28, 7.29)', async () => {
    const customer = await createCustomer(identity);
    const { browser, email, id } = customer;
    const sent = await browser.post(SEND);
    expect(codeSentSchema.parse(sent.body)).toMatchObject({ expiresInSeconds: 600, resendAfterSeconds: 60 });
    const code = await identity.mailedCode(email, { purpose: 'password-change' });
    const verified = await browser.post(VERIFY, { code });
    const { expiresAt } = passwordChangeVerifiedSchema.parse(verified.body);
    expect(new Date(expiresAt).getTime() - identity.now().getTime()).toBeGreaterThan(590_000);

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

  test('when the password changes, then all sessions end in all services, and this browser gets a new one', async () => {
    const customer = await createCustomerWithGrant();
    const elsewhere = identity.browser();
    await logIn(elsewhere, customer);
    const [old, far] = [customer.browser.cookie('session'), elsewhere.cookie('session')];
    expect([await other.statusOf(old), await other.statusOf(far)]).toEqual([200, 200]);

    const response = await change(customer);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=2592000/, /Path=\/(;|$)/])
      expect(response.setCookies['session']).toMatch(attribute);
    const fresh = customer.browser.cookie('session');
    expect([await other.statusOf(old), await other.statusOf(far), await other.statusOf(fresh)]).toEqual([401, 401, 200]);
    expect((await customer.browser.get('/api/user')).body).toMatchObject({ id: customer.id, emailProven: true });
  });

  test('when the password has changed, then the grant is used up and the next change needs a new code', async () => {
    const customer = await createCustomerWithGrant();
    await change(customer);
    const again = await customer.browser.post(CHANGE, { currentPassword: NEW, newPassword: 'Third-Password-3' });
    expect(again).toMatchObject({ status: 403, body: { code: 'PasswordChangeUnverified' } });
  });

  test('when ten requests change the password concurrently, then one succeeds and one event is published', async () => {
    const customer = await createCustomerWithGrant();
    const session = customer.browser.cookie('session');
    const tabs = Array.from({ length: 10 }, () => {
      const browser = identity.browser();
      browser.jar.set('session', session);
      return browser;
    });
    const body = { currentPassword: customer.password, newPassword: NEW };
    const responses = await Promise.all(tabs.map((tab) => tab.post(CHANGE, body)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status >= 400 && status < 500)).toHaveLength(9);
    await waitUntil(async () => !('outbox' in (await storedUser(identity, customer.email))));
    await waitUntil(() => passwordChangedEvents(identity, customer.email).length > 0);
    expect(passwordChangedEvents(identity, customer.email)).toHaveLength(1);
  });

  test('when an admin changes the password, then the stricter rule applies and the new session lasts 60 minutes (customer 9.3)', async () => {
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

describe('password change without a grant', () => {
  const refused = async (browser: Browser, customer: Customer) => {
    const before = await hashOf(customer.email);
    expect(await change({ ...customer, browser })).toMatchObject({
      status: 403,
      body: { code: 'PasswordChangeUnverified' },
      setCookies: {},
    });
    expect(await hashOf(customer.email)).toBe(before);
  };

  test('when no code was verified, then the change is refused even with the current password', async () => {
    const customer = await createCustomer(identity);
    await refused(customer.browser, customer);
  });

  test('when another session of the user has the grant, then the change is refused', async () => {
    const customer = await createCustomerWithGrant();
    const elsewhere = identity.browser();
    await logIn(elsewhere, customer);
    await refused(elsewhere, customer);
    expect((await change(customer)).status).toBe(200);
  });

  test('when the browser has signed in again since the grant, then the change is refused', async () => {
    const customer = await createCustomerWithGrant();
    await logIn(customer.browser, customer);
    await refused(customer.browser, customer);
  });

  test('when ten minutes have passed since the grant, then the change is refused', async () => {
    const customer = await createCustomerWithGrant();
    expect(await identity.minutesLeft('password-grants', { userId: customer.id })).toEqual([10]);
    identity.wait(601);
    await refused(customer.browser, customer);
  });

  test.each([SEND, VERIFY, CHANGE])('when nobody is signed in, then %s is refused', async (path) => {
    const response = await identity.browser().post(path, { code: '123456', currentPassword: 'x', newPassword: NEW });
    expect(response).toMatchObject({ status: 401, body: { code: 'Unauthorized' } });
  });
});

describe('wrong password change codes', () => {
  test('when 12 wrong codes arrive concurrently, then the fifth invalidates the code', async () => {
    const customer = await createCustomer(identity);
    const code = await sendCode(customer);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => customer.browser.post(VERIFY, { code: differentCode(code, index + 1) })),
    );
    expect(guesses.filter(({ body }) => body['code'] === 'CodeInvalid')).toHaveLength(4);
    expect((await customer.browser.post(VERIFY, { code })).body).toMatchObject({ code: 'CodeTriesExceeded' });
    expect((await change(customer)).status).toBe(403);
  });

  test('when the code has another purpose, belongs to another user or was replaced, then it is rejected', async () => {
    const [customer, stranger] = [await createCustomer(identity), await createCustomer(identity)];
    const { email } = customer;
    const request = () => identity.browser().post('/api/send-verification-code', { email });
    const orderCode = await codeMailedBy(identity, { email, purpose: 'order', request });
    const first = await sendCode(customer);
    const strangers = await sendCode(stranger);
    identity.wait(60);
    const last = await sendCode(customer);
    if (new Set([orderCode, first, strangers, last]).size < 4)
      throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');

    for (const code of [orderCode, first, strangers])
      expect((await customer.browser.post(VERIFY, { code })).body).toMatchObject({ code: 'CodeInvalid' });
    expect((await customer.browser.post(VERIFY, { code: last })).status).toBe(200);
  });
});

describe('invalid passwords in a password change', () => {
  test('when five current passwords are wrong, even concurrently, then the grant is used up', async () => {
    const customer = await createCustomerWithGrant();
    const before = await hashOf(customer.email);
    const body = { currentPassword: 'Wrong-Password-1', newPassword: NEW };
    const responses = await Promise.all(Array.from({ length: 12 }, () => customer.browser.post(CHANGE, body)));

    expect(responses.filter(({ status }) => status === 400).map((response) => response.body)).toEqual(
      Array(5).fill({
        code: 'CurrentPasswordInvalid',
        message: '現在のパスワードが正しくありません。',
        fields: { currentPassword: '現在のパスワードが正しくありません。' },
      }),
    );
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(7);
    expect(await change(customer)).toMatchObject({ status: 403, body: { code: 'PasswordChangeUnverified' } });
    expect(await hashOf(customer.email)).toBe(before);
  });

  test('when the new password is weak or unchanged, then the error is shown at its field and no try is counted (customer 9.3)', async () => {
    const customer = await createCustomerWithGrant();
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
    ['a query operator as the current password', { currentPassword: { $ne: null }, newPassword: NEW }],
    ['a query operator as the new password', { currentPassword: 'x', newPassword: { $set: 1 } }],
    ['an array as the current password', { currentPassword: ['x'], newPassword: NEW }],
    ['no fields', {}],
  ])('when the body has %s, then it is rejected before anything is counted', async (_name, body) => {
    const customer = await createCustomerWithGrant();
    expect(await customer.browser.post(CHANGE, body)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await identity.documents('password-grants', { userId: customer.id })).toMatchObject([{ tries: 0 }]);
  });

  test('when the body has extra fields, then only the password changes', async () => {
    const customer = await createCustomerWithGrant();
    const extras = { isAdmin: true, emailProven: false, userId: 'x', email: 'b@example.jp', $set: { isAdmin: true } };
    const body = { currentPassword: customer.password, newPassword: NEW, ...extras };
    expect((await customer.browser.post(CHANGE, body)).status).toBe(200);
    expect(await storedUser(identity, customer.email)).toMatchObject({ _id: customer.id, isAdmin: false, emailProven: true });
    await expireCounters(identity);
  });
});
