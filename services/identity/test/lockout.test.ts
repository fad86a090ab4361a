import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from './support/browser.ts';
import { openAccount } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, signInAdmin, startIdentity } from './support/identity.ts';
import { endCounts, expectAlike, failTimes } from './support/locks.ts';
import { timeRatio } from './support/timing.ts';

const LOGIN = '/api/admin/login';
const WRONG = 'Wrong-Password-1';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
});
afterAll(() => identity.stop());

const fail = (browser: Browser, email = ADMIN.email) => browser.post(LOGIN, { email, password: WRONG });
describe.each([
  ['the admin', ADMIN.email],
  ['an address without an account', 'nobody@example.jp'],
])('when the password of %s is wrong five times', (_name, email) => {
  test('then the last three attempts are announced and the fifth locks for 15 minutes', async () => {
    const browser = identity.browser();
    const answers = await failTimes(6, () => fail(browser, email));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 423, 423]);
    expect(answers.map(({ body }) => body['remainingAttempts'])).toEqual([undefined, 3, 2, 1, undefined, undefined]);
    expect(answers[0]!.body).toEqual({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' });
    for (const locked of answers.slice(4)) {
      expect(locked.body).toMatchObject({ code: 'AccountLocked', message: 'アカウントがロックされています' });
      const lockedForMs = new Date(String(locked.body['lockoutUntil'])).getTime() - identity.clock().getTime();
      expect(lockedForMs).toBeGreaterThan(890_000);
      expect(lockedForMs).toBeLessThanOrEqual(900_000);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
    }
    await endCounts(identity);
  });
});

describe('when an account is locked for a network', () => {
  test('then the right password is refused there until the lock ends, and not elsewhere', async () => {
    const browser = identity.browser();
    await failTimes(5, () => fail(browser));

    expect((await browser.post(LOGIN, ADMIN)).status).toBe(423);
    expect((await identity.browser().post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await endCounts(identity);
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
  });

  test('then attempts meanwhile do not prolong the lock', async () => {
    const browser = identity.browser();
    await failTimes(5, () => fail(browser));
    const [key] = await identity.redis.keys(`${identity.backing.REDIS_PREFIX}count:failures-here:*`);
    await identity.redis.pexpire(key!.slice(identity.backing.REDIS_PREFIX.length), 60_000);

    const again = await fail(browser);
    expect(again.status).toBe(423);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
    await endCounts(identity);
  });

  test('then 30 guesses at once are not more than five', async () => {
    const browser = identity.browser();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fail(browser)));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(26);
    await endCounts(identity);
  });

  test('then the right password before the fifth failure sets the count back', async () => {
    const browser = identity.browser();
    await failTimes(4, () => fail(browser));
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);

    expect((await fail(browser)).body).not.toHaveProperty('remainingAttempts');
    await endCounts(identity);
  });
});

describe('when many networks guess at one account', () => {
  test('then it locks after 20 failures for everybody but a browser that has signed in before', async () => {
    const { browser: known } = await signInAdmin(identity);
    identity.wait(60);
    const answers = await failTimes(21, () => fail(identity.browser()));

    expect(answers.slice(0, 17).every(({ body }) => !('remainingAttempts' in body))).toBe(false);
    expect(answers.map(({ status }) => status)).toEqual([...Array(19).fill(401), 423, 423]);
    expect((await identity.browser().post(LOGIN, ADMIN)).status).toBe(423);
    expect((await known.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await endCounts(identity);
  });

  test('then the cookie of a known browser helps with no other account, and does not free its own guesses', async () => {
    const { browser: known } = await signInAdmin(identity);
    identity.wait(60);
    const device = known.cookie('known_device');
    await failTimes(20, () => fail(identity.browser(), 'nobody@example.jp'));
    const carrier = () => {
      const browser = identity.browser();
      browser.jar.set('known_device', device);
      return browser;
    };

    expect((await fail(carrier(), 'nobody@example.jp')).status).toBe(423);
    const guesses = await failTimes(21, () => fail(carrier()));
    expect(guesses.map(({ status }) => status)).toEqual([...Array(19).fill(401), 423, 423]);
    expect((await identity.browser().post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await endCounts(identity);
  });
});

describe('when one network tries many accounts', () => {
  test('then 20 failures over five accounts block it for an hour, for the right password too', async () => {
    const browser = identity.browser({ ip: '203.0.113.77' });
    const answers = await failTimes(20, (index) => fail(browser, `account-${index % 5}@example.jp`));
    expect(answers.every(({ status }) => status === 401)).toBe(true);

    const blocked = await browser.post(LOGIN, ADMIN);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'AddressBlocked' } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(3590);
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect((await identity.browser({ ip: '203.0.113.78' }).post(LOGIN, ADMIN)).status).toBe(200);
    const [last] = await identity.mongo.collection('sign-in-events').find({ ip: '203.0.113.77' }).sort({ _id: -1 }).toArray();
    expect(last).toMatchObject({ outcome: 'blocked', email: ADMIN.email });

    identity.wait(3601);
    await endCounts(identity);
    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    await waitUntil(async () => (await identity.documents('blocked-networks')).length === 0, { what: 'the sweep' });
    identity.wait(60);
  });

  test('then failures of fewer accounts, however many, lock those and do not block the network', async () => {
    const browser = identity.browser({ ip: '203.0.113.80' });
    await failTimes(24, (index) => fail(browser, `few-${index % 4}@example.jp`));

    expect((await browser.post(LOGIN, ADMIN)).status).toBe(200);
    identity.wait(60);
    await endCounts(identity);
  });
});

describe('when somebody asks who has an account', () => {
  test('then a customer with the right password, an admin with a wrong one and nobody get the same answer', async () => {
    const { email, password } = await openAccount(identity);
    const answers = await Promise.all([
      identity.browser().post(LOGIN, { email, password }),
      identity.browser().post(LOGIN, { email: ADMIN.email, password: WRONG }),
      identity.browser().post(LOGIN, { email: 'no-one@example.jp', password: WRONG }),
    ]);
    for (const answer of answers) expectAlike(answer, answers[0]!);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'CredentialsInvalid' }, setCookies: {} });
    await endCounts(identity);
  });

  test('then the time of the answer does not tell either', async () => {
    const ratio = await timeRatio({
      first: () => fail(identity.browser(), ADMIN.email),
      second: () => fail(identity.browser(), 'never-seen@example.jp'),
      between: () => endCounts(identity),
    });

    // Without the hash of nothing the unknown address is several times faster.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
    await endCounts(identity);
  }, 240_000);
});
