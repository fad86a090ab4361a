import { describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { createCustomer } from '../support/customers.ts';
import { inParallel } from '../support/guests.ts';
import { proveEmail, SWEEPING, startIdentity } from '../support/identity.ts';
import { REGISTRATION_FORM, registrationsOf } from '../support/registrations.ts';

const identity = useService(() => startIdentity({}, SWEEPING));
const registrations = registrationsOf(identity);

describe('request of a registration link', () => {
  test('when the address is not proven, then a link is mailed and the registration is stored for a day, without an account or a session (customer 7.12)', async () => {
    const email = 'asks@example.jp';
    const askedAt = identity.now().getTime();
    const { response, browser, token } = await registrations.requestAndReadLink({ email });

    expect(response).toMatchObject({ status: 202, body: { message: expect.stringContaining('メールを送信しました') } });
    expect(Object.keys(response.setCookies)).toEqual(['registration']);
    expect(response.setCookies['registration']).toMatch(/Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [link, ...more] = registrations.links(email);
    expect(more).toEqual([]);
    expect(link).toEqual({ email, name: REGISTRATION_FORM.name, token, expiresAt: expect.any(String) });
    const livesSince = new Date(link!.expiresAt).getTime() - 86_400_000;
    expect(livesSince).toBeGreaterThanOrEqual(askedAt);
    expect(livesSince).toBeLessThanOrEqual(identity.now().getTime());
    expect(await registrations.accounts(email)).toEqual([]);
    expect((await browser.get('/api/auth/check')).body).toMatchObject({ authenticated: false });
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(false);
  });

  test('when the browser has a proof of another address, then a link is mailed all the same', async () => {
    const { browser } = await proveEmail(identity, 'mine@example.jp');
    const { response } = await registrations.requestAndReadLink({ email: 'yours@example.jp' }, browser);

    expect(response).toMatchObject({ status: 202, body: { message: expect.any(String) } });
    expect(await registrations.accounts('yours@example.jp')).toEqual([]);
  });

  test('when the password is weak, then the error is shown at its field and nothing is stored', async () => {
    expect(await registrations.requestLink({ email: 'weak@example.jp', password: 'abcdefghij' })).toMatchObject({
      status: 400,
      body: { code: 'PasswordTooWeak', fields: { password: expect.stringContaining('8文字以上') } },
      setCookies: {},
    });
    expect(await registrations.pending('weak@example.jp')).toEqual([]);
    expect((await registrations.requestLink({ email: 'weak@example.jp' })).status).toBe(202);
  });
});

describe('registration link in the same browser', () => {
  test('when the link is opened, then an account is created without a session, and opening it again succeeds anywhere for a day (customer 2.19, 7.26)', async () => {
    const email = 'opens@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    const response = await registrations.openLink(browser, token);

    expect(response).toMatchObject({ status: 200, body: { message: expect.stringContaining('アカウントを作成しました') }, setCookies: {} });
    const account = await registrations.waitForAccount(email);
    expect(account).toMatchObject({ name: REGISTRATION_FORM.name, isAdmin: false, emailProven: true, lastLoginAt: null });
    expect(registrations.registered(email)).toEqual([{ userId: account['_id'], email, name: REGISTRATION_FORM.name }]);
    expect(await registrations.pending(email)).toEqual([]);
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(true);

    identity.wait(23 * 3600);
    expect((await registrations.openLink(browser, token)).body).toEqual(response.body);
    expect((await registrations.openLink(identity.browser(), token)).body).toEqual(response.body);
    expect((await registrations.submitPassword(identity.browser(), token, 'whatever')).body).toEqual(response.body);
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('when 20 requests open the link concurrently, then all succeed, and there is one account and one event', async () => {
    const email = 'parallel@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    const responses = await inParallel(20, (index) =>
      index < 17 ? registrations.openLink(browser, token) : registrations.submitPassword(browser, token, REGISTRATION_FORM.password),
    );

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await registrations.waitForAccount(email);
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('when the address got an account in the meantime, then the response is AccountExists and the account does not change', async () => {
    const email = 'meanwhile@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    const faster = await createCustomer(identity, { email });

    expect(await registrations.openLink(browser, token)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    expect(await registrations.accounts(email)).toMatchObject([{ _id: faster.id }]);
  });
});

describe('registration link in another browser', () => {
  test('when the link is opened several times, then the password is required each time and no try is used up', async () => {
    const email = 'scanned@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    for (const scanner of [
      identity.browser(),
      identity.browser(),
      (await registrations.requestAndReadLink({ email: 'scanner@example.jp' })).browser,
    ]) {
      expect(await registrations.openLink(scanner, token)).toMatchObject({
        status: 403,
        body: { code: 'RegistrationPasswordRequired' },
        setCookies: {},
      });
    }
    const head = await identity.server.inject({ method: 'HEAD', url: `/api/verify-email?token=${token}` });

    expect(head.statusCode).not.toBe(200);
    expect(await registrations.accounts(email)).toEqual([]);
    expect((await registrations.openLink(browser, token)).status).toBe(200);
  });

  test('when the chosen password is sent, then the account is created without a session', async () => {
    const email = 'on-the-phone@example.jp';
    const { token } = await registrations.requestAndReadLink({ email });
    const phone = identity.browser();
    const response = await registrations.submitPassword(phone, token, REGISTRATION_FORM.password);

    expect(response).toMatchObject({ status: 200, body: { message: expect.any(String) }, setCookies: {} });
    expect(await registrations.waitForAccount(email)).toMatchObject({ name: REGISTRATION_FORM.name, emailProven: true });
    expect(registrations.registered(email)).toHaveLength(1);
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(true);
  });

  test('when five wrong passwords were sent, then the link works only in the browser that registered', async () => {
    const email = 'tried@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await registrations.submitPassword(identity.browser(), token, `Wrong-one-${guess}`)).toMatchObject({
        status: 400,
        body: { code: 'RegistrationPasswordInvalid', fields: { password: expect.any(String) } },
      });
    }
    const invalid = { status: 400, body: { code: 'VerifyLinkInvalid', message: '無効なトークンです' } };
    expect(await registrations.submitPassword(identity.browser(), token, REGISTRATION_FORM.password)).toMatchObject(invalid);
    expect(await registrations.openLink(identity.browser(), token)).toMatchObject(invalid);
    expect(await registrations.accounts(email)).toEqual([]);
    expect((await registrations.openLink(browser, token)).status).toBe(200);
  });

  test('when 20 guesses arrive concurrently, then five are compared', async () => {
    const email = 'guessed@example.jp';
    const { token } = await registrations.requestAndReadLink({ email });
    const responses = await inParallel(20, (index) => registrations.submitPassword(identity.browser(), token, `Wrong-one-${index}`));

    const codes = responses.map(({ body }) => body['code']);
    expect(codes.filter((code) => code === 'RegistrationPasswordInvalid')).toHaveLength(5);
    expect(codes.filter((code) => code === 'VerifyLinkInvalid')).toHaveLength(15);
    expect((await registrations.submitPassword(identity.browser(), token, REGISTRATION_FORM.password)).status).toBe(400);
  });
});

describe('address registered by a stranger', () => {
  test("when the owner opens the stranger's link, then no account is created, and the owner can register the address", async () => {
    const email = 'victim@example.jp';
    const stranger = await registrations.requestAndReadLink({ email, name: '他人', password: 'Strangers-own-1' });
    const owner = identity.browser();

    expect((await registrations.openLink(owner, stranger.token)).status).toBe(403);
    expect((await registrations.submitPassword(owner, stranger.token, REGISTRATION_FORM.password)).status).toBe(400);
    expect(await registrations.accounts(email)).toEqual([]);

    await identity.redis.del(`count:link-pause:${email}`);
    const { token } = await registrations.requestAndReadLink({ email }, owner);
    expect((await registrations.openLink(owner, stranger.token)).status).toBe(403);
    expect((await registrations.openLink(stranger.browser, token)).status).toBe(403);
    expect((await registrations.openLink(owner, token)).status).toBe(200);

    expect(await registrations.accounts(email)).toMatchObject([{ name: REGISTRATION_FORM.name }]);
    expect(await registrations.openLink(stranger.browser, stranger.token)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    expect(await registrations.canLogIn(email, 'Strangers-own-1')).toBe(false);
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(true);
  });

  test('when both request codes, then neither browser can use the code of the other', async () => {
    const email = 'code-victim@example.jp';
    const stranger = await registrations.requestAndReadCode({ email, password: 'Strangers-own-1' });
    const owner = identity.browser();

    expect((await registrations.submitCode(owner, email, stranger.code)).body['code']).toBe('CodeInvalid');
    identity.wait(60);
    const { code } = await registrations.requestAndReadCode({ email }, owner);
    expect((await registrations.submitCode(stranger.browser, email, stranger.code)).status).toBe(400);
    expect((await registrations.submitCode(owner, email, code)).status).toBe(201);
    expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(true);
  });
});

describe('invalid registration link', () => {
  test.each(['A'.repeat(43), 'short', '../../etc/passwd', '{"$ne":null}', '＜無効＞', 'x'.repeat(512)])(
    'when the token is %p, then it is rejected as invalid (customer 5.12, 7.26, 8.14)',
    async (token) => {
      const expected = { status: 400, body: { code: 'VerifyLinkInvalid', message: '無効なトークンです' } };
      expect(await registrations.openLink(identity.browser(), token)).toMatchObject(expected);
      expect(await registrations.submitPassword(identity.browser(), token, REGISTRATION_FORM.password)).toMatchObject(expected);
    },
  );

  test.each(['', '?token=', '?token[$ne]=x', '?token=a&token=b'])('when the query is %p, then it is rejected as invalid', async (query) => {
    expect(await identity.browser().get(`/api/verify-email${query}`)).toMatchObject({
      status: 400,
      body: { message: '無効なトークンです' },
    });
  });

  test('when the token is not a string, then the request is rejected', async () => {
    for (const token of [{ $ne: null }, ['a'], null]) {
      expect((await identity.browser().post('/api/verify-email', { token, password: REGISTRATION_FORM.password })).status).toBe(400);
    }
  });
});

describe('expiry of registrations by link', () => {
  test('when time passes, then the link expires and personal data is deleted after a day, and the record is deleted after eight days', async () => {
    const email = 'late@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    expect(await identity.minutesLeft('pending-registrations', { 'applicant.email': email })).toEqual([8 * 24 * 60]);
    identity.wait(86_401);
    const expired = { status: 410, body: { code: 'VerifyLinkExpired' } };
    expect(await registrations.openLink(browser, token)).toMatchObject(expired);
    expect(await registrations.submitPassword(identity.browser(), token, REGISTRATION_FORM.password)).toMatchObject(expired);

    await waitUntil(async () => (await registrations.pending(email)).length === 0, { what: 'the sweep of expired records' });
    expect(JSON.stringify(await identity.documents('pending-registrations'))).not.toContain('@example.jp');
    expect(await registrations.openLink(browser, token)).toMatchObject(expired);
    expect(await registrations.accounts(email)).toEqual([]);
  });
});
