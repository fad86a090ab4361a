import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { type Customer, codeMailedBy, createCustomer, logIn } from '../support/customers.ts';
import { differentCode, startIdentity } from '../support/identity.ts';
import { repeat } from '../support/lockout.ts';

const identity = useService(() => startIdentity());

type Target = Pick<Customer, 'email' | 'password'>;
const events = (email: string) => identity.mongo.collection('sign-in-events').find({ email, door: 'customer' }).sort({ _id: 1 }).toArray();
const failSignIn = ({ email }: Target, times: number) =>
  repeat(times, () => logIn(identity.browser(), { email, password: 'Wrong-Password-1' }));
/** Signs in from a new browser and network after failures, and returns the code that is mailed. */
const startChallenge = async (customer: Target, browser: Browser): Promise<string> =>
  codeMailedBy(identity, { email: customer.email, purpose: 'sign-in', request: () => logIn(browser, customer) });

describe('customer sign-in from a new source', () => {
  test('when there were no failures before, then no second step is required and the risk is stored', async () => {
    const customer = await createCustomer(identity);
    const browser = identity.browser();
    expect((await logIn(browser, customer)).body).toMatchObject({ requiresTwoFactor: false });
    expect((await logIn(browser, customer)).body).toMatchObject({ requiresTwoFactor: false });

    expect((await events(customer.email)).map(({ risk }) => risk)).toEqual([
      { isNewNetwork: true, isNewDevice: true, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 50, level: 'medium' },
      { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 0, level: 'low' },
    ]);
  });
});

describe('customer sign-in from a new source after failures', () => {
  test('when the password is correct, then a mailed code is required', async () => {
    const customer = await createCustomer(identity);
    await failSignIn(customer, 3);
    const browser = identity.browser();
    const sentAt = performance.now();
    const response = await logIn(browser, customer);

    expect(response).toMatchObject({ status: 200, body: { requiresTwoFactor: true, user: null, redirectTo: null }, setCookies: {} });
    // A second request soon after sends no other code, and tells how long that takes.
    identity.wait(20);
    const { resendAfterSeconds } = (await logIn(browser, customer)).body;
    expect(resendAfterSeconds).toBeLessThanOrEqual(40);
    expect(resendAfterSeconds).toBeGreaterThanOrEqual(Math.floor(40 - (performance.now() - sentAt) / 1000));
    const code = await identity.mailedCode(customer.email, { purpose: 'sign-in' });
    const wrong = await logIn(browser, { ...customer, twoFactorCode: differentCode(code) });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'TwoFactorInvalid', remainingAttempts: 4 }, setCookies: {} });
    const right = await logIn(browser, { ...customer, twoFactorCode: code });
    expect(right).toMatchObject({ status: 200, body: { requiresTwoFactor: false, redirectTo: '/', user: { id: customer.id } } });

    const noted = (await events(customer.email)).slice(3);
    expect(noted.map(({ outcome, risk }) => [outcome, risk.level])).toEqual([
      ['challenged', 'high'],
      ['challenged', 'high'],
      ['wrong-code', 'high'],
      ['succeeded', 'high'],
    ]);
    expect(noted[0]!['risk']).toMatchObject({ failuresOfAddress: 3, score: 60 });
  });

  test('when a browser has passed the second step, then it is a known device and needs no further code', async () => {
    const customer = await createCustomer(identity);
    await failSignIn(customer, 3);
    const browser = identity.browser();
    const code = await startChallenge(customer, browser);
    await logIn(browser, { ...customer, twoFactorCode: code });

    expect((await logIn(browser, customer)).body).toMatchObject({ requiresTwoFactor: false });
    expect((await logIn(identity.browser(), customer)).body).toMatchObject({ requiresTwoFactor: true });
  });

  test('when a code of another purpose is sent, then it is rejected', async () => {
    const customer = await createCustomer(identity);
    await failSignIn(customer, 3);
    const resetCode = await codeMailedBy(identity, {
      email: customer.email,
      purpose: 'password-reset',
      request: () => identity.browser().post('/api/send-password-reset-code', { email: customer.email }),
    });
    const browser = identity.browser();
    const code = await startChallenge(customer, browser);
    if (code === resetCode) throw new Error('The random codes are equal by chance (1 in 1,000,000): run the test again');

    expect((await logIn(browser, { ...customer, twoFactorCode: resetCode })).body).toMatchObject({ code: 'TwoFactorInvalid' });
    const reset = { email: customer.email, code, newPassword: 'Another-Pass-2' };
    expect((await browser.post('/api/reset-password', reset)).body).toMatchObject({ code: 'CodeInvalid' });
    expect((await logIn(browser, { ...customer, twoFactorCode: code })).status).toBe(200);
  });

  test('when five codes are wrong, then the code is invalid, and a new one can be requested after the resend delay', async () => {
    const customer = await createCustomer(identity);
    await failSignIn(customer, 3);
    const browser = identity.browser();
    const code = await startChallenge(customer, browser);
    // Sequential: concurrent attempts could be stopped by the password limit before their code is compared.
    const guesses: unknown[] = [];
    for (let guess = 1; guess <= 5; guess += 1) {
      const { body } = await logIn(browser, { ...customer, twoFactorCode: differentCode(code, guess) });
      guesses.push(body['code']);
    }

    expect(guesses).toEqual([...Array(4).fill('TwoFactorInvalid'), 'CodeTriesExceeded']);
    expect((await logIn(browser, { ...customer, twoFactorCode: code })).body).toMatchObject({ code: 'CodeTriesExceeded' });
    const tooSoon = await logIn(browser, customer);
    expect(tooSoon).toMatchObject({ status: 429, body: { code: 'CodeResendTooSoon' } });
    expect(Number(tooSoon.headers['retry-after'])).toBeLessThanOrEqual(60);
    identity.wait(60);
    const next = await startChallenge(customer, browser);
    expect((await logIn(browser, { ...customer, twoFactorCode: next })).status).toBe(200);
  });

  test('when a sixth code is requested within an hour, then it is refused', async () => {
    const customer = await createCustomer(identity);
    await failSignIn(customer, 3);
    const browser = identity.browser();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await logIn(browser, customer)).status).toBe(200);
      identity.wait(60);
    }
    expect(await logIn(browser, customer)).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' } });
  });

  test('when an hour has passed, then the failures no longer count', async () => {
    const customer = await createCustomer(identity);
    await failSignIn(customer, 3);
    identity.wait(3601);
    expect((await logIn(identity.browser(), customer)).body).toMatchObject({ requiresTwoFactor: false });
  });
});
