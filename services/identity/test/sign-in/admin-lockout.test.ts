import { describe, expect, test } from '@jest/globals';
import { keyPrefix, useService, waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { createCustomer } from '../support/customers.ts';
import { ADMIN, SWEEPING, signInAdmin, startIdentity } from '../support/identity.ts';
import { expectSameResponse, expireCounters, repeat } from '../support/lockout.ts';
import { expectSameDuration } from '../support/timing.ts';

const LOGIN = '/api/admin/login';
const WRONG = 'Wrong-Password-1';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }, SWEEPING));

const fail = (browser: Browser, email = ADMIN.email) => browser.post(LOGIN, { email, password: WRONG });
describe.each([
  ['the admin', ADMIN.email],
  ['an address without an account', 'nobody@example.jp'],
])('failure limit of the admin login for %s', (_name, email) => {
  test('when five passwords are wrong, then the last three attempts are announced and the account is locked for 15 minutes (admin 4.6, 7.5, 8.29, 9.3)', async () => {
    const browser = identity.browser();
    const responses = await repeat(6, () => fail(browser, email));

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 423, 423]);
    expect(responses.map(({ body }) => body['remainingAttempts'])).toEqual([undefined, 3, 2, 1, undefined, undefined]);
    expect(responses[0]!.body).toEqual({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' });
    for (const locked of responses.slice(4)) {
      expect(locked.body).toMatchObject({ code: 'AccountLocked', message: 'アカウントがロックされています' });
      const lockedForMs = new Date(String(locked.body['lockoutUntil'])).getTime() - identity.now().getTime();
      expect(lockedForMs).toBeGreaterThan(890_000);
      expect(lockedForMs).toBeLessThanOrEqual(900_000);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
    }
    await expireCounters(identity);
  });
});

describe('lock of an account for a network', () => {
  test('when an account is locked, then the correct password is refused only from that network until the lock ends', async () => {
    const browser = identity.browser();
    await repeat(5, () => fail(browser));

    expect((await browser.post(LOGIN, ADMIN)).status).toBe(423);
    expect((await identity.browser().post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await expireCounters(identity);
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
  });

  test('when there are attempts during a lock, then the lock is not extended', async () => {
    const browser = identity.browser();
    await repeat(5, () => fail(browser));
    const [key] = await identity.redis.keys(`${keyPrefix(identity.backing)}count:failures-here:*`);
    await identity.redis.pexpire(key!.slice(keyPrefix(identity.backing).length), 60_000);

    const again = await fail(browser);
    expect(again.status).toBe(423);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
    await expireCounters(identity);
  });

  test('when 30 guesses arrive concurrently, then five are compared', async () => {
    const browser = identity.browser();
    const responses = await Promise.all(Array.from({ length: 30 }, () => fail(browser)));

    expect(responses.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(responses.filter(({ status }) => status === 423)).toHaveLength(26);
    await expireCounters(identity);
  });

  test('when the password is correct before the fifth failure, then the count restarts', async () => {
    const browser = identity.browser();
    await repeat(4, () => fail(browser));
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);

    expect((await fail(browser)).body).not.toHaveProperty('remainingAttempts');
    await expireCounters(identity);
  });
});

describe('guesses from many networks', () => {
  test('when there are 20 failures, then the account is locked for all browsers except known devices', async () => {
    const { browser: known } = await signInAdmin(identity);
    identity.wait(60);
    const responses = await repeat(21, () => fail(identity.browser()));

    expect(responses.slice(0, 17).every(({ body }) => !('remainingAttempts' in body))).toBe(false);
    expect(responses.map(({ status }) => status)).toEqual([...Array(19).fill(401), 423, 423]);
    expect((await identity.browser().post(LOGIN, ADMIN)).status).toBe(423);
    expect((await known.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await expireCounters(identity);
  });

  test('when a known device cookie is used for guesses, then it does not help with other accounts, and shares the limit of all known devices', async () => {
    const { browser: known } = await signInAdmin(identity);
    identity.wait(60);
    const device = known.cookie('known_device');
    await repeat(20, () => fail(identity.browser(), 'nobody@example.jp'));
    const browserWithDevice = () => {
      const browser = identity.browser();
      browser.jar.set('known_device', device);
      return browser;
    };

    expect((await fail(browserWithDevice(), 'nobody@example.jp')).status).toBe(423);
    const guesses = await repeat(6, () => fail(browserWithDevice()));
    expect(guesses.map(({ status }) => status)).toEqual([...Array(4).fill(401), 423, 423]);
    expect((await identity.browser().post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await expireCounters(identity);
  });
});

describe('network block', () => {
  test('when 20 sign-ins to five accounts fail, then the network is blocked for an hour, even with the correct password', async () => {
    const browser = identity.browser({ ip: '203.0.113.77' });
    const responses = await repeat(20, (index) => fail(browser, `account-${index % 5}@example.jp`));
    expect(responses.every(({ status }) => status === 401)).toBe(true);

    const blocked = await browser.post(LOGIN, ADMIN);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'AddressBlocked' } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(3590);
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect((await identity.browser({ ip: '203.0.113.78' }).post(LOGIN, ADMIN)).status).toBe(200);
    const [last] = await identity.mongo.collection('sign-in-events').find({ ip: '203.0.113.77' }).sort({ _id: -1 }).toArray();
    expect(last).toMatchObject({ outcome: 'blocked', email: ADMIN.email });

    identity.wait(3601);
    await expireCounters(identity);
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    await waitUntil(async () => (await identity.documents('blocked-networks')).length === 0, { what: 'the sweep of expired records' });
    identity.wait(60);
  });

  test('when fewer accounts fail, then only these are locked and the network is not blocked', async () => {
    const browser = identity.browser({ ip: '203.0.113.80' });
    await repeat(24, (index) => fail(browser, `few-${index % 4}@example.jp`));

    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await expireCounters(identity);
  });
});

describe('account enumeration at the admin login', () => {
  test('when a customer, an admin with a wrong password or an unknown address signs in, then the responses are the same', async () => {
    const { email, password } = await createCustomer(identity);
    const responses = await Promise.all([
      identity.browser().post(LOGIN, { email, password }),
      identity.browser().post(LOGIN, { email: ADMIN.email, password: WRONG }),
      identity.browser().post(LOGIN, { email: 'no-one@example.jp', password: WRONG }),
    ]);
    for (const response of responses) expectSameResponse(response, responses[0]!);
    expect(responses[0]).toMatchObject({ status: 401, body: { code: 'CredentialsInvalid' }, setCookies: {} });
    await expireCounters(identity);
  });

  test('when response times are compared, then an unknown address takes as long as an admin', async () => {
    await expectSameDuration({
      first: () => fail(identity.browser(), ADMIN.email),
      second: () => fail(identity.browser(), 'never-seen@example.jp'),
      between: () => expireCounters(identity),
    });
    await expireCounters(identity);
  }, 240_000);
});
