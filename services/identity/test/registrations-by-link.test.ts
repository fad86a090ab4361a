import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { openAccount } from './support/customers.ts';
import { type IdentityUnderTest, proveAddress, startIdentity } from './support/identity.ts';
import { CHOSEN, type Registrations, registrationsOf } from './support/registrations.ts';

let identity: IdentityUnderTest;
let registrations: Registrations;
beforeAll(async () => {
  identity = await startIdentity();
  registrations = registrationsOf(identity);
});
afterAll(() => identity.stop());

const inParallel = <Answer>(times: number, run: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => run(index)));

describe('when a browser registers an address it has not proven', () => {
  test('then there is neither account nor session, but a link by mail and a registration that waits a day', async () => {
    const email = 'asks@example.jp';
    const askedAt = identity.clock().getTime();
    const { answer, browser, token } = await registrations.linkFor({ email });

    expect(answer).toMatchObject({ status: 202, body: { message: expect.stringContaining('メールを送信しました') } });
    expect(Object.keys(answer.setCookies)).toEqual(['registration']);
    expect(answer.setCookies['registration']).toMatch(/Max-Age=86400; Path=\/api; HttpOnly; Secure; SameSite=Lax/);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [link, ...more] = registrations.links(email);
    expect(more).toEqual([]);
    expect(link).toEqual({ email, name: CHOSEN.name, token, expiresAt: expect.any(String) });
    const livesSince = new Date(link!.expiresAt).getTime() - 86_400_000;
    expect(livesSince).toBeGreaterThanOrEqual(askedAt);
    expect(livesSince).toBeLessThanOrEqual(identity.clock().getTime());
    expect(await registrations.accounts(email)).toEqual([]);
    expect((await browser.get('/api/auth/check')).body).toMatchObject({ authenticated: false });
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(false);
  });

  test("then another address's proof changes nothing", async () => {
    const { browser } = await proveAddress(identity, 'mine@example.jp');
    const { answer } = await registrations.linkFor({ email: 'yours@example.jp' }, browser);

    expect(answer).toMatchObject({ status: 202, body: { message: expect.any(String) } });
    expect(await registrations.accounts('yours@example.jp')).toEqual([]);
  });

  test('then a weak password is refused beside its field, and nothing is kept', async () => {
    expect(await registrations.askForLink({ email: 'weak@example.jp', password: 'abcdefghij' })).toMatchObject({
      status: 400,
      body: { code: 'PasswordTooWeak', fields: { password: expect.stringContaining('8文字以上') } },
      setCookies: {},
    });
    expect(await registrations.pending('weak@example.jp')).toEqual([]);
    expect((await registrations.askForLink({ email: 'weak@example.jp' })).status).toBe(202);
  });
});

describe('when the link is opened in the browser that registered', () => {
  test('then there is an account and no session, and a reload says the same all day, anywhere', async () => {
    const email = 'opens@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    const answer = await registrations.openLink(browser, token);

    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('アカウントを作成しました') }, setCookies: {} });
    const account = await registrations.accountOf(email);
    expect(account).toMatchObject({ name: CHOSEN.name, isAdmin: false, emailProven: true, lastLoginAt: null });
    expect(registrations.registered(email)).toEqual([{ userId: account['_id'], email, name: CHOSEN.name }]);
    expect(await registrations.pending(email)).toEqual([]);
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(true);

    identity.wait(23 * 3600);
    expect((await registrations.openLink(browser, token)).body).toEqual(answer.body);
    expect((await registrations.openLink(identity.browser(), token)).body).toEqual(answer.body);
    expect((await registrations.givePassword(identity.browser(), token, 'whatever')).body).toEqual(answer.body);
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('then of 20 at once all say so, and there is one account and one event', async () => {
    const email = 'parallel@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    const answers = await inParallel(20, (index) =>
      index < 17 ? registrations.openLink(browser, token) : registrations.givePassword(browser, token, CHOSEN.password),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await registrations.accountOf(email);
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('then an account made meanwhile is said, and is not touched', async () => {
    const email = 'meanwhile@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    const faster = await openAccount(identity, { email });

    expect(await registrations.openLink(browser, token)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    expect(await registrations.accounts(email)).toMatchObject([{ _id: faster.id }]);
  });
});

describe('when the link is opened anywhere else', () => {
  test('then it asks for the password that was chosen, however often, and uses nothing up', async () => {
    const email = 'scanned@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    for (const scanner of [
      identity.browser(),
      identity.browser(),
      (await registrations.linkFor({ email: 'scanner@example.jp' })).browser,
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

  test('then with the password there is the account, and no session', async () => {
    const email = 'on-the-phone@example.jp';
    const { token } = await registrations.linkFor({ email });
    const phone = identity.browser();
    const answer = await registrations.givePassword(phone, token, CHOSEN.password);

    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) }, setCookies: {} });
    expect(await registrations.accountOf(email)).toMatchObject({ name: CHOSEN.name, emailProven: true });
    expect(registrations.registered(email)).toHaveLength(1);
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(true);
  });

  test('then five passwords may be tried, after which only the browser that registered opens it', async () => {
    const email = 'tried@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await registrations.givePassword(identity.browser(), token, `Wrong-one-${guess}`)).toMatchObject({
        status: 400,
        body: { code: 'RegistrationPasswordInvalid', fields: { password: expect.any(String) } },
      });
    }
    const invalid = { status: 400, body: { code: 'VerifyLinkInvalid', message: '無効なトークンです' } };
    expect(await registrations.givePassword(identity.browser(), token, CHOSEN.password)).toMatchObject(invalid);
    expect(await registrations.openLink(identity.browser(), token)).toMatchObject(invalid);
    expect(await registrations.accounts(email)).toEqual([]);
    expect((await registrations.openLink(browser, token)).status).toBe(200);
  });

  test('then 20 guesses at once count as five', async () => {
    const email = 'guessed@example.jp';
    const { token } = await registrations.linkFor({ email });
    const answers = await inParallel(20, (index) => registrations.givePassword(identity.browser(), token, `Wrong-one-${index}`));

    const codes = answers.map(({ body }) => body['code']);
    expect(codes.filter((code) => code === 'RegistrationPasswordInvalid')).toHaveLength(5);
    expect(codes.filter((code) => code === 'VerifyLinkInvalid')).toHaveLength(15);
    expect((await registrations.givePassword(identity.browser(), token, CHOSEN.password)).status).toBe(400);
  });
});

describe('when a stranger registers an address first', () => {
  test('then its owner, opening the link, gives nothing away; registering himself, the address is his', async () => {
    const email = 'victim@example.jp';
    const stranger = await registrations.linkFor({ email, name: '他人', password: 'Strangers-own-1' });
    const owner = identity.browser();

    expect((await registrations.openLink(owner, stranger.token)).status).toBe(403);
    expect((await registrations.givePassword(owner, stranger.token, CHOSEN.password)).status).toBe(400);
    expect(await registrations.accounts(email)).toEqual([]);

    await identity.redis.del(`count:link-pause:${email}`);
    const { token } = await registrations.linkFor({ email }, owner);
    expect((await registrations.openLink(owner, stranger.token)).status).toBe(403);
    expect((await registrations.openLink(stranger.browser, token)).status).toBe(403);
    expect((await registrations.openLink(owner, token)).status).toBe(200);

    expect(await registrations.accounts(email)).toMatchObject([{ name: CHOSEN.name }]);
    expect(await registrations.openLink(stranger.browser, stranger.token)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    expect(await registrations.canLogIn(email, 'Strangers-own-1')).toBe(false);
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(true);
  });

  test('then his browser cannot use the code its owner asks for, nor the owner the code for him', async () => {
    const email = 'code-victim@example.jp';
    const stranger = await registrations.codeFor({ email, password: 'Strangers-own-1' });
    const owner = identity.browser();

    expect((await registrations.giveCode(owner, email, stranger.code)).body['code']).toBe('CodeInvalid');
    identity.wait(60);
    const { code } = await registrations.codeFor({ email }, owner);
    expect((await registrations.giveCode(stranger.browser, email, stranger.code)).status).toBe(400);
    expect((await registrations.giveCode(owner, email, code)).status).toBe(201);
    expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(true);
  });
});

describe('when the link is none', () => {
  test.each(['A'.repeat(43), 'short', '../../etc/passwd', '{"$ne":null}', '＜無効＞', 'x'.repeat(512)])(
    'then %p is an invalid token',
    async (token) => {
      const expected = { status: 400, body: { code: 'VerifyLinkInvalid', message: '無効なトークンです' } };
      expect(await registrations.openLink(identity.browser(), token)).toMatchObject(expected);
      expect(await registrations.givePassword(identity.browser(), token, CHOSEN.password)).toMatchObject(expected);
    },
  );

  test.each(['', '?token=', '?token[$ne]=x', '?token=a&token=b'])('then %p says so as well', async (query) => {
    expect(await identity.browser().get(`/api/verify-email${query}`)).toMatchObject({
      status: 400,
      body: { message: '無効なトークンです' },
    });
  });

  test('then a token in another shape is refused', async () => {
    for (const token of [{ $ne: null }, ['a'], null]) {
      expect((await identity.browser().post('/api/verify-email', { token, password: CHOSEN.password })).status).toBe(400);
    }
  });
});

describe('when time passes', () => {
  test('then after a day the link has expired and all that was chosen is forgotten; after eight nothing is known of it', async () => {
    const email = 'late@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    identity.wait(86_401);
    const expired = { status: 410, body: { code: 'VerifyLinkExpired' } };
    expect(await registrations.openLink(browser, token)).toMatchObject(expired);
    expect(await registrations.givePassword(identity.browser(), token, CHOSEN.password)).toMatchObject(expired);

    await waitUntil(async () => (await registrations.pending(email)).length === 0, { what: 'the sweep' });
    expect(JSON.stringify(await identity.documents('pending-registrations'))).not.toContain('@example.jp');
    expect(await registrations.openLink(browser, token)).toMatchObject(expired);

    identity.wait(7 * 86_400);
    await waitUntil(async () => (await identity.documents('pending-registrations')).length === 0, { what: 'the sweep' });
    expect((await registrations.openLink(browser, token)).body['code']).toBe('VerifyLinkInvalid');
    expect(await registrations.accounts(email)).toEqual([]);
  });
});
