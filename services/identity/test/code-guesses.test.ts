import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CODE_FAILURES_BEFORE_PAUSE } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { inParallel, newAddress, SEND, VERIFY } from './support/guests.ts';
import { type IdentityUnderTest, otherThan, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

describe('when somebody guesses', () => {
  test('then 20 guesses at once count as five, and the right code is refused after them', async () => {
    const email = newAddress();
    await identity.browser().post(SEND, { email });
    const code = await identity.mailedCode(email);

    const answers = await inParallel(20, (index) => identity.browser().post(VERIFY, { email, code: otherThan(code, index + 1) }));

    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
    expect(await identity.document('codes', `order:${email}`)).toMatchObject({ tries: 5 });
    expect(await identity.browser().post(VERIFY, { email, code })).toMatchObject({ status: 400, body: { code: 'CodeTriesExceeded' } });
  });

  test('then the fifth wrong code says that a new one is needed', async () => {
    const email = newAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);

    const codes: unknown[] = [];
    for (let guess = 1; guess <= 5; guess += 1)
      codes.push((await browser.post(VERIFY, { email, code: otherThan(code, guess) })).body['code']);
    expect(codes).toEqual(['CodeInvalid', 'CodeInvalid', 'CodeInvalid', 'CodeInvalid', 'CodeTriesExceeded']);
  });

  test('then a hundred wrong codes in a row pause the address for a day, and nobody else', async () => {
    const email = newAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    const counter = `count:failed-codes:anybody:${email}`;
    await browser.post(VERIFY, { email, code: otherThan(code) });
    expect(await identity.redis.get(counter)).toBe('1');
    await identity.redis.set(counter, CODE_FAILURES_BEFORE_PAUSE - 1, 'KEEPTTL');

    await browser.post(VERIFY, { email, code: otherThan(code) });
    const paused = await browser.post(VERIFY, { email, code });

    expect(paused).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    identity.wait(61);
    expect(await browser.post(SEND, { email })).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    expect((await browser.post(SEND, { email: newAddress() })).status).toBe(200);

    await identity.redis.pexpire(counter, 1);
    await waitUntil(async () => (await identity.redis.exists(counter)) === 0);
    expect((await browser.post(SEND, { email })).status).toBe(200);
  });

  test('then a right code ends the row', async () => {
    const email = newAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    await browser.post(VERIFY, { email, code: otherThan(code) });

    expect((await browser.post(VERIFY, { email, code })).status).toBe(200);
    expect(await identity.redis.exists(`count:failed-codes:anybody:${email}`)).toBe(0);
  });
});
