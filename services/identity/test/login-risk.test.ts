import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from './support/browser.ts';
import { type Customer, codeAfter, logIn, openAccount } from './support/customers.ts';
import { type IdentityUnderTest, otherThan, startIdentity } from './support/identity.ts';
import { failTimes } from './support/locks.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

type Target = Pick<Customer, 'email' | 'password'>;
const events = (email: string) => identity.mongo.collection('sign-in-events').find({ email, door: 'customer' }).sort({ _id: 1 }).toArray();
const guessAt = ({ email }: Target, times: number) =>
  failTimes(times, () => logIn(identity.browser(), { email, password: 'Wrong-Password-1' }));
/** The right password in a browser and a network never seen, after guesses: the code it is asked for. */
const challenge = async (customer: Target, browser: Browser): Promise<string> =>
  codeAfter(identity, { email: customer.email, purpose: 'sign-in', ask: () => logIn(browser, customer) });

describe('when a customer signs in from somewhere new', () => {
  test('then without guesses before it no second step is asked for, and the risk is stored', async () => {
    const customer = await openAccount(identity);
    const browser = identity.browser();
    expect((await logIn(browser, customer)).body).toMatchObject({ requiresTwoFactor: false });
    expect((await logIn(browser, customer)).body).toMatchObject({ requiresTwoFactor: false });

    expect((await events(customer.email)).map(({ risk }) => risk)).toEqual([
      { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 50, level: 'medium' },
      { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 0, level: 'low' },
    ]);
  });
});

describe('when a customer signs in from somewhere new after guesses', () => {
  test('then the right password needs a mailed code as well', async () => {
    const customer = await openAccount(identity);
    await guessAt(customer, 3);
    const browser = identity.browser();
    const answer = await logIn(browser, customer);

    expect(answer).toMatchObject({ status: 200, body: { requiresTwoFactor: true, user: null, redirectTo: null }, setCookies: {} });
    const code = await identity.mailedCode(customer.email, { purpose: 'sign-in' });
    const wrong = await logIn(browser, { ...customer, twoFactorCode: otherThan(code) });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'TwoFactorInvalid' }, setCookies: {} });
    const right = await logIn(browser, { ...customer, twoFactorCode: code });
    expect(right).toMatchObject({ status: 200, body: { requiresTwoFactor: false, redirectTo: '/', user: { id: customer.id } } });

    const noted = (await events(customer.email)).slice(3);
    expect(noted.map(({ outcome, risk }) => [outcome, risk.level])).toEqual([
      ['challenged', 'high'],
      ['wrong-code', 'high'],
      ['succeeded', 'high'],
    ]);
    expect(noted[0]!['risk']).toMatchObject({ failuresOfAddress: 3, score: 60 });
  });

  test('then the browser that passed is known, and is asked no more', async () => {
    const customer = await openAccount(identity);
    await guessAt(customer, 3);
    const browser = identity.browser();
    const code = await challenge(customer, browser);
    await logIn(browser, { ...customer, twoFactorCode: code });

    expect((await logIn(browser, customer)).body).toMatchObject({ requiresTwoFactor: false });
    expect((await logIn(identity.browser(), customer)).body).toMatchObject({ requiresTwoFactor: true });
  });

  test('then a code that was mailed for something else opens nothing', async () => {
    const customer = await openAccount(identity);
    await guessAt(customer, 3);
    const resetCode = await codeAfter(identity, {
      email: customer.email,
      purpose: 'password-reset',
      ask: () => identity.browser().post('/api/send-password-reset-code', { email: customer.email }),
    });
    const browser = identity.browser();
    const code = await challenge(customer, browser);
    if (code === resetCode) throw new Error('one chance in a million: run again');

    expect((await logIn(browser, { ...customer, twoFactorCode: resetCode })).body).toMatchObject({ code: 'TwoFactorInvalid' });
    const reset = { email: customer.email, code, newPassword: 'Another-Pass-2' };
    expect((await browser.post('/api/reset-password', reset)).body).toMatchObject({ code: 'CodeInvalid' });
    expect((await logIn(browser, { ...customer, twoFactorCode: code })).status).toBe(200);
  });

  test('then five wrong codes end the code; the next one comes after the pause', async () => {
    const customer = await openAccount(identity);
    await guessAt(customer, 3);
    const browser = identity.browser();
    const code = await challenge(customer, browser);
    // One after another: side by side, the lock on passwords would let an uncertain number of them reach the code.
    const guesses: unknown[] = [];
    for (let guess = 1; guess <= 5; guess += 1) {
      const { body } = await logIn(browser, { ...customer, twoFactorCode: otherThan(code, guess) });
      guesses.push(body['code']);
    }

    expect(guesses).toEqual([...Array(4).fill('TwoFactorInvalid'), 'CodeTriesExceeded']);
    expect((await logIn(browser, { ...customer, twoFactorCode: code })).body).toMatchObject({ code: 'CodeTriesExceeded' });
    const tooSoon = await logIn(browser, customer);
    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' } });
    expect(Number(tooSoon.headers['retry-after'])).toBeLessThanOrEqual(60);
    identity.wait(60);
    const next = await challenge(customer, browser);
    expect((await logIn(browser, { ...customer, twoFactorCode: next })).status).toBe(200);
  });

  test('then the codes of an hour are counted, and the sixth is refused', async () => {
    const customer = await openAccount(identity);
    await guessAt(customer, 3);
    const browser = identity.browser();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await logIn(browser, customer)).status).toBe(200);
      identity.wait(60);
    }
    expect(await logIn(browser, customer)).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' } });
  });

  test('then an hour later the guesses are forgotten', async () => {
    const customer = await openAccount(identity);
    await guessAt(customer, 3);
    identity.wait(3601);
    expect((await logIn(identity.browser(), customer)).body).toMatchObject({ requiresTwoFactor: false });
  });
});
