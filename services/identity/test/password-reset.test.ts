import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { codeSentSchema, passwordChanged } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { codeAfter, logIn, openAccount, passwordChanges, storedUser } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, otherThan, startIdentity } from './support/identity.ts';
import { endCounts, expectAlike, expectAllAlike, failTimes } from './support/locks.ts';
import { type OtherService, startOtherService } from './support/other-service.ts';
import { timeRatio } from './support/timing.ts';

const SEND = '/api/send-password-reset-code';
const RESET = '/api/reset-password';
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

let unknowns = 0;
const unknown = (): string => {
  unknowns += 1;
  return `nobody-${unknowns}@example.jp`;
};
const send = (email: string, browser = identity.browser()) => browser.post(SEND, { email });
const sendCode = (email: string, browser = identity.browser()): Promise<string> =>
  codeAfter(identity, { email, purpose: 'password-reset', ask: () => send(email, browser) });
const reset = (given: { email: string; code: string; newPassword?: string }, browser = identity.browser()) =>
  browser.post(RESET, { newPassword: NEW, ...given });
const triesOf = async (email: string): Promise<unknown> => Object(await identity.document('codes', `password-reset:${email}`))['tries'];

describe('when somebody has forgotten the password', () => {
  test('then the mailed code sets a new one, ends every session, and opens none', async () => {
    const { email, id, browser: earlier, password } = await openAccount(identity);
    const session = earlier.cookie('session');
    await identity.mongo.collection('users').updateOne({ email }, { $set: { emailProven: false } });
    const browser = identity.browser();
    const code = await sendCode(email, browser);
    const answer = await reset({ email: ` ${email.toUpperCase()}`, code }, browser);

    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'パスワードを再設定しました。新しいパスワードでログインしてください。' },
      setCookies: {},
    });
    expect(await other.statusOf(session)).toBe(401);
    const event = await identity.probe.waitFor(passwordChanged.type, ({ data }) => (data as { email: string }).email === email);
    expect(event.data).toEqual({ userId: id, email, how: 'reset', changedAt: expect.any(String) });
    expect(await storedUser(identity, email)).toMatchObject({ emailProven: true, isAdmin: false });
    expect((await logIn(browser, { email, password })).status).toBe(401);
    expect((await logIn(browser, { email, password: NEW })).status).toBe(200);
  });

  test('then whoever locked the account out by guessing gets in at once', async () => {
    const { email } = await openAccount(identity);
    const browser = identity.browser();
    await failTimes(10, () => logIn(browser, { email, password: 'Wrong-Password-1' }));
    await failTimes(10, () => logIn(identity.browser(), { email, password: 'Wrong-Password-1' }));
    expect((await logIn(identity.browser(), { email, password: 'x' })).status).toBe(423);
    await reset({ email, code: await sendCode(email, browser) }, browser);

    await identity.mongo.collection('sign-in-events').deleteMany({});
    expect((await logIn(browser, { email, password: NEW })).status).toBe(200);
    expect((await logIn(identity.browser(), { email, password: NEW })).status).toBe(200);
  });

  test('then of ten uses of the code at once one counts, and one event says so', async () => {
    const { email } = await openAccount(identity);
    const code = await sendCode(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset({ email, code, newPassword: `Brand-New-Pass-${index}` })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    await waitUntil(async () => !('outbox' in (await storedUser(identity, email))));
    await waitUntil(() => passwordChanges(identity, email).length > 0);
    expect(passwordChanges(identity, email)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await logIn(identity.browser(), { email, password: `Brand-New-Pass-${winner}` })).status).toBe(200);
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeInvalid' } });
  });
});

describe('when the address has no account', () => {
  test('then the answers are the same, and nothing is mailed', async () => {
    const { email: known } = await openAccount(identity);
    const nobody = unknown();
    const [first, second] = [identity.browser(), identity.browser()];
    const [toKnown, toNobody] = [await send(known, first), await send(nobody, second)];
    expect(codeSentSchema.parse(toNobody.body)).toEqual(codeSentSchema.parse(toKnown.body));
    expectAlike(toNobody, toKnown);
    const again = [await send(known, first), await send(nobody, second)];
    expect(again.map(({ status, body }) => [status, body['code']])).toEqual(Array(2).fill([429, 'CodeResendTooSoon']));

    const code = await identity.mailedCode(known, { purpose: 'password-reset' });
    const guess = (email: string) => failTimes(6, (index) => reset({ email, code: otherThan(code, index + 1) }));
    const [atKnown, atNobody] = [await guess(known), await guess(nobody)];
    expectAllAlike(atNobody, atKnown);
    expect(atNobody.map(({ body }) => body['code'])).toEqual([...Array(4).fill('CodeInvalid'), 'CodeTriesExceeded', 'CodeTriesExceeded']);
    expect(identity.codeEvents(nobody, 'password-reset')).toEqual([]);
    expect(await identity.documents('users', { email: nobody })).toEqual([]);
  });

  test('then the time of the answers does not tell either', async () => {
    const { email: known } = await openAccount(identity);
    const nobody = unknown();
    const ask = async (email: string) => {
      identity.wait(60);
      const browser = identity.browser();
      expect((await send(email, browser)).status).toBe(200);
      expect((await reset({ email, code: '000000' }, browser)).status).toBe(400);
    };
    const ratio = await timeRatio({ rounds: 20, first: () => ask(known), second: () => ask(nobody) });
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  }, 240_000);
});

describe('when the new password is too weak', () => {
  test('then it is refused before the code is looked at', async () => {
    const { email } = await openAccount(identity);
    const code = await sendCode(email);
    for (const newPassword of ['Short-1', 'onlyletters'])
      expect(await reset({ email, code, newPassword })).toMatchObject({
        status: 400,
        body: { code: 'PasswordTooWeak', fields: { newPassword: expect.any(String) } },
      });
    expect(await triesOf(email)).toBe(0);
    expect((await reset({ email, code })).status).toBe(200);
  });

  test('then an admin learns it by the right code alone, which stays as it was', async () => {
    const code = await sendCode(ADMIN.email);
    const newPassword = 'customers-may-1';
    const [atAdmin, atNobody] = [ADMIN.email, unknown()];
    await send(atNobody);
    const guesses = [
      await reset({ email: atAdmin, code: otherThan(code), newPassword }),
      await reset({ email: atNobody, code: otherThan(code), newPassword }),
    ];
    expectAlike(guesses[0]!, guesses[1]!);

    const weak = await failTimes(6, () => reset({ email: atAdmin, code, newPassword }));
    expect(weak.map(({ body }) => body['code'])).toEqual(Array(6).fill('AdminPasswordTooWeak'));
    expect(await triesOf(atAdmin)).toBe(1);
    expect((await reset({ email: atAdmin, code, newPassword: 'Staple-Battery-7' })).status).toBe(200);
    expect((await identity.browser().post('/api/admin/login', ADMIN)).status).toBe(401);
    await endCounts(identity);
  });
});

describe('when the code is not the one', () => {
  test('then because it was mailed for something else, to somebody else, or before the last one', async () => {
    const [{ email, browser }, stranger] = [await openAccount(identity), await openAccount(identity)];
    const changeCode = await codeAfter(identity, {
      email,
      purpose: 'password-change',
      ask: () => browser.post('/api/send-password-change-code'),
    });
    const first = await sendCode(email);
    const strangers = await sendCode(stranger.email);
    identity.wait(60);
    const last = await sendCode(email);
    if (new Set([changeCode, first, strangers, last]).size < 4) throw new Error('one chance in a million: run again');
    const before = await storedUser(identity, email);

    for (const code of [changeCode, first, strangers])
      expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeInvalid' } });
    expect((await storedUser(identity, email))['passwordHash']).toBe(before['passwordHash']);
    expect((await reset({ email, code: last })).status).toBe(200);
  });

  test('then because ten minutes have passed', async () => {
    const { email } = await openAccount(identity);
    const code = await sendCode(email);
    identity.wait(601);
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeExpired' } });
  });

  test('then of 20 guesses at once five are compared, and the right code comes too late', async () => {
    const { email } = await openAccount(identity);
    const code = await sendCode(email);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => reset({ email, code: otherThan(code, index + 1) })));
    expect(answers.filter(({ body }) => body['code'] === 'CodeInvalid')).toHaveLength(4);
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeTriesExceeded' } });
  });
});

describe('when the body is made to do harm', () => {
  const body = { email: 'a@example.jp', code: '123456', newPassword: NEW };
  const addresses: [string, unknown][] = [
    ['an operator for the address', { $ne: null }],
    ['a list of addresses', ['a@example.jp']],
    ['a line break in the address', 'a@example.jp\r\nBcc: b@example.jp'],
    ['HTML in the address', '<b>a</b>@example.jp'],
  ];
  const codes = async () => (await identity.documents('codes')).map(({ _id, tries }) => [_id, tries]);

  test.each([
    ...addresses.flatMap(([name, email]): [string, string, object][] => [
      [SEND, name, { email }],
      [RESET, name, { ...body, email }],
    ]),
    [RESET, 'an operator for the code', { ...body, code: { $ne: null } }],
    [RESET, 'an operator for the password', { ...body, newPassword: { $ne: null } }],
  ])('then %s with %s is refused before anything is stored or counted', async (path, _name, harmful) => {
    const before = await codes();
    expect(await identity.browser().post(path, harmful)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await codes()).toEqual(before);
  });

  test('then extras and a prototype make nobody an admin', async () => {
    const { email } = await openAccount(identity);
    const code = await sendCode(email);
    const text = `{"email":"${email}","code":"${code}","newPassword":"${NEW}","isAdmin":true,"$set":{"isAdmin":true},"__proto__":{"isAdmin":true}}`;
    const answer = await identity
      .browser()
      .call({ method: 'POST', path: RESET, body: Buffer.from(text), headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(200);
    expect(await storedUser(identity, email)).toMatchObject({ isAdmin: false });
  });
});
