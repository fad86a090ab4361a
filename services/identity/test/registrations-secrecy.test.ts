import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { Answer } from './support/browser.ts';
import { ADMIN, type IdentityUnderTest, otherThan, startIdentity } from './support/identity.ts';
import { CHOSEN, type Registrations, registrationsOf } from './support/registrations.ts';
import { timeRatio } from './support/timing.ts';

const TAKEN = 'taken@example.jp';
/** Ratios of pairs, in their middle: 0.7 to 1.4 on a machine under load, 0.1 to 0.3 where the hash is left out for an address that is taken. */
const ALIKE = { atLeast: 0.5, atMost: 2 };

let identity: IdentityUnderTest;
let registrations: Registrations;
beforeAll(async () => {
  identity = await startIdentity({ CODE_RESEND_SECONDS: '0', CODES_PER_ADDRESS_HOUR: '1000' });
  registrations = registrationsOf(identity);
  const { browser, code } = await registrations.codeFor({ email: TAKEN, name: '持ち主', password: 'Owners-own-1' });
  await registrations.giveCode(browser, TAKEN, code);
  await registrations.accountOf(TAKEN);
});
afterAll(() => identity.stop());

/** All of an answer that a caller could compare; what differs from call to call by its nature stands as its form. */
const comparable = ({ status, body, headers, setCookies }: Answer) => ({
  status,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name))),
  cookies: Object.values(setCookies).map((line) => line.replace(/=[\w-]{43};/, '=…;')),
});

type Ask = (email: string) => Promise<Answer>;
const doors: [string, Ask][] = [
  ['by code', (email) => registrations.askForCode({ email })],
  ['by link', (email) => registrations.askForLink({ email })],
];

describe.each(doors)('when an address that has an account registers %s', (way, ask) => {
  test.each([
    ['a customer', TAKEN],
    ['an admin', ADMIN.email],
  ])("then the answer for %s's is that of a new address, and its mailbox alone hears of it", async (_whose, email) => {
    const [taken, fresh] = [await ask(email), await ask(`fresh-${way.slice(3)}@example.jp`)];

    expect(comparable(taken)).toEqual(comparable(fresh));
    expect(Object.keys(taken.setCookies)).toEqual(['registration']);
    const notices = () => registrations.noticesOf(taken.headers['x-request-id']);
    await waitUntil(() => notices().length > 0, { what: 'the notice' });
    expect(notices()).toEqual([{ email }]);
    expect(identity.codeEvents(email, 'registration').length).toBe(email === TAKEN ? 1 : 0);
    expect(registrations.links(email)).toEqual([]);
  });

  test('then it takes as long', async () => {
    const fresh = `timed-${way.slice(3)}@example.jp`;
    await Promise.all([ask(TAKEN), ask(fresh)]);
    const ratio = await timeRatio({ rounds: 25, first: () => ask(TAKEN), second: () => ask(fresh) });

    expect(ratio).toBeGreaterThan(ALIKE.atLeast);
    expect(ratio).toBeLessThan(ALIKE.atMost);
  }, 240_000);

  test('then the account stays as it was', async () => {
    const [before] = await registrations.accounts(TAKEN);
    await ask(TAKEN);
    expect(await registrations.accounts(TAKEN)).toEqual([before]);
    expect(before).toMatchObject({ name: '持ち主' });
    expect(registrations.registered(TAKEN)).toHaveLength(1);
  });
});

describe('when a code is tried for an address that has an account', () => {
  test('then every code is wrong in the same words as for a new address', async () => {
    const fresh = await registrations.codeFor({ email: 'tried@example.jp' });
    const browser = identity.browser();
    await registrations.askForCode({ email: TAKEN }, browser);
    for (let guess = 1; guess <= 6; guess += 1) {
      const known = await registrations.giveCode(browser, TAKEN, otherThan('000000', guess));
      const unknown = await registrations.giveCode(fresh.browser, 'tried@example.jp', otherThan(fresh.code, guess));
      expect(comparable(known)).toEqual(comparable(unknown));
    }
    expect(await registrations.code(TAKEN)).toMatchObject({ tries: 5 });
  });
});

describe('when all mails are out', () => {
  test('then neither token, code nor password stands readable in the database', async () => {
    const email = 'secrets@example.jp';
    const byCode = await registrations.codeFor({ email });
    const byLink = await registrations.linkFor({ email });
    await waitUntil(async () => {
      const waiting = await Promise.all(
        ['codes', 'pending-registrations', 'users'].map((name) => identity.documents(name, { outbox: { $exists: true } })),
      );
      return waiting.flat().length === 0;
    });
    const collections = await identity.mongo.listCollections();
    const stored = JSON.stringify(await Promise.all(collections.map(({ name }) => identity.documents(name))));

    expect(stored).toContain(email);
    const secrets = [byLink.token, CHOSEN.password, byCode.browser.cookie('registration'), byLink.browser.cookie('registration')];
    for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(JSON.stringify(await registrations.code(email))).not.toContain(byCode.code);
  });
});
