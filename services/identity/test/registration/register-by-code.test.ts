import { describe, expect, test } from '@jest/globals';
import { registeredSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { createCustomer } from '../support/customers.ts';
import { inParallel } from '../support/guests.ts';
import { differentCode, proveEmail, SWEEPING, startIdentity } from '../support/identity.ts';
import { REGISTRATION_FORM, registerForm, registrationsOf } from '../support/registrations.ts';

const identity = useService(() => startIdentity({}, SWEEPING));
const registrations = registrationsOf(identity);

const sidOf = (token: string): string => (jwt.decode(token) as SessionClaims).sid;

describe('request of a registration code', () => {
  test('when a visitor requests a code, then it is mailed and the registration is stored for a day for this browser (customer 7.10)', async () => {
    const email = 'asks@example.jp';
    const askedAt = identity.now().getTime();
    const { response, browser, code } = await registrations.requestAndReadCode({ email });

    expect(response).toMatchObject({ status: 200, body: { expiresInSeconds: 600, resendAfterSeconds: 60 } });
    expect(code).toMatch(/^\d{6}$/);
    expect(Object.keys(response.setCookies)).toEqual(['registration']);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=86400/, /Path=\/(;|$)/]) {
      expect(response.setCookies['registration']).toMatch(attribute);
    }
    const [pending, ...more] = await registrations.pending(email);
    expect(more).toEqual([]);
    expect(pending).toMatchObject({
      applicant: { email, name: REGISTRATION_FORM.name, passwordHash: expect.stringMatching(/^\$argon2id\$/) },
    });
    const keptSince = (pending!['expiresAt'] as Date).getTime() - 86_400_000;
    expect(keptSince).toBeGreaterThanOrEqual(askedAt);
    expect(keptSince).toBeLessThanOrEqual(identity.now().getTime());
    expect(JSON.stringify(pending)).not.toContain(browser.cookie('registration'));
    expect(await registrations.accounts(email)).toEqual([]);
  });

  test('when the password is weak, then the error is shown at its field, and nothing is stored or mailed', async () => {
    const email = 'weak@example.jp';
    for (const password of ['abcdef1', 'abcdefghij', '1234567890']) {
      expect(await registrations.requestCode({ email, password })).toMatchObject({
        status: 400,
        body: { code: 'PasswordTooWeak', fields: { password: expect.stringContaining('8文字以上') } },
        setCookies: {},
      });
    }
    expect(await registrations.pending(email)).toEqual([]);
    expect(await registrations.code(email)).toBeNull();
  });

  test.each([
    ['a line break in the name', { name: '太郎\r\nBcc: x@example.jp' }],
    ['HTML in the name', { name: '<b>太郎</b>' }],
    ['no name', { name: '　' }],
    ['a query as the password', { password: { $ne: null } }],
    ['a query as the address', { email: { $gt: '' } }],
    ['a line break in the address', { email: 'a@example.jp\r\nBcc: b@example.jp' }],
    ['HTML in the address', { email: '<b>a</b>@example.jp' }],
  ])('when the form has %s, then it is rejected', async (_name, wrong) => {
    const response = await identity
      .browser()
      .post('/api/send-registration-code', { email: 'wrong@example.jp', ...REGISTRATION_FORM, ...wrong });

    expect(response).toMatchObject({ status: 400, body: { code: 'ValidationFailed' }, setCookies: {} });
    expect(await registrations.pending('wrong@example.jp')).toEqual([]);
  });
});

describe('registration code in the same browser', () => {
  test('when the code is correct, then an account, a session and a known device are created, and one event is published (customer 7.11)', async () => {
    const email = 'taro@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    const response = await registrations.submitCode(browser, email, code);

    expect(response.status).toBe(201);
    const { user } = registeredSchema.parse(response.body);
    expect(user).toEqual({ id: user.id, email, username: email, name: REGISTRATION_FORM.name, isAdmin: false, emailProven: true });
    expect(response.setCookies['session']).toMatch(/Max-Age=2592000/);
    expect(response.setCookies['known_device']).toMatch(/HttpOnly/);
    expect((await browser.get('/api/user')).body).toEqual(user);
    const account = await registrations.waitForAccount(email);
    expect(account).toMatchObject({ _id: user.id, isAdmin: false, emailProven: true, lastLoginAt: expect.any(Date) });
    expect(registrations.registered(email)).toEqual([{ userId: user.id, email, name: REGISTRATION_FORM.name }]);
    expect(await registrations.pending(email)).toEqual([]);
    expect(await identity.documents('sign-in-events', { email })).toMatchObject([{ door: 'registration', outcome: 'succeeded' }]);
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(true);
  });

  test('when the body has extra fields such as isAdmin or __proto__, then they are ignored', async () => {
    const email = 'wishes@example.jp';
    const browser = identity.browser();
    const extras = '"isAdmin":true,"emailProven":false,"userId":"mine","__proto__":{"isAdmin":true},"$set":{"isAdmin":true}';
    const body = Buffer.from(
      `{"email":"${email}","name":"${REGISTRATION_FORM.name}","password":"${REGISTRATION_FORM.password}",${extras}}`,
    );
    const headers = { 'content-type': 'application/json' };
    await browser.call({ method: 'POST', path: '/api/send-registration-code', body, headers });
    const code = await identity.mailedCode(email, { purpose: 'registration' });

    expect((await registrations.submitCode(browser, email, code)).body).toMatchObject({ user: { isAdmin: false, emailProven: true } });
    expect((await registrations.waitForAccount(email))['_id']).not.toBe('mine');
  });

  test('when the browser had a session, then that session ends', async () => {
    const { browser } = await proveEmail(identity, 'before@example.jp');
    await browser.post('/api/register', registerForm({ email: 'before@example.jp' }));
    const earlier = sidOf(browser.cookie('session'));
    const { code } = await registrations.requestAndReadCode({ email: 'after@example.jp' }, browser);
    await registrations.submitCode(browser, 'after@example.jp', code);

    expect(await identity.redis.exists(sessionKey(earlier))).toBe(0);
    expect((await browser.get('/api/user')).body).toMatchObject({ email: 'after@example.jp' });
  });

  test('when 20 requests use the code concurrently, then one signs in, and there is one account and one event', async () => {
    const email = 'parallel@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    const responses = await inParallel(20, () => registrations.submitCode(browser, email, code));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ setCookies }) => setCookies['session'])).toHaveLength(1);
    await registrations.waitForAccount(email);
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('when the code is used again, then the response is AccountExists', async () => {
    const email = 'again@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    await registrations.submitCode(browser, email, code);

    expect(await registrations.submitCode(browser, email, code)).toMatchObject({
      status: 409,
      body: { code: 'AccountExists' },
      setCookies: {},
    });
  });

  test('when the address got an account in the meantime, then the response is AccountExists and the account does not change', async () => {
    const email = 'meanwhile@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    const faster = await createCustomer(identity, { email });

    expect(await registrations.submitCode(browser, email, code)).toMatchObject({
      status: 409,
      body: { code: 'AccountExists' },
      setCookies: {},
    });
    expect(await registrations.accounts(email)).toMatchObject([{ _id: faster.id }]);
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(false);
  });

  test('when a browser registers several addresses, then each can be completed', async () => {
    const browser = identity.browser();
    const first = await registrations.requestAndReadCode({ email: 'one@example.jp' }, browser);
    const second = await registrations.requestAndReadCode({ email: 'two@example.jp' }, browser);

    expect((await registrations.submitCode(browser, 'one@example.jp', first.code)).status).toBe(201);
    expect((await registrations.submitCode(browser, 'two@example.jp', second.code)).status).toBe(201);
  });
});

describe('registration code in another browser', () => {
  test('when another browser sends the correct code, then it is rejected and no try is counted', async () => {
    const email = 'bound@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    const other = identity.browser();
    await registrations.requestAndReadCode({ email: 'of-the-other@example.jp' }, other);

    for (const stranger of [identity.browser(), other]) {
      for (const tried of [code, differentCode(code), differentCode(code, 2)]) {
        expect(await registrations.submitCode(stranger, email, tried)).toMatchObject({
          status: 400,
          body: { code: 'CodeInvalid' },
          setCookies: {},
        });
      }
    }
    expect(await registrations.code(email)).toMatchObject({ tries: 0 });
    expect((await registrations.submitCode(browser, email, code)).status).toBe(201);
  });

  test('when a code of another purpose is sent, then it is rejected, and a registration code is rejected elsewhere', async () => {
    const email = 'purposes@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    await browser.post('/api/send-verification-code', { email });
    const orderCode = await identity.mailedCode(email);
    if (code === orderCode) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');

    expect((await registrations.submitCode(browser, email, orderCode)).body['code']).toBe('CodeInvalid');
    expect((await browser.post('/api/verify-email-code', { email, code })).body['code']).toBe('CodeInvalid');
    expect(await registrations.accounts(email)).toEqual([]);
  });
});

describe('guesses of registration codes', () => {
  test('when 20 guesses arrive concurrently, then five are compared, and the correct code is rejected afterwards', async () => {
    const email = 'guessed@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    const responses = await inParallel(20, (index) => registrations.submitCode(browser, email, differentCode(code, index + 1)));

    expect(responses.filter(({ status }) => status !== 400)).toEqual([]);
    expect(await registrations.code(email)).toMatchObject({ tries: 5 });
    expect((await registrations.submitCode(browser, email, code)).body['code']).toBe('CodeTriesExceeded');
    expect(await registrations.accounts(email)).toEqual([]);
  });
});

describe('repeated code requests', () => {
  test('when a code is requested again within a minute, then it is refused and the first registration stays valid', async () => {
    const email = 'impatient@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    const again = await registrations.requestCode({ email, name: '別の名' }, browser);

    expect(again).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' }, setCookies: {} });
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await registrations.submitCode(browser, email, code)).body).toMatchObject({ user: { name: REGISTRATION_FORM.name } });
  });

  test('when a new code is requested later, then the old code is invalid and the last form is used', async () => {
    const email = 'changes@example.jp';
    const { browser, code: old } = await registrations.requestAndReadCode({ email });
    identity.wait(60);
    const { code } = await registrations.requestAndReadCode({ email, name: '新しい名', password: 'Chosen-again-2' }, browser);
    if (old === code) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');

    expect(await registrations.pending(email)).toHaveLength(1);
    expect((await registrations.submitCode(browser, email, old)).body['code']).toBe('CodeInvalid');
    expect((await registrations.submitCode(browser, email, code)).body).toMatchObject({ user: { name: '新しい名' } });
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(false);
    expect(await registrations.canLogIn(email, 'Chosen-again-2')).toBe(true);
  });
});

describe('expiry of registrations by code', () => {
  test('when time passes, then the code expires after ten minutes and the registration is deleted after a day (customer 9.1)', async () => {
    const email = 'late@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    expect(await identity.minutesLeft('pending-registrations', { 'applicant.email': email })).toEqual([24 * 60]);
    identity.wait(601);
    expect((await registrations.submitCode(browser, email, code)).body['code']).toBe('CodeExpired');
    identity.wait(86_400);
    expect((await registrations.submitCode(browser, email, code)).body['code']).toBe('CodeInvalid');
    await waitUntil(async () => (await registrations.pending(email)).length === 0, { what: 'the sweep of expired records' });
    expect(await registrations.accounts(email)).toEqual([]);
  });
});
