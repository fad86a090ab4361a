import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { adminLoginAnswerSchema, loginAnswerSchema } from '@stagereel/contracts';
import { halfWay, LOGIN, loseFactor, RESEND, setUpApp, VERIFY } from './support/authenticators.ts';
import type { Browser } from './support/browser.ts';
import { logIn } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, otherThan, signInAdmin, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
let app: Awaited<ReturnType<typeof setUpApp>>;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
});
beforeEach(async () => {
  const { browser } = await signInAdmin(identity);
  app = await setUpApp(identity, browser);
});
afterEach(async () => {
  await loseFactor(identity);
  // Past the pause between two codes.
  identity.wait(60);
  await identity.mongo.collection('sign-in-events').deleteMany({});
});
afterAll(() => identity.stop());

const mailed = () => identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
const verify = (browser: Browser, code: string) => browser.post(VERIFY, { email: ADMIN.email, code });
const mailACode = async (browser: Browser): Promise<string> => {
  const nth = mailed() + 1;
  expect((await browser.post(RESEND, { email: ADMIN.email })).status).toBe(200);
  return identity.mailedCode(ADMIN.email, { purpose: 'admin-sign-in', nth });
};

describe('when an admin with an authenticator signs in', () => {
  test('then the password step names both ways and mails nothing, and the app’s code signs in', async () => {
    const before = mailed();
    const browser = identity.browser();
    const first = await browser.post(LOGIN, ADMIN);

    expect(adminLoginAnswerSchema.parse(first.body)).toEqual({
      requiresTwoFactor: true,
      methods: ['authenticator', 'mail'],
      message: '認証アプリに表示されている6桁のコードを入力してください。',
    });
    const second = await verify(browser, app.code());
    expect(second).toMatchObject({ status: 200, body: { redirectTo: '/admin', user: { email: ADMIN.email, isAdmin: true } } });
    expect((await browser.get('/api/users')).status).toBe(200);
    expect(mailed()).toBe(before);
  });

  test.each([-1, 1])('then a phone whose clock is %i step off is right, one that is farther off is not', async (steps) => {
    app.next();
    app.next();
    const browser = await halfWay(identity);
    expect(await verify(browser, app.code(steps * 2))).toMatchObject({ status: 400, body: { code: 'TwoFactorInvalid' } });
    expect((await verify(browser, app.code(steps))).status).toBe(200);
  });

  test('then a code works once: of ten sign-ins at once with the same code one gets in, and none later', async () => {
    const browsers = await Promise.all(Array.from({ length: 10 }, () => halfWay(identity)));
    const code = app.code();
    const answers = await Promise.all(browsers.map((browser) => verify(browser, code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(9);
    const later = await halfWay(identity);
    expect((await verify(later, code)).body['code']).toBe('TwoFactorInvalid');
    app.next();
    expect((await verify(later, code)).body['code']).toBe('TwoFactorInvalid');
    expect((await verify(later, app.code())).status).toBe(200);
  });

  test('then the code that set the authenticator up does not sign in as well', async () => {
    const browser = await halfWay(identity);
    expect((await verify(browser, app.firstCode)).body['code']).toBe('TwoFactorInvalid');
  });

  test('then five wrong codes end the tries of this sign-in, also when they come at once', async () => {
    const browser = await halfWay(identity);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => verify(browser, app.wrongCode(index))));

    expect(answers.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(4);
    expect(answers.filter(({ body }) => body['code'] === 'CodeTriesExceeded')).toHaveLength(16);
    expect((await verify(browser, app.code())).body['code']).toBe('CodeTriesExceeded');
    expect(Number(await identity.redis.get(`count:failed-codes:owner:${ADMIN.email}`))).toBe(5);
    expect((await verify(await halfWay(identity), app.code())).status).toBe(200);
  });

  test('then the code counts only in the browser that gave the password', async () => {
    await halfWay(identity);
    expect(await verify(identity.browser(), app.code())).toMatchObject({ status: 401, body: { code: 'TwoFactorExpired' } });
  });
});

describe('when the app is lost', () => {
  test('then a mailed code is the way back, when it is asked for', async () => {
    const browser = await halfWay(identity);
    const code = await mailACode(browser);

    expect((await verify(browser, code)).status).toBe(200);
    expect((await verify(await halfWay(identity), code)).body['code']).toBe('TwoFactorInvalid');
  });

  test('then it is accepted after the tries of the authenticator are used up, with five tries of its own', async () => {
    const browser = await halfWay(identity);
    for (let tried = 0; tried < 5; tried += 1) await verify(browser, app.wrongCode(tried));
    const code = await mailACode(browser);
    const guesses = await Promise.all(Array.from({ length: 4 }, (_, index) => verify(browser, otherThan(code, index + 1))));

    expect(guesses.map(({ body }) => body['code'])).toEqual(Array(4).fill('TwoFactorInvalid'));
    expect((await verify(browser, code)).status).toBe(200);
  });

  test('then the app’s code is still accepted while a mailed one is under way', async () => {
    const browser = await halfWay(identity);
    await mailACode(browser);
    expect((await verify(browser, app.code())).status).toBe(200);
  });

  test('then a wrong code is a try of both, and one failure', async () => {
    const browser = await halfWay(identity);
    const code = await mailACode(browser);
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => verify(browser, otherThan(code, index + 1))));

    expect(guesses.filter(({ status }) => status === 200)).toEqual([]);
    expect(await identity.document('codes', `admin-sign-in:${ADMIN.email}`)).toMatchObject({ tries: 5 });
    expect((await verify(browser, code)).body['code']).toBe('CodeTriesExceeded');
    expect((await verify(browser, app.code())).body['code']).toBe('CodeTriesExceeded');
  });
});

describe('when an admin with an authenticator comes by the customers’ door', () => {
  const atDoor = (browser: Browser, twoFactorCode?: string) => logIn(browser, { ...ADMIN, ...(twoFactorCode ? { twoFactorCode } : {}) });

  test('then the same call with the app’s code signs in, once', async () => {
    const before = mailed();
    const browser = identity.browser();
    const first = await atDoor(browser);

    expect(loginAnswerSchema.parse(first.body)).toMatchObject({ requiresTwoFactor: true, methods: ['authenticator', 'mail'], user: null });
    expect(mailed()).toBe(before);
    const code = app.code();
    const second = await atDoor(browser, code);
    expect(second).toMatchObject({ status: 200, body: { requiresTwoFactor: false, redirectTo: '/admin', user: { isAdmin: true } } });
    expect(browser.cookie('admin_pending')).toBe('');
    expect((await atDoor(identity.browser(), code)).body['code']).toBe('TwoFactorInvalid');
  });

  test('then a code is mailed when it is asked for in that browser, and signs in here', async () => {
    const browser = identity.browser();
    await atDoor(browser);
    expect((await atDoor(browser, await mailACode(browser))).body).toMatchObject({ requiresTwoFactor: false });
  });

  test('then five wrong codes are all until the next start, and starts do not add up', async () => {
    const browser = identity.browser();
    await atDoor(browser);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => atDoor(browser, app.wrongCode(index))));

    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    expect((await atDoor(browser, app.code())).body['code']).toBe('CodeTriesExceeded');
    await atDoor(browser);
    expect((await atDoor(browser, app.code())).status).toBe(200);
  });

  test('then a hundred failures pause the account for a day', async () => {
    const browser = identity.browser();
    await identity.redis.set(`count:failed-codes:owner:${ADMIN.email}`, 99, 'EX', 3600);
    await atDoor(browser, app.wrongCode());

    expect(await atDoor(browser, app.code())).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    await identity.redis.del(`count:failed-codes:owner:${ADMIN.email}`);
  });
});

describe('when the key of the secrets is another by now', () => {
  test('then the authenticator counts as none: the code comes by mail, and a new one is set up without the old', async () => {
    await identity.mongo.collection('users').updateOne({ email: ADMIN.email }, { $set: { 'twoFactor.sealedSecret': 'A'.repeat(80) } });
    const { browser, first } = await signInAdmin(identity);

    expect(first.body).toMatchObject({ methods: ['mail'] });
    expect(await setUpApp(identity, browser)).toMatchObject({ secret: expect.any(String) });
  });

  test('then a secret sealed for one account opens in no other', async () => {
    const other = await identity.mongo.collection('users').findOne({ email: ADMIN.email });
    await identity.mongo.collection<{ _id: string }>('users').insertOne({ ...other, _id: 'other', email: 'other@example.jp' } as never);
    const answer = await identity.browser().post(LOGIN, { ...ADMIN, email: 'other@example.jp' });

    expect(answer.body).toMatchObject({ methods: ['mail'] });
    await identity.mongo.collection<{ _id: string }>('users').deleteOne({ _id: 'other' });
  });
});
