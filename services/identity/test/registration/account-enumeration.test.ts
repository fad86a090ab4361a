import { beforeAll, describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { TestResponse } from '../support/browser.ts';
import { ADMIN, differentCode, startIdentity } from '../support/identity.ts';
import { REGISTRATION_FORM, registrationsOf } from '../support/registrations.ts';
import { expectSameDuration } from '../support/timing.ts';

const TAKEN = 'taken@example.jp';

const identity = useService(() => startIdentity({ codeResendSeconds: 0, codesPerAddressHour: 1000 }));
const registrations = registrationsOf(identity);
beforeAll(async () => {
  const { browser, code } = await registrations.requestAndReadCode({ email: TAKEN, name: '持ち主', password: 'Owners-own-1' });
  await registrations.submitCode(browser, TAKEN, code);
  await registrations.waitForAccount(TAKEN);
});

/** The parts of a response that must not differ. Random tokens are masked. */
const comparableParts = ({ status, body, headers, setCookies }: TestResponse) => ({
  status,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name))),
  cookies: Object.values(setCookies).map((line) => line.replace(/=[\w-]{43};/, '=…;')),
});

type Request = (email: string) => Promise<TestResponse>;
const methods: [string, Request][] = [
  ['by code', (email) => registrations.requestCode({ email })],
  ['by link', (email) => registrations.requestLink({ email })],
];

describe.each(methods)('registration %s of an address with an account', (method, request) => {
  test.each([
    ['a customer', TAKEN],
    ['an admin', ADMIN.email],
  ])(
    'when the account belongs to %s, then the response is that for a new address, and only the mailbox gets a notice',
    async (_owner, email) => {
      const [taken, fresh] = [await request(email), await request(`fresh-${method.slice(3)}@example.jp`)];

      expect(comparableParts(taken)).toEqual(comparableParts(fresh));
      expect(Object.keys(taken.setCookies)).toEqual(['registration']);
      const notices = () => registrations.noticesOf(taken.headers['x-request-id']);
      await waitUntil(() => notices().length > 0, { what: 'the notice' });
      expect(notices()).toEqual([{ email }]);
      expect(identity.codeEvents(email, 'registration').length).toBe(email === TAKEN ? 1 : 0);
      expect(registrations.links(email)).toEqual([]);
    },
  );

  test('when response times are compared, then an existing account takes as long as a new address', async () => {
    const fresh = `timed-${method.slice(3)}@example.jp`;
    await Promise.all([request(TAKEN), request(fresh)]);
    await expectSameDuration({ first: () => request(TAKEN), second: () => request(fresh) });
  }, 240_000);

  test('when the address registers, then the existing account does not change', async () => {
    const [before] = await registrations.accounts(TAKEN);
    await request(TAKEN);
    expect(await registrations.accounts(TAKEN)).toEqual([before]);
    expect(before).toMatchObject({ name: '持ち主' });
    expect(registrations.registered(TAKEN)).toHaveLength(1);
  });
});

describe('registration code for an address with an account', () => {
  test('when any code is tried, then it is rejected like a wrong code for a new address', async () => {
    const fresh = await registrations.requestAndReadCode({ email: 'tried@example.jp' });
    const browser = identity.browser();
    await registrations.requestCode({ email: TAKEN }, browser);
    for (let guess = 1; guess <= 6; guess += 1) {
      const known = await registrations.submitCode(browser, TAKEN, differentCode('000000', guess));
      const unknown = await registrations.submitCode(fresh.browser, 'tried@example.jp', differentCode(fresh.code, guess));
      expect(comparableParts(known)).toEqual(comparableParts(unknown));
    }
    expect(await registrations.code(TAKEN)).toMatchObject({ tries: 5 });
  });
});

describe('stored registration data', () => {
  test('when all mails are sent, then no token, code or password is readable in the database', async () => {
    const email = 'secrets@example.jp';
    const byCode = await registrations.requestAndReadCode({ email });
    const byLink = await registrations.requestAndReadLink({ email });
    await waitUntil(async () => {
      const waiting = await Promise.all(
        ['codes', 'pending-registrations', 'users'].map((name) => identity.documents(name, { outbox: { $exists: true } })),
      );
      return waiting.flat().length === 0;
    });
    const collections = await identity.mongo.listCollections();
    const stored = JSON.stringify(await Promise.all(collections.map(({ name }) => identity.documents(name))));

    expect(stored).toContain(email);
    const secrets = [
      byLink.token,
      REGISTRATION_FORM.password,
      byCode.browser.cookie('registration'),
      byLink.browser.cookie('registration'),
    ];
    for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(JSON.stringify(await registrations.code(email))).not.toContain(byCode.code);
  });
});
