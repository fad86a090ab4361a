import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { registeredSchema, type SessionClaims } from '@stagereel/contracts';
import { sessionKey } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { openAccount } from './support/customers.ts';
import { type IdentityUnderTest, otherThan, proveAddress, startIdentity } from './support/identity.ts';
import { CHOSEN, type Registrations, registerForm, registrationsOf } from './support/registrations.ts';

let identity: IdentityUnderTest;
let registrations: Registrations;
beforeAll(async () => {
  identity = await startIdentity();
  registrations = registrationsOf(identity);
});
afterAll(() => identity.stop());

const sidOf = (token: string): string => (jwt.decode(token) as SessionClaims).sid;
const inParallel = <Answer>(times: number, run: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => run(index)));

describe('when a visitor asks for a registration code', () => {
  test('then a code goes out, and the registration waits a day for this browser', async () => {
    const email = 'asks@example.jp';
    const askedAt = identity.clock().getTime();
    const { answer, browser, code } = await registrations.codeFor({ email });

    expect(answer).toMatchObject({ status: 200, body: { expiresInSeconds: 600, resendAfterSeconds: 60 } });
    expect(code).toMatch(/^\d{6}$/);
    expect(Object.keys(answer.setCookies)).toEqual(['registration']);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=86400/, /Path=\/api(;|$)/]) {
      expect(answer.setCookies['registration']).toMatch(attribute);
    }
    const [pending, ...more] = await registrations.pending(email);
    expect(more).toEqual([]);
    expect(pending).toMatchObject({ applicant: { email, name: CHOSEN.name, passwordHash: expect.stringMatching(/^\$argon2id\$/) } });
    const keptSince = (pending!['expiresAt'] as Date).getTime() - 86_400_000;
    expect(keptSince).toBeGreaterThanOrEqual(askedAt);
    expect(keptSince).toBeLessThanOrEqual(identity.clock().getTime());
    expect(JSON.stringify(pending)).not.toContain(browser.cookie('registration'));
    expect(await registrations.accounts(email)).toEqual([]);
  });

  test('then a weak password is refused beside its field, and nothing is kept or sent', async () => {
    const email = 'weak@example.jp';
    for (const password of ['abcdef1', 'abcdefghij', '1234567890']) {
      expect(await registrations.askForCode({ email, password })).toMatchObject({
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
  ])('then %s is refused', async (_name, wrong) => {
    const answer = await identity.browser().post('/api/send-registration-code', { email: 'wrong@example.jp', ...CHOSEN, ...wrong });

    expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' }, setCookies: {} });
    expect(await registrations.pending('wrong@example.jp')).toEqual([]);
  });
});

describe('when the code comes back in that browser', () => {
  test('then there is an account with what was chosen, a session, a known device and one event', async () => {
    const email = 'taro@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    const answer = await registrations.giveCode(browser, email, code);

    expect(answer.status).toBe(201);
    const { user } = registeredSchema.parse(answer.body);
    expect(user).toEqual({ id: user.id, email, username: email, name: CHOSEN.name, isAdmin: false, emailProven: true });
    expect(answer.setCookies['session']).toMatch(/Max-Age=2592000/);
    expect(answer.setCookies['known_device']).toMatch(/HttpOnly/);
    expect((await browser.get('/api/user')).body).toEqual(user);
    const account = await registrations.accountOf(email);
    expect(account).toMatchObject({ _id: user.id, isAdmin: false, emailProven: true, lastLoginAt: expect.any(Date) });
    expect(registrations.registered(email)).toEqual([{ userId: user.id, email, name: CHOSEN.name }]);
    expect(await registrations.pending(email)).toEqual([]);
    expect(await identity.documents('sign-in-events', { email })).toMatchObject([{ door: 'registration', outcome: 'succeeded' }]);
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(true);
  });

  test('then extras, a wish to be an admin and a prototype are not heard', async () => {
    const email = 'wishes@example.jp';
    const browser = identity.browser();
    const extras = '"isAdmin":true,"emailProven":false,"userId":"mine","__proto__":{"isAdmin":true},"$set":{"isAdmin":true}';
    const body = Buffer.from(`{"email":"${email}","name":"${CHOSEN.name}","password":"${CHOSEN.password}",${extras}}`);
    const headers = { 'content-type': 'application/json' };
    await browser.call({ method: 'POST', path: '/api/send-registration-code', body, headers });
    const code = await identity.mailedCode(email, { purpose: 'registration' });

    expect((await registrations.giveCode(browser, email, code)).body).toMatchObject({ user: { isAdmin: false, emailProven: true } });
    expect((await registrations.accountOf(email))['_id']).not.toBe('mine');
  });

  test('then the session this browser had before ends', async () => {
    const { browser } = await proveAddress(identity, 'before@example.jp');
    await browser.post('/api/register', registerForm({ email: 'before@example.jp' }));
    const earlier = sidOf(browser.cookie('session'));
    const { code } = await registrations.codeFor({ email: 'after@example.jp' }, browser);
    await registrations.giveCode(browser, 'after@example.jp', code);

    expect(await identity.redis.exists(sessionKey(earlier))).toBe(0);
    expect((await browser.get('/api/user')).body).toMatchObject({ email: 'after@example.jp' });
  });

  test('then of 20 at once one signs in, and there is one account and one event', async () => {
    const email = 'parallel@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    const answers = await inParallel(20, () => registrations.giveCode(browser, email, code));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ setCookies }) => setCookies['session'])).toHaveLength(1);
    await registrations.accountOf(email);
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('then once more leads to the login', async () => {
    const email = 'again@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    await registrations.giveCode(browser, email, code);

    expect(await registrations.giveCode(browser, email, code)).toMatchObject({
      status: 409,
      body: { code: 'AccountExists' },
      setCookies: {},
    });
  });

  test('then an account made meanwhile is said, and is not touched', async () => {
    const email = 'meanwhile@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    const faster = await openAccount(identity, { email });

    expect(await registrations.giveCode(browser, email, code)).toMatchObject({
      status: 409,
      body: { code: 'AccountExists' },
      setCookies: {},
    });
    expect(await registrations.accounts(email)).toMatchObject([{ _id: faster.id }]);
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(false);
  });

  test('then a browser may have several addresses under way', async () => {
    const browser = identity.browser();
    const first = await registrations.codeFor({ email: 'one@example.jp' }, browser);
    const second = await registrations.codeFor({ email: 'two@example.jp' }, browser);

    expect((await registrations.giveCode(browser, 'one@example.jp', first.code)).status).toBe(201);
    expect((await registrations.giveCode(browser, 'two@example.jp', second.code)).status).toBe(201);
  });
});

describe('when the code comes from anywhere else', () => {
  test('then the right code is refused in another browser, and costs the registration no try', async () => {
    const email = 'bound@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    const other = identity.browser();
    await registrations.codeFor({ email: 'of-the-other@example.jp' }, other);

    for (const stranger of [identity.browser(), other]) {
      for (const tried of [code, otherThan(code), otherThan(code, 2)]) {
        expect(await registrations.giveCode(stranger, email, tried)).toMatchObject({
          status: 400,
          body: { code: 'CodeInvalid' },
          setCookies: {},
        });
      }
    }
    expect(await registrations.code(email)).toMatchObject({ tries: 0 });
    expect((await registrations.giveCode(browser, email, code)).status).toBe(201);
  });

  test("then a code of another purpose does not open this door, nor this door's code another", async () => {
    const email = 'purposes@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    await browser.post('/api/send-verification-code', { email });
    const orderCode = await identity.mailedCode(email);
    if (code === orderCode) throw new Error('one chance in a million: run again');

    expect((await registrations.giveCode(browser, email, orderCode)).body['code']).toBe('CodeInvalid');
    expect((await browser.post('/api/verify-email-code', { email, code })).body['code']).toBe('CodeInvalid');
    expect(await registrations.accounts(email)).toEqual([]);
  });
});

describe('when somebody guesses in a browser of his own', () => {
  test('then 20 guesses at once count as five, and the right code is refused after them', async () => {
    const email = 'guessed@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    const answers = await inParallel(20, (index) => registrations.giveCode(browser, email, otherThan(code, index + 1)));

    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
    expect(await registrations.code(email)).toMatchObject({ tries: 5 });
    expect((await registrations.giveCode(browser, email, code)).body['code']).toBe('CodeTriesExceeded');
    expect(await registrations.accounts(email)).toEqual([]);
  });
});

describe('when the code is asked for again', () => {
  test('then within a minute it is refused, and what was chosen first still counts', async () => {
    const email = 'impatient@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    const again = await registrations.askForCode({ email, name: '別の名' }, browser);

    expect(again).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' }, setCookies: {} });
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await registrations.giveCode(browser, email, code)).body).toMatchObject({ user: { name: CHOSEN.name } });
  });

  test('then the old code is dead, and the account is made of what was chosen last', async () => {
    const email = 'changes@example.jp';
    const { browser, code: old } = await registrations.codeFor({ email });
    identity.wait(60);
    const { code } = await registrations.codeFor({ email, name: '新しい名', password: 'Chosen-again-2' }, browser);
    if (old === code) throw new Error('one chance in a million: run again');

    expect(await registrations.pending(email)).toHaveLength(1);
    expect((await registrations.giveCode(browser, email, old)).body['code']).toBe('CodeInvalid');
    expect((await registrations.giveCode(browser, email, code)).body).toMatchObject({ user: { name: '新しい名' } });
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(false);
    expect(await registrations.canLogIn(email, 'Chosen-again-2')).toBe(true);
  });
});

describe('when time passes', () => {
  test('then the code ends after ten minutes, and all that was chosen is forgotten after a day', async () => {
    const email = 'late@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    identity.wait(601);
    expect((await registrations.giveCode(browser, email, code)).body['code']).toBe('CodeExpired');

    expect(await registrations.pending(email)).toHaveLength(1);
    identity.wait(86_400);
    expect((await registrations.giveCode(browser, email, code)).body['code']).toBe('CodeInvalid');
    await waitUntil(async () => (await identity.documents('pending-registrations')).length === 0, { what: 'the sweep' });
  });
});
