import { beforeAll, describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { codeMailedBy, createCustomer, logIn, PASSWORD } from '../support/customers.ts';
import { ADMIN, startIdentity } from '../support/identity.ts';
import { expectSameResponse, expectSameResponses, expireCounters, repeat } from '../support/lockout.ts';
import { expectSameDuration } from '../support/timing.ts';

const WRONG = 'Wrong-Password-1';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));
let email: string;
beforeAll(async () => {
  ({ email } = await createCustomer(identity));
});

const fail = (browser: Browser, address = email) => logIn(browser, { email: address, password: WRONG });
/** Otherwise earlier failures would make sign-ins require a second step. */
const forgetFailures = async () => {
  await expireCounters(identity);
  await identity.mongo.collection('sign-in-events').deleteMany({});
};

describe.each([
  ['a customer', () => email],
  ['the admin', () => ADMIN.email],
  ['an address without an account', () => 'nobody@example.jp'],
])('failure limit of the customer login for %s', (_name, address) => {
  test('when ten passwords are wrong, then the last five attempts are announced and the account is locked for 15 minutes (customer 3.11, 4.8, 8.2)', async () => {
    const browser = identity.browser();
    const responses = await repeat(11, () => fail(browser, address()));

    expect(responses.map(({ status }) => status)).toEqual([...Array(9).fill(401), 423, 423]);
    const announced = [undefined, undefined, undefined, undefined, 5, 4, 3, 2, 1, undefined, undefined];
    expect(responses.map(({ body }) => body['remainingAttempts'])).toEqual(announced);
    expect(responses[0]!.body).toEqual({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' });
    for (const locked of responses.slice(9)) {
      expect(locked.body).toMatchObject({ code: 'AccountLocked', message: 'アカウントがロックされています' });
      const lockedForMs = new Date(String(locked.body['lockoutUntil'])).getTime() - identity.now().getTime();
      expect(lockedForMs).toBeGreaterThan(890_000);
      expect(lockedForMs).toBeLessThanOrEqual(900_000);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
      expect(locked.setCookies).toEqual({});
    }
    const ids = (await identity.documents('sign-in-events', { email: address(), outcome: 'locked' })).map(({ _id }) => String(_id));
    expect(ids).toEqual([expect.not.stringContaining('@'), ...ids.slice(1)]);
    await forgetFailures();
  });
});

describe('lock of a customer account', () => {
  test('when an account is locked, then the correct password is refused only from that network until the lock ends (customer 4.8)', async () => {
    const browser = identity.browser();
    await repeat(10, () => fail(browser));

    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(423);
    expect(browser.cookie('session')).toBe('');
    await identity.mongo.collection('sign-in-events').deleteMany({});
    expect((await logIn(identity.browser(), { email, password: PASSWORD })).status).toBe(200);
    await forgetFailures();
    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(200);
  });

  test('when 30 guesses arrive concurrently, then ten are compared', async () => {
    const browser = identity.browser();
    const responses = await Promise.all(Array.from({ length: 30 }, () => fail(browser)));

    expect(responses.filter(({ status }) => status === 401)).toHaveLength(9);
    expect(responses.filter(({ status }) => status === 423)).toHaveLength(21);
    const compared = await identity.documents('sign-in-events', { email, outcome: 'wrong-password' });
    expect(compared).toHaveLength(10);
    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(423);
    await forgetFailures();
  });

  test('when the password is correct before the tenth failure, then the count restarts', async () => {
    const browser = identity.browser();
    await repeat(2, () => fail(browser));
    expect((await logIn(browser, { email, password: PASSWORD })).status).toBe(200);

    expect((await repeat(5, () => fail(browser))).map(({ body }) => body['remainingAttempts'])).toEqual([...Array(4).fill(undefined), 5]);
    await forgetFailures();
  });

  test('when many networks guess, then the account is locked for all browsers except known devices', async () => {
    const { browser: known, ...customer } = await createCustomer(identity);
    await logIn(known, customer);
    const responses = await repeat(20, () => fail(identity.browser(), customer.email));

    expect(responses.map(({ status }) => status)).toEqual([...Array(19).fill(401), 423]);
    expect((await logIn(identity.browser(), customer)).status).toBe(423);
    expect((await logIn(known, customer)).status).toBe(200);
    await forgetFailures();
  });
});

describe('guesses of an admin password at the customer login', () => {
  test('when five passwords were wrong, then the correct one is rejected like a wrong one', async () => {
    const [browser, stranger] = [identity.browser(), identity.browser()];
    const mailed = identity.codeEvents(ADMIN.email, 'admin-sign-in').length;
    await repeat(5, () => fail(browser, ADMIN.email));
    await repeat(5, () => fail(stranger, 'nobody@example.jp'));

    const right = await repeat(5, () => logIn(browser, ADMIN));
    const nobody = await repeat(5, () => fail(stranger, 'nobody@example.jp'));
    expectSameResponses(right, nobody);
    expect(right.map(({ status }) => status)).toEqual([401, 401, 401, 401, 423]);
    expect(identity.codeEvents(ADMIN.email, 'admin-sign-in')).toHaveLength(mailed);
    await forgetFailures();
  });

  test('when passwords fail at one login, then they count at the other too', async () => {
    const browser = identity.browser();
    await repeat(3, () => fail(browser, ADMIN.email));
    const atAdmins = await repeat(3, () => browser.post('/api/admin/login', { email: ADMIN.email, password: WRONG }));
    expect(atAdmins.map(({ status }) => status)).toEqual([401, 423, 423]);

    expect((await logIn(browser, ADMIN)).status).toBe(401);
    await forgetFailures();
    await codeMailedBy(identity, { email: ADMIN.email, purpose: 'admin-sign-in', request: () => logIn(browser, ADMIN) });
    identity.wait(60);
  });
});

describe('network block at the customer login', () => {
  test('when a network is blocked, then the customer login refuses it, even with the correct password, but not to known devices', async () => {
    const browser = identity.browser({ ip: '203.0.113.90' });
    const known = await createCustomer(identity, { browser: identity.browser({ ip: '203.0.113.90' }) });
    await repeat(20, (index) => fail(browser, `account-${index % 5}@example.jp`));

    expect(await logIn(browser, { email, password: PASSWORD })).toMatchObject({ status: 429, body: { code: 'AddressBlocked' } });
    expect((await logIn(identity.browser({ ip: '203.0.113.91' }), { email, password: PASSWORD })).status).toBe(200);
    expect((await logIn(known.browser, known)).status).toBe(200);
    await forgetFailures();
  });
});

describe('account enumeration at the customer login', () => {
  test('when a customer, an admin or an unknown address has a wrong password, then the responses are the same in text, headers and cookies', async () => {
    const addresses = [email, ADMIN.email, 'no-one@example.jp'];
    const responses = await Promise.all(addresses.map((address) => fail(identity.browser(), address)));
    expect(responses[0]).toMatchObject({ status: 401, body: { code: 'CredentialsInvalid' }, setCookies: {} });
    for (const response of responses) expectSameResponse(response, responses[0]!);
    await forgetFailures();
  });

  test('when response times are compared, then an unknown address takes as long as a customer', async () => {
    await expectSameDuration({
      first: () => fail(identity.browser()),
      second: () => fail(identity.browser(), 'never-seen@example.jp'),
      between: () => expireCounters(identity),
    });
    await forgetFailures();
  }, 240_000);
});
