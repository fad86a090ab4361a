import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from './support/browser.ts';
import { codeAfter, logIn, openAccount, PASSWORD } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, startIdentity } from './support/identity.ts';
import { endCounts, expectAlike, expectAllAlike, failTimes } from './support/locks.ts';
import { timeRatio } from './support/timing.ts';

const WRONG = 'Wrong-Password-1';

let identity: IdentityUnderTest;
let email: string;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
  ({ email } = await openAccount(identity));
});
afterAll(() => identity.stop());

const fail = (browser: Browser, address = email) => logIn(browser, { email: address, password: WRONG });
/** So that what failed before makes no sign-in need a second step. */
const forgetFailures = async () => {
  await endCounts(identity);
  await identity.mongo.collection('sign-in-events').deleteMany({});
};

describe.each([
  ['a customer', () => email],
  ['the admin', () => ADMIN.email],
  ['an address without an account', () => 'nobody@example.jp'],
])('when the password of %s is wrong ten times', (_name, address) => {
  test('then the last five attempts are announced and the tenth locks for 15 minutes', async () => {
    const browser = identity.browser();
    const answers = await failTimes(11, () => fail(browser, address()));

    expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(401), 423, 423]);
    const announced = [undefined, undefined, undefined, undefined, 5, 4, 3, 2, 1, undefined, undefined];
    expect(answers.map(({ body }) => body['remainingAttempts'])).toEqual(announced);
    expect(answers[0]!.body).toEqual({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' });
    for (const locked of answers.slice(9)) {
      expect(locked.body).toMatchObject({ code: 'AccountLocked', message: 'アカウントがロックされています' });
      const lockedForMs = new Date(String(locked.body['lockoutUntil'])).getTime() - identity.clock().getTime();
      expect(lockedForMs).toBeGreaterThan(890_000);
      expect(lockedForMs).toBeLessThanOrEqual(900_000);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
      expect(locked.setCookies).toEqual({});
    }
    await forgetFailures();
  });
});

describe('when a customer is locked out', () => {
  test('then the right password is refused there until the lock ends, and not elsewhere', async () => {
    const browser = identity.browser();
    await failTimes(10, () => fail(browser));

    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(423);
    expect(browser.cookie('session')).toBe('');
    await identity.mongo.collection('sign-in-events').deleteMany({});
    expect((await logIn(identity.browser(), { email, password: PASSWORD })).status).toBe(200);
    await forgetFailures();
    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(200);
  });

  test('then 30 guesses at once, ten and more of them, are not more than ten', async () => {
    const browser = identity.browser();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fail(browser)));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(21);
    const compared = await identity.documents('sign-in-events', { email, outcome: 'wrong-password' });
    expect(compared).toHaveLength(10);
    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(423);
    await forgetFailures();
  });

  test('then the right password among nine wrong ones sets the count back', async () => {
    const browser = identity.browser();
    await failTimes(2, () => fail(browser));
    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(200);

    expect((await failTimes(5, () => fail(browser))).map(({ body }) => body['remainingAttempts'])).toEqual([
      ...Array(4).fill(undefined),
      5,
    ]);
    await forgetFailures();
  });

  test('then guesses from many networks lock the account for strangers, and not for a browser its owner has used', async () => {
    const { browser: known, ...customer } = await openAccount(identity);
    await logIn(known, customer);
    const answers = await failTimes(20, () => fail(identity.browser(), customer.email));

    expect(answers.map(({ status }) => status)).toEqual([...Array(19).fill(401), 423]);
    expect((await logIn(identity.browser(), customer)).status).toBe(423);
    expect((await logIn(known, customer)).status).toBe(200);
    await forgetFailures();
  });
});

describe('when somebody guesses at an admin by the customers’ door', () => {
  test('then after five wrong passwords the right one counts no more, and nothing shows it', async () => {
    const [browser, stranger] = [identity.browser(), identity.browser()];
    const mailed = identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
    await failTimes(5, () => fail(browser, ADMIN.email));
    await failTimes(5, () => fail(stranger, 'nobody@example.jp'));

    const right = await failTimes(5, () => logIn(browser, ADMIN));
    const nobody = await failTimes(5, () => fail(stranger, 'nobody@example.jp'));
    expectAllAlike(right, nobody);
    expect(right.map(({ status }) => status)).toEqual([401, 401, 401, 401, 423]);
    expect(identity.codeEvents(ADMIN.email, 'admin-sign-in')).toHaveLength(mailed);
    await forgetFailures();
  });

  test('then the failures of one door count at the other', async () => {
    const browser = identity.browser();
    await failTimes(3, () => fail(browser, ADMIN.email));
    const atAdmins = await failTimes(3, () => browser.post('/api/admin/login', { email: ADMIN.email, password: WRONG }));
    expect(atAdmins.map(({ status }) => status)).toEqual([401, 423, 423]);

    expect((await logIn(browser, ADMIN)).status).toBe(401);
    await forgetFailures();
    await codeAfter(identity, { email: ADMIN.email, purpose: 'admin-sign-in', ask: () => logIn(browser, ADMIN) });
    identity.wait(60);
  });
});

describe('when a network is blocked for its many failures', () => {
  test('then at this door too, for the right password as well', async () => {
    const browser = identity.browser({ ip: '203.0.113.90' });
    await failTimes(20, (index) => fail(browser, `account-${index % 5}@example.jp`));

    expect(await logIn(browser, { email, password: PASSWORD })).toMatchObject({ status: 429, body: { code: 'AddressBlocked' } });
    expect((await logIn(identity.browser({ ip: '203.0.113.91' }), { email, password: PASSWORD })).status).toBe(200);
    await forgetFailures();
  });
});

describe('when somebody asks who has an account', () => {
  test('then a customer, an admin and nobody are told the same, in text, headers and cookies', async () => {
    const addresses = [email, ADMIN.email, 'no-one@example.jp'];
    const answers = await Promise.all(addresses.map((address) => fail(identity.browser(), address)));
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'CredentialsInvalid' }, setCookies: {} });
    for (const answer of answers) expectAlike(answer, answers[0]!);
    await forgetFailures();
  });

  test('then the time of the answer does not tell either', async () => {
    const ratio = await timeRatio({
      first: () => fail(identity.browser()),
      second: () => fail(identity.browser(), 'never-seen@example.jp'),
      between: () => endCounts(identity),
    });
    // Without the hash of nothing the unknown address is several times faster.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
    await forgetFailures();
  }, 240_000);
});
