import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { adminLoginResponseSchema, loginResponseSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { LOGIN, passPasswordStep, RESEND, removeAuthenticator, setUpAuthenticator, VERIFY } from '../support/authenticators.ts';
import type { Browser } from '../support/browser.ts';
import { logIn } from '../support/customers.ts';
import { ADMIN, differentCode, signInAdmin, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));
let app: Awaited<ReturnType<typeof setUpAuthenticator>>;
beforeEach(async () => {
  const { browser } = await signInAdmin(identity);
  app = await setUpAuthenticator(identity, browser);
});
afterEach(async () => {
  await removeAuthenticator(identity);
  // Wait until the next code can be sent.
  identity.wait(60);
  await identity.mongo.collection('sign-in-events').deleteMany({});
});

const mailed = () => identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
const verify = (browser: Browser, code: string) => browser.post(VERIFY, { email: ADMIN.email, code });
const requestMailedCode = async (browser: Browser): Promise<string> => {
  const nth = mailed() + 1;
  expect((await browser.post(RESEND, { email: ADMIN.email })).status).toBe(200);
  return identity.mailedCode(ADMIN.email, { purpose: 'admin-sign-in', nth });
};

describe('admin sign-in with an authenticator', () => {
  test("when the password is correct, then both methods are offered and no code is mailed, and the app's code signs in", async () => {
    const before = mailed();
    const browser = identity.browser();
    const first = await browser.post(LOGIN, ADMIN);

    expect(adminLoginResponseSchema.parse(first.body)).toEqual({
      requiresTwoFactor: true,
      methods: ['authenticator', 'mail'],
      message: '認証アプリに表示されている6桁のコードを入力してください。',
    });
    const second = await verify(browser, app.code());
    expect(second).toMatchObject({ status: 200, body: { redirectTo: '/admin', user: { email: ADMIN.email, isAdmin: true } } });
    expect((await browser.get('/api/users')).status).toBe(200);
    expect(mailed()).toBe(before);
  });

  test.each([-1, 1])(
    "when the phone's now is off by %i step, then its code is accepted; a larger difference is rejected",
    async (steps) => {
      app.next();
      app.next();
      const browser = await passPasswordStep(identity);
      expect(await verify(browser, app.code(steps * 2))).toMatchObject({ status: 400, body: { code: 'TwoFactorInvalid' } });
      expect((await verify(browser, app.code(steps))).status).toBe(200);
    },
  );

  test('when ten sign-ins use the same code concurrently, then one succeeds and none later', async () => {
    const browsers = await Promise.all(Array.from({ length: 10 }, () => passPasswordStep(identity)));
    const code = app.code();
    const responses = await Promise.all(browsers.map((browser) => verify(browser, code)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(9);
    const later = await passPasswordStep(identity);
    expect((await verify(later, code)).body['code']).toBe('TwoFactorInvalid');
    app.next();
    expect((await verify(later, code)).body['code']).toBe('TwoFactorInvalid');
    expect((await verify(later, app.code())).status).toBe(200);
  });

  test('when the code was used to set up the authenticator, then it cannot sign in', async () => {
    const browser = await passPasswordStep(identity);
    expect((await verify(browser, app.firstCode)).body['code']).toBe('TwoFactorInvalid');
  });

  test('when five codes are wrong, even concurrently, then the sign-in has no tries left', async () => {
    const browser = await passPasswordStep(identity);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => verify(browser, app.wrongCode(index))));

    expect(responses.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(4);
    expect(responses.filter(({ body }) => body['code'] === 'CodeTriesExceeded')).toHaveLength(16);
    expect((await verify(browser, app.code())).body['code']).toBe('CodeTriesExceeded');
    expect(Number(await identity.redis.get(`count:failed-codes:owner:${ADMIN.email}`))).toBe(5);
    expect((await verify(await passPasswordStep(identity), app.code())).status).toBe(200);
  });

  test('when the code is sent from another browser, then it is rejected', async () => {
    await passPasswordStep(identity);
    expect(await verify(identity.browser(), app.code())).toMatchObject({ status: 401, body: { code: 'TwoFactorExpired' } });
  });
});

describe('mailed code instead of the authenticator', () => {
  test('when a code by mail is requested, then it signs in', async () => {
    const browser = await passPasswordStep(identity);
    const code = await requestMailedCode(browser);

    expect((await verify(browser, code)).status).toBe(200);
    expect((await verify(await passPasswordStep(identity), code)).body['code']).toBe('TwoFactorInvalid');
  });

  test('when the authenticator has no tries left, then a mailed code has five tries of its own', async () => {
    const browser = await passPasswordStep(identity);
    for (let tried = 0; tried < 5; tried += 1) await verify(browser, app.wrongCode(tried));
    const code = await requestMailedCode(browser);
    const guesses = await Promise.all(Array.from({ length: 4 }, (_, index) => verify(browser, differentCode(code, index + 1))));

    expect(guesses.map(({ body }) => body['code'])).toEqual(Array(4).fill('TwoFactorInvalid'));
    expect((await verify(browser, code)).status).toBe(200);
  });

  test("when a code was mailed, then the app's code is still accepted", async () => {
    const browser = await passPasswordStep(identity);
    await requestMailedCode(browser);
    expect((await verify(browser, app.code())).status).toBe(200);
  });

  test('when a code is wrong, then it counts as a try of both methods and as one failure', async () => {
    const browser = await passPasswordStep(identity);
    const code = await requestMailedCode(browser);
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => verify(browser, differentCode(code, index + 1))));

    expect(guesses.filter(({ status }) => status === 200)).toEqual([]);
    expect(await identity.document('codes', `admin-sign-in:${ADMIN.email}`)).toMatchObject({ tries: 5 });
    expect((await verify(browser, code)).body['code']).toBe('CodeTriesExceeded');
    expect((await verify(browser, app.code())).body['code']).toBe('CodeTriesExceeded');
  });
});

describe('admin with an authenticator at the customer login', () => {
  const signInAtCustomerLogin = (browser: Browser, twoFactorCode?: string) =>
    logIn(browser, { ...ADMIN, ...(twoFactorCode ? { twoFactorCode } : {}) });

  test("when the request is repeated with the app's code, then it signs in once", async () => {
    const before = mailed();
    const browser = identity.browser();
    const first = await signInAtCustomerLogin(browser);

    expect(loginResponseSchema.parse(first.body)).toMatchObject({
      requiresTwoFactor: true,
      methods: ['authenticator', 'mail'],
      user: null,
    });
    expect(mailed()).toBe(before);
    const code = app.code();
    const second = await signInAtCustomerLogin(browser, code);
    expect(second).toMatchObject({ status: 200, body: { requiresTwoFactor: false, redirectTo: '/admin', user: { isAdmin: true } } });
    expect(browser.cookie('admin_pending')).toBe('');
    expect((await signInAtCustomerLogin(identity.browser(), code)).body['code']).toBe('TwoFactorInvalid');
  });

  test('when that browser requests a code by mail, then the code signs in here', async () => {
    const browser = identity.browser();
    await signInAtCustomerLogin(browser);
    expect((await signInAtCustomerLogin(browser, await requestMailedCode(browser))).body).toMatchObject({ requiresTwoFactor: false });
  });

  test('when five codes are wrong, then a new start gives five tries, and several starts do not add up', async () => {
    const browser = identity.browser();
    await signInAtCustomerLogin(browser);
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => signInAtCustomerLogin(browser, app.wrongCode(index))));

    expect(responses.filter(({ status }) => status === 200)).toEqual([]);
    expect((await signInAtCustomerLogin(browser, app.code())).body['code']).toBe('CodeTriesExceeded');
    await signInAtCustomerLogin(browser);
    expect((await signInAtCustomerLogin(browser, app.code())).status).toBe(200);
  });

  test('when 100 codes fail, then the account is paused for a day', async () => {
    const browser = identity.browser();
    await identity.redis.set(`count:failed-codes:owner:${ADMIN.email}`, 99, 'EX', 3600);
    await signInAtCustomerLogin(browser, app.wrongCode());

    expect(await signInAtCustomerLogin(browser, app.code())).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    await identity.redis.del(`count:failed-codes:owner:${ADMIN.email}`);
  });
});

describe('changed encryption key', () => {
  test('when the secret cannot be decrypted, then a code is mailed, and a new authenticator can be set up without the old one', async () => {
    await identity.mongo.collection('users').updateOne({ email: ADMIN.email }, { $set: { 'twoFactor.sealedSecret': 'A'.repeat(80) } });
    const { browser, first } = await signInAdmin(identity);

    expect(first.body).toMatchObject({ methods: ['mail'] });
    expect(await setUpAuthenticator(identity, browser)).toMatchObject({ secret: expect.any(String) });
  });

  test('when a sealed secret is copied to another account, then it cannot be decrypted', async () => {
    const other = await identity.mongo.collection('users').findOne({ email: ADMIN.email });
    await identity.mongo.collection<{ _id: string }>('users').insertOne({ ...other, _id: 'other', email: 'other@example.jp' } as never);
    const response = await identity.browser().post(LOGIN, { ...ADMIN, email: 'other@example.jp' });

    expect(response.body).toMatchObject({ methods: ['mail'] });
    await identity.mongo.collection<{ _id: string }>('users').deleteOne({ _id: 'other' });
  });
});
