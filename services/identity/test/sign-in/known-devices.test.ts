import { describe, expect, test } from '@jest/globals';
import { CODE_TRIES, CODES_PER_ADDRESS_HOUR, CUSTOMER_LOCK_FAILURES, personalDataLinkRequested } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { createKnownDevices } from '../../src/adapters/known-devices.ts';
import type { Browser } from '../support/browser.ts';
import { type Customer, codeMailedBy, createCustomer, logIn, passwordChangedEvents } from '../support/customers.ts';
import { inParallel, SEND } from '../support/guests.ts';
import { differentCode, proveEmail, startIdentity } from '../support/identity.ts';
import { expireCounters, repeat } from '../support/lockout.ts';
import { startOtherService } from '../support/other-service.ts';

const SEND_RESET = '/api/send-password-reset-code';
const RESET = '/api/reset-password';
const NEW = 'Brand-New-Horse-7';

const identity = useService(() => startIdentity({ codeResendSeconds: 0 }));
const other = useService(() => startOtherService(identity));

/** A browser on a new network with the device cookie of another one. */
const copyOf = (browser: Browser, source: { ip?: string } = {}): Browser => {
  const copy = identity.browser(source);
  copy.jar.set('known_device', browser.cookie('known_device'));
  return copy;
};
/** Proves the address in a new browser, which so becomes a known device. */
const prove = async (email: string): Promise<Browser> => {
  const { browser, response } = await proveEmail(identity, email);
  expect(response.status).toBe(200);
  return browser;
};
const collect = async (email: string, count: number): Promise<Browser[]> => {
  const browsers: Browser[] = [];
  while (browsers.length < count) browsers.push(await prove(email));
  return browsers;
};
const wrongPassword = (browser: Browser, { email }: { email: string }) => logIn(browser, { email, password: 'Not-the-password1' });

let networks = 0;
/** Whether the browser has the limits of a known device: strangers have used up the mails of its network for the address. */
const isKnown = async (browser: Browser, email: string): Promise<boolean> => {
  networks += 1;
  const ip = `198.51.100.${networks}`;
  const stranger = identity.browser({ ip });
  const refused = await repeat(CODES_PER_ADDRESS_HOUR + 1, () => stranger.post(SEND, { email }));
  expect(refused.at(-1)?.status).toBe(429);
  return (await copyOf(browser, { ip }).post(SEND, { email })).status === 200;
};
const acceptsProof = async (proof: string): Promise<boolean> =>
  (await other.withCookies({ order_session: proof }).get('/api/proven-only')).status === 200;

describe('many known devices of one address', () => {
  test('when an address is proven in eleven browsers, then the newest ten are known', async () => {
    const email = 'eleven@example.jp';
    const browsers = await collect(email, 11);
    expect(await isKnown(browsers[0]!, email)).toBe(false);
    expect(await isKnown(browsers[1]!, email)).toBe(true);
  });

  test('when 40 devices of an address are added in parallel, then ten stay', async () => {
    const devices = createKnownDevices(identity.redis);
    const email = 'parallel@example.jp';
    await inParallel(40, (index) => devices.add({ email, id: `device-${index}`, at: new Date(index) }));
    const known = await inParallel(40, (index) => devices.has({ email, id: `device-${index}` }));
    expect(known).toEqual([...Array(30).fill(false), ...Array(10).fill(true)]);
  });

  test('when one browser signs in ten times, then the other browsers of its owner stay known', async () => {
    const customer = await createCustomer(identity);
    const phone = identity.browser();
    await repeat(10, () => logIn(phone, customer));
    expect(await isKnown(customer.browser, customer.email)).toBe(true);
  });

  test('when ten of them guess a code, then it is compared as often as for one of them', async () => {
    const customer = await createCustomer(identity);
    const { email } = customer;
    const devices = await collect(email, 10);
    const request = () => customer.browser.post(SEND_RESET, { email });
    const code = await codeMailedBy(identity, { email, purpose: 'password-reset', request });
    const guesses = await Promise.all(
      devices.flatMap((device) => [1, 2].map((step) => device.post(RESET, { email, code: differentCode(code, step), newPassword: NEW }))),
    );
    const compared = guesses.filter(({ body }) => body['remainingAttempts'] !== undefined);
    expect(compared).toHaveLength(CODE_TRIES - 1);
    expect((await devices[0]!.post(RESET, { email, code, newPassword: NEW })).body).toMatchObject({ code: 'CodeTriesExceeded' });
  });

  test('when ten of them guess the password, then it is compared as often as for one of them, and a new browser still enters', async () => {
    const customer = await createCustomer(identity);
    const devices = await collect(customer.email, 10);
    const guesses = await repeat(CUSTOMER_LOCK_FAILURES + 1, (index) => wrongPassword(devices[index % 10]!, customer));
    expect(guesses.map(({ status }) => status)).toEqual([...Array(CUSTOMER_LOCK_FAILURES - 1).fill(401), 423, 423]);
    expect((await logIn(devices[0]!, customer)).status).toBe(423);
    expect((await logIn(identity.browser(), customer)).status).toBe(200);
    await expireCounters(identity);
  });

  test('when ten of them request mails, then the address gets as many as from one of them', async () => {
    const customer = await createCustomer(identity);
    const devices = await collect(customer.email, 10);
    const sent = await repeat(10, (index) => devices[index]!.post(SEND_RESET, { email: customer.email }));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(CODES_PER_ADDRESS_HOUR);
  });
});

const resetPassword = async ({ email }: Customer): Promise<void> => {
  const owner = identity.browser();
  const code = await codeMailedBy(identity, { email, purpose: 'password-reset', request: () => owner.post(SEND_RESET, { email }) });
  expect((await owner.post(RESET, { email, code, newPassword: NEW })).status).toBe(200);
};
const changePassword = async ({ email, password, browser }: Customer): Promise<void> => {
  const request = () => browser.post('/api/send-password-change-code');
  const code = await codeMailedBy(identity, { email, purpose: 'password-change', request });
  await browser.post('/api/verify-password-change-code', { code });
  expect((await browser.post('/api/change-password', { currentPassword: password, newPassword: NEW })).status).toBe(200);
};
const erase = async ({ email }: { email: string }): Promise<void> => {
  await identity.browser().post('/api/personal-data/requests', { email, kind: 'erasure' });
  const isMine = ({ data }: { data: unknown }) => (data as { email: string }).email === email;
  const { data } = await identity.probe.waitFor(personalDataLinkRequested.type, isMine);
  const { token } = data as { token: string };
  expect((await identity.browser().post('/api/personal-data/erase', { token })).status).toBe(200);
};
const logOutEverywhere = async ({ browser }: Customer): Promise<void> => {
  expect((await browser.post('/api/logout/all')).status).toBe(204);
};

const ends = [
  ['the password was reset', resetPassword],
  ['the password was changed', changePassword],
  ['all sessions were ended', logOutEverywhere],
  ['the person was erased', erase],
] as const;

describe('what a stranger copied before', () => {
  test.each(ends)('when %s, then a copied device cookie belongs to an unknown browser', async (_what, end) => {
    const customer = await createCustomer(identity);
    const thief = copyOf(customer.browser);
    expect(await isKnown(thief, customer.email)).toBe(true);
    await end(customer);
    expect(await isKnown(thief, customer.email)).toBe(false);
  });

  test.each(ends)('when %s, then a copied proof of the address is useless', async (_what, end) => {
    const customer = await createCustomer(identity);
    const proof = (await prove(customer.email)).cookie('order_session');
    expect(await acceptsProof(proof)).toBe(true);
    await end(customer);
    expect(await acceptsProof(proof)).toBe(false);
  });

  test('when the browser that proved an address logs out, then a copy of the proof is useless, and other proofs stay', async () => {
    const email = 'two-browsers@example.jp';
    const [browser, second] = [await prove(email), await prove(email)];
    const proof = browser.cookie('order_session');
    await browser.post('/api/logout');
    expect(await acceptsProof(proof)).toBe(false);
    expect(await acceptsProof(second.cookie('order_session'))).toBe(true);
  });

  test('when the browser that proved an address registers, then its session proves the address, and a copy of the proof is useless', async () => {
    const email = 'registers@example.jp';
    const browser = await prove(email);
    const proof = browser.cookie('order_session');
    const password = 'Plum-Orchard-1';
    const form = { email, name: '客', password, confirmPassword: password, agreesToTerms: true };
    expect((await browser.post('/api/register', form)).status).toBe(201);
    expect([browser.cookie('order_session'), await acceptsProof(proof)]).toEqual(['', false]);
    expect((await browser.get('/api/user')).body).toMatchObject({ email, emailProven: true });
  });

  test('when the password was changed, then the browser that changed it is a known device again, although the event arrives later', async () => {
    const customer = await createCustomer(identity);
    await changePassword(customer);
    await waitUntil(() => passwordChangedEvents(identity, customer.email).length > 0, { what: 'the event' });
    expect(await isKnown(customer.browser, customer.email)).toBe(true);
  });
});
