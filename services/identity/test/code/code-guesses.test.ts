import { describe, expect, test } from '@jest/globals';
import { CODE_FAILURES_BEFORE_PAUSE, CODE_FAILURES_OF_NETWORK, CODE_TRIES } from '@stagereel/contracts';
import { keyPrefix, useService, waitUntil } from '@stagereel/service-kit/testing';
import { createAddress, inParallel, SEND, VERIFY } from '../support/guests.ts';
import { differentCode, proveEmail, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity());

describe('code guesses', () => {
  test('when 20 guesses arrive concurrently, then five are compared, and the correct code is rejected afterwards', async () => {
    const email = createAddress();
    await identity.browser().post(SEND, { email });
    const code = await identity.mailedCode(email);

    const responses = await inParallel(20, (index) => identity.browser().post(VERIFY, { email, code: differentCode(code, index + 1) }));

    expect(responses.filter(({ status }) => status === 200)).toEqual([]);
    expect(await identity.document('codes', `order:${email}`)).toMatchObject({ tries: 5 });
    expect(await identity.browser().post(VERIFY, { email, code })).toMatchObject({ status: 400, body: { code: 'CodeTriesExceeded' } });
  });

  test('when a code is wrong, then the response tells the remaining attempts; when the fifth is, then it asks for a new code', async () => {
    const email = createAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);

    const refusals: unknown[] = [];
    for (let guess = 1; guess <= 5; guess += 1) {
      const { body } = await browser.post(VERIFY, { email, code: differentCode(code, guess) });
      refusals.push([body['code'], body['remainingAttempts']]);
    }
    expect(refusals).toEqual([
      ['CodeInvalid', 4],
      ['CodeInvalid', 3],
      ['CodeInvalid', 2],
      ['CodeInvalid', 1],
      ['CodeTriesExceeded', undefined],
    ]);
  });

  test('when 20 consecutive codes from a network are wrong, then only this address is paused there, for a day', async () => {
    const email = createAddress();
    const browser = identity.browser({ ip: '203.0.113.1' });
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    const counter = `count:failed-codes:proof:${email}|203.0.113.1`;
    await browser.post(VERIFY, { email, code: differentCode(code) });
    expect(await identity.redis.get(counter)).toBe('1');
    await identity.redis.set(counter, CODE_FAILURES_OF_NETWORK - 1, 'KEEPTTL');

    await browser.post(VERIFY, { email, code: differentCode(code) });
    const paused = await browser.post(VERIFY, { email, code });

    expect(paused).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    identity.wait(61);
    expect(await browser.post(SEND, { email })).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    expect((await browser.post(SEND, { email: createAddress() })).status).toBe(200);
    expect((await identity.browser().post(SEND, { email })).status).toBe(200);

    await identity.redis.pexpire(counter, 1);
    await waitUntil(async () => (await identity.redis.exists(counter)) === 0);
    identity.wait(61);
    expect((await browser.post(SEND, { email })).status).toBe(200);
  });

  test('when 100 codes from many networks are wrong, then the address is paused for unknown browsers, and known devices are not affected', async () => {
    const email = createAddress();
    const { browser: known } = await proveEmail(identity, email);
    await known.post(SEND, { email });
    const code = await identity.mailedCode(email, { nth: 2 });
    await identity.redis.set(`count:failed-codes:proof:${email}`, CODE_FAILURES_BEFORE_PAUSE - 1, 'EX', 3600);
    for (let guess = 1; guess <= CODE_TRIES; guess += 1) {
      await identity.browser().post(VERIFY, { email, code: differentCode(code, guess) });
    }

    expect((await identity.browser().post(VERIFY, { email, code })).body).toMatchObject({ code: 'CodePaused' });
    expect((await known.post(VERIFY, { email, code: differentCode(code) })).body).toMatchObject({ remainingAttempts: CODE_TRIES - 1 });
    expect((await known.post(VERIFY, { email, code })).status).toBe(200);
    expect((await identity.browser().post(SEND, { email })).body).toMatchObject({ code: 'CodePaused' });
  });

  test('when a code is correct, then the count of consecutive failures restarts', async () => {
    const email = createAddress();
    const browser = identity.browser();
    await browser.post(SEND, { email });
    const code = await identity.mailedCode(email);
    await browser.post(VERIFY, { email, code: differentCode(code) });

    expect((await browser.post(VERIFY, { email, code })).status).toBe(200);
    expect(await identity.redis.keys(`${keyPrefix(identity.backing)}count:failed-codes:proof:${email}*`)).toEqual([]);
  });
});
