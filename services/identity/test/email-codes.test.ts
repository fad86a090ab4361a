import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CODE_FAILURES_BEFORE_PAUSE, emailVerifiedSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { inParallel, newAddress, RESEND, SEND, VERIFY } from './support/guests.ts';
import { type IdentityUnderTest, proveAddress, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

describe('when a guest asks for a code', () => {
  test('then one event carries it, and nothing readable of it stays in the database', async () => {
    const email = newAddress();
    const answer = await identity.browser().post(SEND, { email });

    expect(answer).toMatchObject({ status: 200, body: { expiresInSeconds: 600, resendAfterSeconds: 60 } });
    expect(answer.body['message']).toMatch(/認証コードをメールで送信しました/);
    const code = await identity.mailedCode(email);
    expect(code).toMatch(/^\d{6}$/);
    const stored = await waitUntil(async () => {
      const document = await identity.document('codes', `order:${email}`);
      return document && !('outbox' in document) && document;
    });
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(stored).not.toHaveProperty('outboxDueAt');
    const [event, ...more] = identity.codeEvents(email, 'order');
    expect(more).toEqual([]);
    expect(Object.keys(event!.data).sort()).toEqual(['code', 'email', 'expiresAt', 'purpose']);
    const livesForMs = new Date(event!.data.expiresAt).getTime() - identity.clock().getTime();
    expect(livesForMs).toBeGreaterThan(590_000);
    expect(livesForMs).toBeLessThanOrEqual(600_000);
  });

  test('then the event belongs to the request by its correlation id', async () => {
    const email = newAddress();
    const answer = await identity
      .browser()
      .call({ method: 'POST', path: SEND, body: { email }, headers: { 'x-request-id': 'request-0001' } });

    expect(answer.headers['x-request-id']).toBe('request-0001');
    await identity.mailedCode(email);
    expect(identity.codeEvents(email, 'order')[0]!.correlationId).toBe('request-0001');
  });

  test('then the address counts as typed on any keyboard', async () => {
    const browser = identity.browser();
    await browser.post(SEND, { email: '　Ｔａｒｏ.Full@Example.jp ' });
    const code = await identity.mailedCode('taro.full@example.jp');

    const fullWidth = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const answer = await browser.post(VERIFY, {
      email: 'taro.full@example.jp',
      code: `${fullWidth.slice(0, 3).join('')} ${fullWidth.slice(3).join('')}`,
    });
    expect(answer.status).toBe(200);
  });

  test('then an old address of a Japanese carrier, with two dots, is as good as any', async () => {
    expect((await identity.browser().post(SEND, { email: 'a..b@docomo.ne.jp' })).status).toBe(200);
  });

  test.each([
    ['no text', { $ne: null }],
    ['a list', ['a@example.jp']],
    ['a missing one', undefined],
    ['a line break', 'a@example.jp\r\nBcc: b@example.jp'],
    ['HTML', '<b>a</b>@example.jp'],
    ['two of them', 'a@example.jp,b@example.jp'],
    ['300 characters', `${'a'.repeat(300)}@example.jp`],
  ])('then %s is no address', async (_name, email) => {
    const before = await identity.documents('codes');
    const answer = await identity.browser().post(SEND, { email });

    expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await identity.documents('codes')).toHaveLength(before.length);
  });

  test('then fields nobody asked for, and a prototype, do nothing', async () => {
    const email = newAddress();
    const browser = identity.browser();
    const answer = await browser.call({
      method: 'POST',
      path: SEND,
      body: Buffer.from(`{"email":"${email}","purpose":"admin-sign-in","__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}`),
      headers: { 'content-type': 'application/json' },
    });

    expect(answer.status).toBe(200);
    await identity.mailedCode(email);
    expect(identity.codeEvents(email, 'admin-sign-in')).toEqual([]);
  });
});

describe('when the code comes back', () => {
  test('then the browser holds a proof for 60 minutes in a cookie no script can read', async () => {
    const email = newAddress();
    const { answer, browser } = await proveAddress(identity, email);

    expect(answer.status).toBe(200);
    const body = emailVerifiedSchema.parse(answer.body);
    expect(body).toMatchObject({ verified: true, email });
    const line = answer.setCookies['order_session'];
    expect(line).toMatch(/; Max-Age=3600/);
    expect(line).toMatch(/; Path=\/(;|$)/);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/]) expect(line).toMatch(attribute);
    const { header, payload } = jwt.decode(browser.cookie('order_session'), { complete: true })!;
    expect(header).toMatchObject({ alg: 'RS256' });
    expect(payload).toMatchObject({ typ: 'email-proof', email, iss: 'stagereel' });
    const { exp = 0, iat = 0 } = payload as jwt.JwtPayload;
    expect(exp - iat).toBe(3600);
  });

  test('then a second use of the same code is refused', async () => {
    const email = newAddress();
    const { code, browser } = await proveAddress(identity, email);

    expect(await browser.post(VERIFY, { email, code })).toMatchObject({
      status: 400,
      body: { code: 'CodeInvalid', message: '認証コードが無効です' },
    });
  });

  test('then of 20 uses at once one counts', async () => {
    const email = newAddress();
    await identity.browser().post(SEND, { email });
    const code = await identity.mailedCode(email);

    const answers = await inParallel(20, () => identity.browser().post(VERIFY, { email, code }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('then another address does not open with it', async () => {
    const [email, other] = [newAddress(), newAddress()];
    await identity.browser().post(SEND, { email });
    await identity.browser().post(SEND, { email: other });
    const [code, otherCode] = [await identity.mailedCode(email), await identity.mailedCode(other)];

    if (code === otherCode) throw new Error('one chance in a million: run again');
    expect((await identity.browser().post(VERIFY, { email: other, code })).status).toBe(400);
    expect((await identity.browser().post(VERIFY, { email: other, code: otherCode })).status).toBe(200);
  });

  test('then after ten minutes it has expired', async () => {
    const email = newAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    identity.wait(601);

    expect(await browser.post(VERIFY, { email, code })).toMatchObject({ status: 400, body: { code: 'CodeExpired' } });
    expect(browser.cookie('order_session')).toBe('');
  });

  test('then without a code having been sent it is refused, and that pauses nobody', async () => {
    const email = newAddress();
    const answers = await inParallel(CODE_FAILURES_BEFORE_PAUSE + 5, () => identity.browser().post(VERIFY, { email, code: '123456' }));

    expect(new Set(answers.map(({ body }) => body['code']))).toEqual(new Set(['CodeInvalid']));
    expect((await identity.browser().post(SEND, { email })).status).toBe(200);
  });

  test.each(['12345', '1234567', 'abcdef', '', { $gt: '' }])('then %p is no code', async (code) => {
    expect(await identity.browser().post(VERIFY, { email: newAddress(), code })).toMatchObject({
      status: 400,
      body: { code: 'ValidationFailed' },
    });
  });
});

describe('when the code is asked for again', () => {
  test('then within a minute it is refused with the seconds to wait, and no second mail goes out', async () => {
    const email = newAddress();
    const browser = identity.browser();
    const askedAt = identity.clock();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    identity.wait(20);
    const tooSoon = await browser.post(RESEND, { email });
    const passedSeconds = (identity.clock().getTime() - askedAt.getTime()) / 1000;

    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' } });
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThanOrEqual(60 - passedSeconds);
    expect(Number(tooSoon.headers['retry-after'])).toBeLessThanOrEqual(40);
    expect((await browser.post(VERIFY, { email, code })).status).toBe(200);
    expect(identity.codeEvents(email, 'order')).toHaveLength(1);
  });

  test('then after a minute a new one comes, and the old one is dead', async () => {
    const email = newAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const old = await identity.mailedCode(email);
    identity.wait(60);
    expect((await browser.post(RESEND, { email })).status).toBe(200);
    const fresh = await identity.mailedCode(email, { nth: 2 });

    if (old === fresh) throw new Error('one chance in a million: run again');
    expect((await browser.post(VERIFY, { email, code: old })).body['code']).toBe('CodeInvalid');
    expect((await browser.post(VERIFY, { email, code: fresh })).status).toBe(200);
  });

  test('then of 20 requests at once one mails', async () => {
    const email = newAddress();
    const answers = await inParallel(20, () => identity.browser().post(SEND, { email }));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
    await identity.mailedCode(email);
    await waitUntil(async () => !('outbox' in ((await identity.document('codes', `order:${email}`)) ?? {})));
    expect(identity.codeEvents(email, 'order')).toHaveLength(1);
  });

  test('then five an hour go to an address, however often its browser changes', async () => {
    const email = newAddress();
    for (let sent = 1; sent <= 5; sent += 1) {
      expect((await identity.browser().post(SEND, { email })).status).toBe(200);
      await identity.mailedCode(email, { nth: sent });
      identity.wait(60);
    }
    const sixth = await identity.browser().post(SEND, { email });

    expect(sixth).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' } });
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3600);
  });

  test('then impatient clicks do not use up the hour', async () => {
    const email = newAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    for (let click = 1; click <= 10; click += 1) expect((await browser.post(RESEND, { email })).body['code']).toBe('CodeResendTooSoon');
    identity.wait(60);

    expect((await browser.post(RESEND, { email })).status).toBe(200);
  });
});

describe('when time has passed', () => {
  test('then an ended code is forgotten', async () => {
    const email = newAddress();
    await identity.browser().post(SEND, { email });
    await identity.mailedCode(email);
    expect(await identity.document('codes', `order:${email}`)).not.toBeNull();
    identity.wait(2 * 3600);

    await waitUntil(async () => (await identity.document('codes', `order:${email}`)) === null, { what: 'the sweep' });
  });
});
