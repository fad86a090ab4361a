import { describe, expect, test } from '@jest/globals';
import { CODE_FAILURES_BEFORE_PAUSE, emailVerifiedSchema } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import jwt from 'jsonwebtoken';
import { createAddress, inParallel, RESEND, SEND, VERIFY } from '../support/guests.ts';
import { proveEmail, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity());

describe('request of an email code', () => {
  test('when a guest requests a code, then one event has it, and the database does not have it in readable form (customer 7.14)', async () => {
    const email = createAddress();
    const response = await identity.browser().post(SEND, { email });

    expect(response).toMatchObject({ status: 200, body: { expiresInSeconds: 600, resendAfterSeconds: 60 } });
    expect(response.body['message']).toMatch(/認証コードをメールで送信しました/);
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
    const livesForMs = new Date(event!.data.expiresAt).getTime() - identity.now().getTime();
    expect(livesForMs).toBeGreaterThan(590_000);
    expect(livesForMs).toBeLessThanOrEqual(600_000);
  });

  test("when a code is requested, then its event has the request's correlation id", async () => {
    const email = createAddress();
    const response = await identity
      .browser()
      .call({ method: 'POST', path: SEND, body: { email }, headers: { 'x-request-id': 'request-0001' } });

    expect(response.headers['x-request-id']).toBe('request-0001');
    await identity.mailedCode(email);
    expect(identity.codeEvents(email, 'order')[0]!.correlationId).toBe('request-0001');
  });

  test('when the address has full-width letters or capitals, then it is normalised', async () => {
    const browser = identity.browser();
    await browser.post(SEND, { email: '　Ｔａｒｏ.Full@Example.jp ' });
    const code = await identity.mailedCode('taro.full@example.jp');

    const fullWidth = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const response = await browser.post(VERIFY, {
      email: 'taro.full@example.jp',
      code: `${fullWidth.slice(0, 3).join('')} ${fullWidth.slice(3).join('')}`,
    });
    expect(response.status).toBe(200);
  });

  test('when the address has consecutive dots, as old Japanese carrier addresses do, then it is accepted', async () => {
    expect((await identity.browser().post(SEND, { email: 'a..b@docomo.ne.jp' })).status).toBe(200);
  });

  test.each([
    ['an object', { $ne: null }],
    ['a list', ['a@example.jp']],
    ['missing', undefined],
    ['an address with a line break', 'a@example.jp\r\nBcc: b@example.jp'],
    ['HTML', '<b>a</b>@example.jp'],
    ['two addresses', 'a@example.jp,b@example.jp'],
    ['longer than 300 characters', `${'a'.repeat(300)}@example.jp`],
  ])('when the address is %s, then it is rejected', async (_name, email) => {
    const before = await identity.documents('codes');
    const response = await identity.browser().post(SEND, { email });

    expect(response).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await identity.documents('codes')).toHaveLength(before.length);
  });

  test('when the body has extra fields or __proto__, then they are ignored', async () => {
    const email = createAddress();
    const browser = identity.browser();
    const response = await browser.call({
      method: 'POST',
      path: SEND,
      body: Buffer.from(`{"email":"${email}","purpose":"admin-sign-in","__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}`),
      headers: { 'content-type': 'application/json' },
    });

    expect(response.status).toBe(200);
    await identity.mailedCode(email);
    expect(identity.codeEvents(email, 'admin-sign-in')).toEqual([]);
  });
});

describe('verification of an email code', () => {
  test('when the code is correct, then the browser gets a proof for 60 minutes in an HttpOnly cookie (customer 7.16)', async () => {
    const email = createAddress();
    const { response, browser } = await proveEmail(identity, email);

    expect(response.status).toBe(200);
    const body = emailVerifiedSchema.parse(response.body);
    expect(body).toMatchObject({ verified: true, email });
    const line = response.setCookies['order_session'];
    expect(line).toMatch(/; Max-Age=3600/);
    expect(line).toMatch(/; Path=\/(;|$)/);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/]) expect(line).toMatch(attribute);
    const { header, payload } = jwt.decode(browser.cookie('order_session'), { complete: true })!;
    expect(header).toMatchObject({ alg: 'ES256' });
    expect(payload).toMatchObject({ typ: 'email-proof', email, iss: 'stagereel' });
    const { exp = 0, iat = 0 } = payload as jwt.JwtPayload;
    expect(exp - iat).toBe(3600);
  });

  test('when the code is used again, then it is rejected (customer 8.7)', async () => {
    const email = createAddress();
    const { code, browser } = await proveEmail(identity, email);

    expect(await browser.post(VERIFY, { email, code })).toMatchObject({
      status: 400,
      body: { code: 'CodeInvalid', message: '認証コードが無効です' },
    });
  });

  test('when 20 requests use the code concurrently, then one succeeds', async () => {
    const email = createAddress();
    await identity.browser().post(SEND, { email });
    const code = await identity.mailedCode(email);

    const responses = await inParallel(20, () => identity.browser().post(VERIFY, { email, code }));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('when the code is used for another address, then it is rejected', async () => {
    const [email, other] = [createAddress(), createAddress()];
    await identity.browser().post(SEND, { email });
    await identity.browser().post(SEND, { email: other });
    const [code, otherCode] = [await identity.mailedCode(email), await identity.mailedCode(other)];

    if (code === otherCode) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');
    expect((await identity.browser().post(VERIFY, { email: other, code })).status).toBe(400);
    expect((await identity.browser().post(VERIFY, { email: other, code: otherCode })).status).toBe(200);
  });

  test('when ten minutes have passed, then the code has expired (customer 9.1)', async () => {
    const email = createAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    identity.wait(601);

    expect(await browser.post(VERIFY, { email, code })).toMatchObject({ status: 400, body: { code: 'CodeExpired' } });
    expect(browser.cookie('order_session')).toBe('');
  });

  test('when no code was sent, then codes are rejected and the address is not paused', async () => {
    const email = createAddress();
    const responses = await inParallel(CODE_FAILURES_BEFORE_PAUSE + 5, () => identity.browser().post(VERIFY, { email, code: '123456' }));

    expect(new Set(responses.map(({ body }) => body['code']))).toEqual(new Set(['CodeInvalid']));
    expect((await identity.browser().post(SEND, { email })).status).toBe(200);
  });

  test.each(['12345', '1234567', 'abcdef', '', { $gt: '' }])(
    'when the code is %p, then the request is rejected (customer 9.1)',
    async (code) => {
      expect(await identity.browser().post(VERIFY, { email: createAddress(), code })).toMatchObject({
        status: 400,
        body: { code: 'ValidationFailed' },
      });
    },
  );
});

describe('repeated code requests', () => {
  test('when a code is requested again within a minute, then the response has the seconds to wait and no mail is sent', async () => {
    const email = createAddress();
    const browser = identity.browser();
    const askedAt = identity.now();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    identity.wait(20);
    const tooSoon = await browser.post(RESEND, { email });
    const passedSeconds = (identity.now().getTime() - askedAt.getTime()) / 1000;

    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' } });
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThanOrEqual(60 - passedSeconds);
    expect(Number(tooSoon.headers['retry-after'])).toBeLessThanOrEqual(40);
    expect((await browser.post(VERIFY, { email, code })).status).toBe(200);
    expect(identity.codeEvents(email, 'order')).toHaveLength(1);
  });

  test('when a code is requested again after a minute, then a new one is mailed and the old one is invalid (customer 7.15)', async () => {
    const email = createAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const old = await identity.mailedCode(email);
    identity.wait(60);
    expect((await browser.post(RESEND, { email })).status).toBe(200);
    const fresh = await identity.mailedCode(email, { nth: 2 });

    if (old === fresh) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');
    expect((await browser.post(VERIFY, { email, code: old })).body['code']).toBe('CodeInvalid');
    expect((await browser.post(VERIFY, { email, code: fresh })).status).toBe(200);
  });

  test('when 20 requests arrive concurrently, then one code is mailed', async () => {
    const email = createAddress();
    const responses = await inParallel(20, () => identity.browser().post(SEND, { email }));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(19);
    await identity.mailedCode(email);
    await waitUntil(async () => !('outbox' in ((await identity.document('codes', `order:${email}`)) ?? {})));
    expect(identity.codeEvents(email, 'order')).toHaveLength(1);
  });

  test('when an address got five codes in an hour, then any browser of the network is refused the sixth', async () => {
    const email = createAddress();
    const ip = '203.0.113.5';
    for (let sent = 1; sent <= 5; sent += 1) {
      expect((await identity.browser({ ip }).post(SEND, { email })).status).toBe(200);
      await identity.mailedCode(email, { nth: sent });
      identity.wait(60);
    }
    const sixth = await identity.browser({ ip }).post(SEND, { email });

    expect(sixth).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' } });
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3600);
  });

  test('when requests are refused as too soon, then they do not use up the quota', async () => {
    const email = createAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    for (let click = 1; click <= 10; click += 1) expect((await browser.post(RESEND, { email })).body['code']).toBe('CodeResendTooSoon');
    identity.wait(60);

    expect((await browser.post(RESEND, { email })).status).toBe(200);
  });
});

describe('expiry of email codes', () => {
  test('when a code is requested, then its record is deleted an hour after the code has expired', async () => {
    const email = createAddress();
    await identity.browser().post(SEND, { email });
    expect(await identity.minutesLeft('codes', { _id: `order:${email}` })).toEqual([70]);
  });
});
