import { describe, expect, test } from '@jest/globals';
import { codeSentSchema, passwordChanged } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { codeMailedBy, createCustomer, logIn, passwordChangedEvents, storedUser } from '../support/customers.ts';
import { ADMIN, differentCode, startIdentity } from '../support/identity.ts';
import { expectSameResponse, expectSameResponses, expireCounters, repeat } from '../support/lockout.ts';
import { startOtherService } from '../support/other-service.ts';
import { expectSameDuration } from '../support/timing.ts';

const SEND = '/api/send-password-reset-code';
const RESET = '/api/reset-password';
const NEW = 'Brand-New-Pass-2';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));
const other = useService(() => startOtherService(identity));

let unknownAddresses = 0;
const createUnknownAddress = (): string => {
  unknownAddresses += 1;
  return `nobody-${unknownAddresses}@example.jp`;
};
const send = (email: string, browser = identity.browser()) => browser.post(SEND, { email });
const sendCode = (email: string, browser = identity.browser()): Promise<string> =>
  codeMailedBy(identity, { email, purpose: 'password-reset', request: () => send(email, browser) });
const reset = (input: { email: string; code: string; newPassword?: string }, browser = identity.browser()) =>
  browser.post(RESET, { newPassword: NEW, ...input });
const triesOf = async (email: string): Promise<unknown> => Object(await identity.document('codes', `password-reset:${email}`))['tries'];

describe('password reset', () => {
  test('when the code is correct, then the password is set, all sessions end and none opens', async () => {
    const { email, id, browser: earlier, password } = await createCustomer(identity);
    const session = earlier.cookie('session');
    await identity.mongo.collection('users').updateOne({ email }, { $set: { emailProven: false } });
    const browser = identity.browser();
    const code = await sendCode(email, browser);
    const response = await reset({ email: ` ${email.toUpperCase()}`, code }, browser);

    expect(response).toMatchObject({
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

  test('when the account was locked by wrong passwords, then a reset ends the lock', async () => {
    const { email } = await createCustomer(identity);
    const browser = identity.browser();
    await repeat(10, () => logIn(browser, { email, password: 'Wrong-Password-1' }));
    await repeat(10, () => logIn(identity.browser(), { email, password: 'Wrong-Password-1' }));
    expect((await logIn(identity.browser(), { email, password: 'x' })).status).toBe(423);
    await reset({ email, code: await sendCode(email, browser) }, browser);

    await identity.mongo.collection('sign-in-events').deleteMany({});
    expect((await logIn(browser, { email, password: NEW })).status).toBe(200);
    expect((await logIn(identity.browser(), { email, password: NEW })).status).toBe(200);
  });

  test('when ten requests use the code concurrently, then one succeeds and one event is published', async () => {
    const { email } = await createCustomer(identity);
    const code = await sendCode(email);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset({ email, code, newPassword: `Brand-New-Pass-${index}` })),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    await waitUntil(async () => !('outbox' in (await storedUser(identity, email))));
    await waitUntil(() => passwordChangedEvents(identity, email).length > 0);
    expect(passwordChangedEvents(identity, email)).toHaveLength(1);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect((await logIn(identity.browser(), { email, password: `Brand-New-Pass-${winner}` })).status).toBe(200);
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeInvalid' } });
  });
});

describe('password reset without an account', () => {
  test('when the address has no account, then the responses are the same and nothing is mailed', async () => {
    const { email: known } = await createCustomer(identity);
    const unknown = createUnknownAddress();
    const [first, second] = [identity.browser(), identity.browser()];
    const [sentToKnown, sentToUnknown] = [await send(known, first), await send(unknown, second)];
    expect(codeSentSchema.parse(sentToUnknown.body)).toEqual(codeSentSchema.parse(sentToKnown.body));
    expectSameResponse(sentToUnknown, sentToKnown);
    const again = [await send(known, first), await send(unknown, second)];
    expect(again.map(({ status, body }) => [status, body['code']])).toEqual(Array(2).fill([429, 'CodeResendTooSoon']));

    const code = await identity.mailedCode(known, { purpose: 'password-reset' });
    const guess = (email: string) => repeat(6, (index) => reset({ email, code: differentCode(code, index + 1) }));
    const [forKnown, forUnknown] = [await guess(known), await guess(unknown)];
    expectSameResponses(forUnknown, forKnown);
    expect(forUnknown.map(({ body }) => body['code'])).toEqual([...Array(4).fill('CodeInvalid'), 'CodeTriesExceeded', 'CodeTriesExceeded']);
    const decoy = await waitUntil(() => identity.codeEvents(unknown, 'password-reset')[0], { what: 'the event that mails nothing' });
    // So long ago that a notify that knows no decoys does not mail it, whatever its now says.
    const expiresAt = new Date(0).toISOString();
    expect(decoy.data).toEqual({ purpose: 'password-reset', email: unknown, code: '', expiresAt, isDecoy: true });
    expect(await identity.documents('users', { email: unknown })).toEqual([]);
  });

  test('when response times are compared, then an unknown address takes as long as an existing account', async () => {
    const { email: known } = await createCustomer(identity);
    const unknown = createUnknownAddress();
    const request = async (email: string) => {
      identity.wait(60);
      const browser = identity.browser();
      expect((await send(email, browser)).status).toBe(200);
      expect((await reset({ email, code: '000000' }, browser)).status).toBe(400);
    };
    await expectSameDuration({ first: () => request(known), second: () => request(unknown) });
  }, 240_000);
});

describe('weak password in a reset', () => {
  test('when the password is weak, then it is rejected before the code is compared', async () => {
    const { email } = await createCustomer(identity);
    const code = await sendCode(email);
    for (const newPassword of ['Short-1', 'onlyletters'])
      expect(await reset({ email, code, newPassword })).toMatchObject({
        status: 400,
        body: { code: 'PasswordTooWeak', fields: { newPassword: expect.any(String) } },
      });
    expect(await triesOf(email)).toBe(0);
    expect((await reset({ email, code })).status).toBe(200);
  });

  test("when an admin's new password is too weak, then only the correct code reveals it and stays valid", async () => {
    const code = await sendCode(ADMIN.email);
    const newPassword = 'customers-may-1';
    const [atAdmin, forUnknown] = [ADMIN.email, createUnknownAddress()];
    await send(forUnknown);
    const guesses = [
      await reset({ email: atAdmin, code: differentCode(code), newPassword }),
      await reset({ email: forUnknown, code: differentCode(code), newPassword }),
    ];
    expectSameResponse(guesses[0]!, guesses[1]!);

    const weak = await repeat(6, () => reset({ email: atAdmin, code, newPassword }));
    expect(weak.map(({ body }) => body['code'])).toEqual(Array(6).fill('AdminPasswordTooWeak'));
    expect(await triesOf(atAdmin)).toBe(1);
    expect((await reset({ email: atAdmin, code, newPassword: 'Staple-Battery-7' })).status).toBe(200);
    expect((await identity.browser().post('/api/admin/login', ADMIN)).status).toBe(401);
    await expireCounters(identity);
  });
});

describe('wrong reset codes', () => {
  test('when the code has another purpose, belongs to another address or was replaced, then it is rejected', async () => {
    const [{ email, browser }, stranger] = [await createCustomer(identity), await createCustomer(identity)];
    const changeCode = await codeMailedBy(identity, {
      email,
      purpose: 'password-change',
      request: () => browser.post('/api/send-password-change-code'),
    });
    const first = await sendCode(email);
    const strangers = await sendCode(stranger.email);
    identity.wait(60);
    const last = await sendCode(email);
    if (new Set([changeCode, first, strangers, last]).size < 4)
      throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');
    const before = await storedUser(identity, email);

    for (const code of [changeCode, first, strangers])
      expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeInvalid' } });
    expect((await storedUser(identity, email))['passwordHash']).toBe(before['passwordHash']);
    expect((await reset({ email, code: last })).status).toBe(200);
  });

  test('when ten minutes have passed, then the code has expired', async () => {
    const { email } = await createCustomer(identity);
    const code = await sendCode(email);
    identity.wait(601);
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeExpired' } });
  });

  test('when 20 guesses arrive concurrently, then five are compared and the correct code is rejected afterwards', async () => {
    const { email } = await createCustomer(identity);
    const code = await sendCode(email);
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => reset({ email, code: differentCode(code, index + 1) })));
    expect(responses.filter(({ body }) => body['code'] === 'CodeInvalid')).toHaveLength(4);
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'CodeTriesExceeded' } });
  });
});

describe('malicious reset requests', () => {
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
    [RESET, 'a query operator as the code', { ...body, code: { $ne: null } }],
    [RESET, 'a query operator as the password', { ...body, newPassword: { $ne: null } }],
  ])('when the request to %s has %s, then it is rejected before anything is stored or counted', async (path, _name, harmful) => {
    const before = await codes();
    expect(await identity.browser().post(path, harmful)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await codes()).toEqual(before);
  });

  test('when the body has extra fields or __proto__, then they are ignored', async () => {
    const { email } = await createCustomer(identity);
    const code = await sendCode(email);
    const text = `{"email":"${email}","code":"${code}","newPassword":"${NEW}","isAdmin":true,"$set":{"isAdmin":true},"__proto__":{"isAdmin":true}}`;
    const response = await identity
      .browser()
      .call({ method: 'POST', path: RESET, body: Buffer.from(text), headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(200);
    expect(await storedUser(identity, email)).toMatchObject({ isAdmin: false });
  });
});
