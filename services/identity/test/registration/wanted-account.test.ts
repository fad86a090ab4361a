import { describe, expect, test } from '@jest/globals';
import { orderPaid } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { createCustomer, logIn } from '../support/customers.ts';
import { createAddress, inParallel } from '../support/guests.ts';
import { proveEmail, startIdentity } from '../support/identity.ts';
import { registerForm, registrationsOf } from '../support/registrations.ts';

const WANTED = '/api/wanted-account';
const NAME = '山田 太郎';
const PASSWORD = 'Chosen-with-order-1';
const DAY_SECONDS = 86_400;

const identity = useService(() => startIdentity());
const registrations = registrationsOf(identity);

let orders = 0;
const newOrderNumber = (): string => {
  orders += 1;
  return String(orders).padStart(8, '0');
};

const wantAccount = (browser: Browser, email: string, password = PASSWORD) =>
  browser.call({ method: 'PUT', path: WANTED, body: { email, name: NAME, password } });
const bind = (browser: Browser, orderNumber: string) => browser.call({ method: 'PUT', path: `${WANTED}/order`, body: { orderNumber } });
const signIn = (browser: Browser, orderNumber: string) => browser.post(`${WANTED}/sign-in`, { orderNumber });
const isSignedIn = async (browser: Browser): Promise<unknown> => (await browser.get('/api/auth/check')).body['authenticated'];

/** A browser that wants an account with an order whose payment is prepared. */
const guestWithOrder = async () => {
  const email = createAddress();
  const orderNumber = newOrderNumber();
  const { browser } = await proveEmail(identity, email);
  expect((await wantAccount(browser, email)).status).toBe(204);
  expect((await bind(browser, orderNumber)).status).toBe(204);
  return { email, orderNumber, browser };
};

const paidEvent = ({ email, orderNumber }: { email: string; orderNumber: string }) =>
  createEvent(orderPaid, {
    ...{ orderNumber, email, customerName: NAME, totalAmount: 5000, statusToken: 'token', lines: [] },
    paidAt: new Date().toISOString(),
  });
/** Publishes the payment, and waits until identity has handled it. */
const pay = async (order: { email: string; orderNumber: string }): Promise<void> => {
  await identity.probe.publish(paidEvent(order));
  await handled();
};
/** A message that was published after others is handled after them. */
const handled = async (): Promise<void> => {
  const marker = { email: `marker-${newOrderNumber()}@example.jp`, orderNumber: newOrderNumber() };
  const { browser } = await proveEmail(identity, marker.email);
  await wantAccount(browser, marker.email);
  await bind(browser, marker.orderNumber);
  await identity.probe.publish(paidEvent(marker));
  await registrations.waitForAccount(marker.email);
};

describe('account that a guest wants with an order', () => {
  test('when the order is paid, then the account is created, the browser is signed in once, and no password hash stays behind (customer 1.4)', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    expect((await signIn(browser, orderNumber)).body).toEqual({ account: 'pending' });
    expect(await registrations.accounts(email)).toEqual([]);

    await pay({ email, orderNumber });
    const [account] = await registrations.accounts(email);
    expect(account).toMatchObject({ email, name: NAME, emailProven: true, isAdmin: false });
    const response = await signIn(browser, orderNumber);
    expect(response).toMatchObject({ status: 200, body: { account: 'created', user: { email, name: NAME } } });
    expect(await isSignedIn(browser)).toBe(true);
    expect((await signIn(browser, orderNumber)).body).toEqual({ account: 'none' });
    expect(await identity.documents('wanted-accounts', { orderNumber })).toEqual([]);
    expect(await registrations.canLogIn(email, PASSWORD)).toBe(true);
    expect(registrations.registered(email)).toHaveLength(1);
  });

  test('when the password is kept, then only its hash is stored, bound to a hash of an HttpOnly cookie, for a day', async () => {
    const email = createAddress();
    const { browser } = await proveEmail(identity, email);
    const { setCookies } = await wantAccount(browser, email);
    for (const attribute of [/HttpOnly/, /Secure/, /SameSite=Lax/, /Max-Age=86400/]) expect(setCookies['registration']).toMatch(attribute);
    const [stored] = await identity.documents('wanted-accounts', { 'applicant.email': email });
    expect(stored).toMatchObject({ applicant: { passwordHash: expect.stringMatching(/^\$argon2id\$/) } });
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
    expect(JSON.stringify(stored)).not.toContain(browser.cookie('registration'));
    expect(JSON.stringify(identity.probe.ofType('user.registered'))).not.toContain(PASSWORD);
    const lifetimeMs = (stored!['expiresAt'] as Date).getTime() - identity.now().getTime();
    expect(lifetimeMs).toBeLessThanOrEqual(DAY_SECONDS * 1000);
    expect(lifetimeMs).toBeGreaterThan((DAY_SECONDS - 60) * 1000);
  });

  test('when the browser has not proven the address, then nothing is kept', async () => {
    const email = createAddress();
    expect(await wantAccount(identity.browser(), email)).toMatchObject({ status: 401, body: { code: 'ProofRequired' } });
    const { browser } = await proveEmail(identity, createAddress());
    expect(await wantAccount(browser, email)).toMatchObject({ status: 401, body: { code: 'ProofRequired' }, setCookies: {} });
    expect(await identity.documents('wanted-accounts', { 'applicant.email': email })).toEqual([]);
  });

  test('when a browser chooses passwords again and again, then ten are hashed, and other addresses are not affected', async () => {
    const email = createAddress();
    const { browser } = await proveEmail(identity, email);
    const answers = await inParallel(30, () => wantAccount(browser, email));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]).toMatchObject({ body: { code: 'WantedAccountLimitReached' }, headers: { 'retry-after': expect.any(String) } });
    expect((await guestWithOrder()).orderNumber).toMatch(/^\d{8}$/);
  });

  test('when the password is weak, then the error is shown at its field', async () => {
    const email = createAddress();
    const { browser } = await proveEmail(identity, email);
    expect(await wantAccount(browser, email, 'abcdefgh')).toMatchObject({
      status: 400,
      body: { code: 'PasswordTooWeak', fields: { password: expect.any(String) } },
    });
  });

  test('when another browser or another order asks for the session, then it gets nothing, and the own browser still does', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    const stranger = await guestWithOrder();
    await pay({ email, orderNumber });
    for (const asked of [
      await signIn(identity.browser(), orderNumber),
      await signIn(stranger.browser, orderNumber),
      await signIn(browser, stranger.orderNumber),
    ]) {
      expect(asked).toMatchObject({ status: 200, body: { account: 'none' }, setCookies: {} });
    }
    expect((await signIn(browser, orderNumber)).body).toMatchObject({ account: 'created' });
  });

  test('when the owner ends all sessions, then the browser that waits for the account is not signed in any more', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    await pay({ email, orderNumber });
    const phone = identity.browser();
    expect((await logIn(phone, { email, password: PASSWORD })).status).toBe(200);
    expect((await phone.post('/api/logout/all')).status).toBe(204);
    expect(await signIn(browser, orderNumber)).toMatchObject({ body: { account: 'exists' }, setCookies: {} });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("when a stranger binds somebody else's order, then the payment creates no account for either", async () => {
    const { browser, email: strangersEmail } = await guestWithOrder();
    const order = { email: createAddress(), orderNumber: newOrderNumber() };
    await bind(browser, order.orderNumber);
    await pay(order);
    expect(await registrations.accounts(order.email)).toEqual([]);
    expect(await registrations.accounts(strangersEmail)).toEqual([]);
    expect((await signIn(browser, order.orderNumber)).body).toEqual({ account: 'pending' });
  });

  test('when the address gets an account before the payment, then that account and its password do not change', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    await browser.post('/api/register', registerForm({ email }));
    await browser.post('/api/logout');
    const before = await registrations.waitForAccount(email);
    await pay({ email, orderNumber });
    const accounts = await registrations.accounts(email);
    expect(accounts).toEqual([expect.objectContaining({ _id: before._id, passwordHash: before['passwordHash'] })]);
    expect(await registrations.canLogIn(email, PASSWORD)).toBe(false);
    expect(await signIn(browser, orderNumber)).toMatchObject({ body: { account: 'exists' }, setCookies: {} });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('when the address has an account already, then nothing is kept', async () => {
    const { email, browser } = await createCustomer(identity);
    // The registration has used up the first proof.
    await proveEmail(identity, email, browser);
    expect(await wantAccount(browser, email)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    expect(await identity.documents('wanted-accounts', { 'applicant.email': email })).toEqual([]);
  });

  test('when the payment arrives repeatedly and the browser asks ten times at once, then there is one account and one session', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    const event = paidEvent({ email, orderNumber });
    await Promise.all([
      ...Array.from({ length: 5 }, () => identity.probe.publish(event)),
      ...Array.from({ length: 5 }, () => identity.probe.publish(paidEvent({ email, orderNumber }))),
    ]);
    await waitUntil(async () => (await identity.documents('wanted-accounts', { orderNumber, result: { $exists: true } })).length === 1);
    const answers = await inParallel(10, () => signIn(browser, orderNumber));
    expect(answers.map(({ body }) => body['account']).sort()).toEqual(['created', ...Array(9).fill('none')]);
    await handled();
    expect(await registrations.accounts(email)).toHaveLength(1);
    expect(registrations.registered(email)).toHaveLength(1);
    expect(await identity.probe.deadLetters('identity.orders')).toBe(0);
  });

  test('when a day has passed, then the payment creates no account, and the hash is erased', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    expect(await identity.minutesLeft('wanted-accounts', { orderNumber })).toEqual([24 * 60]);
    identity.wait(DAY_SECONDS + 1);
    await pay({ email, orderNumber });
    expect(await registrations.accounts(email)).toEqual([]);
    expect((await signIn(browser, orderNumber)).body).toEqual({ account: 'none' });
    expect((await bind(browser, orderNumber)).status).toBe(404);
  });

  test('when the customer chooses again, then the latest password counts; when the customer wants no account, then there is none', async () => {
    const { email, orderNumber, browser } = await guestWithOrder();
    await wantAccount(browser, email, 'Another-choice-2');
    await bind(browser, orderNumber);
    await pay({ email, orderNumber });
    expect(await registrations.canLogIn(email, 'Another-choice-2')).toBe(true);

    const other = await guestWithOrder();
    expect((await other.browser.delete(WANTED)).status).toBe(204);
    expect((await other.browser.delete(WANTED)).status).toBe(204);
    expect((await bind(other.browser, other.orderNumber)).status).toBe(404);
    await pay(other);
    expect(await registrations.accounts(other.email)).toEqual([]);
    expect((await signIn(other.browser, other.orderNumber)).body).toEqual({ account: 'none' });
  });
});

test('when an address is proven, then only that browser learns whether it has an account', async () => {
  const { email } = await createCustomer(identity);
  identity.wait(61);
  await identity.browser().post('/api/send-verification-code', { email });
  const browser = identity.browser();
  const wrong = await browser.post('/api/verify-email-code', { email, code: '000000' });
  expect(wrong.body).not.toHaveProperty('hasAccount');
  const code = await identity.mailedCode(email, { nth: 2 });
  expect((await browser.post('/api/verify-email-code', { email, code })).body).toMatchObject({ verified: true, hasAccount: true });
  const { response } = await proveEmail(identity, createAddress());
  expect(response.body).toMatchObject({ verified: true, hasAccount: false });
});
