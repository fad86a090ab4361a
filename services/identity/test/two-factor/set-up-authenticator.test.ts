import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope, twoFactorConfirmedSchema, twoFactorSetupSchema } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { CONFIRM, createAuthenticatorApp, removeAuthenticator, SETUP, setUpAuthenticator } from '../support/authenticators.ts';
import type { Browser, TestResponse } from '../support/browser.ts';
import { createCustomer, storedUser } from '../support/customers.ts';
import { ADMIN, signInAdmin, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }));
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
});
afterEach(() => removeAuthenticator(identity));

const factor = async () => (await storedUser(identity, ADMIN.email))['twoFactor'];
const start = async (browser = admin) => {
  const setup = twoFactorSetupSchema.parse((await browser.post(SETUP)).body);
  const app = createAuthenticatorApp(identity, setup.secret);
  app.next();
  return { ...setup, app };
};
const auditEntries = (action: string) => identity.documents('audit-entries', { action });
/** Waits for audit entries of these responses. */
const entriesOf = (responses: readonly TestResponse[]) =>
  waitUntil(
    async () => {
      const correlationId = { $in: responses.map(({ headers }) => headers['x-request-id']) };
      const found = await identity.documents('audit-entries', { correlationId });
      return found.length > 0 && found;
    },
    { what: 'an entry in the audit log' },
  );

describe('authenticator setup', () => {
  test('when the setup starts, then it returns a 160-bit secret with its QR code, the account does not change, and the secret is stored encrypted (admin 2.57, 3.13, 7.8)', async () => {
    const { qrCode, secret, isReplacement } = await start();

    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(isReplacement).toBe(false);
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(Buffer.from(qrCode.split(',')[1]!, 'base64').toString()).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(await factor()).toBeNull();
    const stored = JSON.stringify([await identity.documents('two-factor-setups'), await identity.documents('users')]);
    expect(stored).not.toContain(secret);
  });

  test('when the first code is correct, then the authenticator is active, the audit log has one entry, and no secret is readable (admin 7.9)', async () => {
    const before = (await auditEntries('two-factor.enabled')).length;
    const { secret, app } = await start();
    const response = await admin.post(CONFIRM, { secret, token: app.code() });

    expect(response.status).toBe(200);
    expect(twoFactorConfirmedSchema.parse(response.body).verified).toBe(true);
    expect(await factor()).toMatchObject({ sealedSecret: expect.any(String), enabledAt: expect.any(Date) });
    const entries = await waitUntil(async () => {
      const found = await auditEntries('two-factor.enabled');
      return found.length > before && found;
    });
    const { _id: id } = await storedUser(identity, ADMIN.email);
    expect(entries).toHaveLength(before + 1);
    expect(entries.at(-1)).toMatchObject({ adminEmail: ADMIN.email, target: { type: 'user', id, label: ADMIN.email } });
    expect(JSON.stringify([await identity.documents('users'), entries, identity.probe.events])).not.toContain(secret);
    expect(await identity.documents('two-factor-setups')).toEqual([]);
  });

  test.each([-1, 1])(
    "when the phone's now is off by %i step, then its code is accepted; a larger difference is rejected",
    async (steps) => {
      const { secret, app } = await start();

      expect(await admin.post(CONFIRM, { secret, token: app.code(steps * 2) })).toMatchObject({
        status: 400,
        body: { code: 'TwoFactorInvalid', fields: { token: '認証コードが正しくありません' } },
      });
      const right = await admin.post(CONFIRM, { secret, token: app.code(steps) });
      expect(right.status).toBe(200);
      await entriesOf([right]);
    },
  );

  test('when 20 wrong codes arrive concurrently, then five are compared and the correct code is rejected afterwards', async () => {
    const { secret, app } = await start();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => admin.post(CONFIRM, { secret, token: app.wrongCode(index) })),
    );

    expect(responses.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(5);
    expect(responses.filter(({ body }) => body['code'] === 'TwoFactorSetupExpired')).toHaveLength(15);
    expect((await admin.post(CONFIRM, { secret, token: app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    expect(await factor()).toBeNull();
  });

  test('when ten requests confirm concurrently with the same code, then one succeeds', async () => {
    const { secret, app } = await start();
    const token = app.code();
    const responses = await Promise.all(Array.from({ length: 10 }, () => admin.post(CONFIRM, { secret, token })));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await entriesOf(responses)).toMatchObject([{ action: 'two-factor.enabled' }]);
    const ids = responses.map(({ headers }) => headers['x-request-id']);
    const isOfThese = ({ correlationId }: EventEnvelope) => ids.includes(correlationId);
    await identity.probe.waitFor('admin.acted', isOfThese);
    expect(identity.probe.ofType('admin.acted').filter(isOfThese)).toHaveLength(1);
  });

  test('when ten minutes have passed, then the setup must be started again', async () => {
    const { secret, app } = await start();
    expect(await identity.minutesLeft('two-factor-setups')).toContain(10);
    identity.wait(601);

    expect((await admin.post(CONFIRM, { secret, token: app.code() })).body['code']).toBe('TwoFactorSetupExpired');
  });

  test('when the setup is started again, then only the last secret of the session is accepted', async () => {
    const [earlier, later] = [await start(), await start()];
    const { browser: elsewhere } = await signInAdmin(identity);

    expect((await admin.post(CONFIRM, { secret: earlier.secret, token: earlier.app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    expect((await elsewhere.post(CONFIRM, { secret: later.secret, token: later.app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    expect((await admin.post(CONFIRM, { secret: 'JBSWY3DPEHPK3PXP', token: '123456' })).body['code']).toBe('TwoFactorSetupExpired');
    expect((await admin.post(CONFIRM, { secret: later.secret, token: later.app.code() })).status).toBe(200);
  });
});

const signInByApp = async (app: ReturnType<typeof createAuthenticatorApp>) => {
  const browser = identity.browser();
  await browser.post('/api/admin/login', ADMIN);
  return browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code: app.code() });
};

describe('authenticator replacement', () => {
  test("when an authenticator is replaced, then the current one's code is required and used up", async () => {
    const old = await setUpAuthenticator(identity, admin);
    const { secret, app, isReplacement } = await start();
    expect(isReplacement).toBe(true);
    const confirm = (currentToken?: string) => admin.post(CONFIRM, { secret, token: app.code(), currentToken });

    expect(await confirm()).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorCurrentRequired', fields: { currentToken: expect.any(String) } },
    });
    expect(await confirm(app.code())).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid', fields: { currentToken: expect.any(String) } },
    });
    const [before, current] = [await factor(), old.code()];
    const responses = await Promise.all([confirm(current), confirm(current)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await factor()).sealedSecret).not.toBe(before.sealedSecret);
    await waitUntil(async () => (await auditEntries('two-factor.replaced')).length === 1);
  });

  test("when the current authenticator's code was used already, then it is rejected", async () => {
    const old = await setUpAuthenticator(identity, admin);
    const { secret, app } = await start();

    expect((await signInByApp(old)).status).toBe(200);
    const response = await admin.post(CONFIRM, { secret, token: app.code(), currentToken: old.code() });
    expect(response).toMatchObject({ status: 400, body: { code: 'TwoFactorInvalid' } });
    old.next();
    expect((await admin.post(CONFIRM, { secret, token: app.code(), currentToken: old.code() })).status).toBe(200);
  });

  test('when 100 codes of the current authenticator are wrong, over several setups, then the account is paused', async () => {
    const old = await setUpAuthenticator(identity, admin);
    const counter = `count:failed-codes:owner:${ADMIN.email}|known devices`;
    await identity.redis.set(counter, 99, 'EX', 3600);
    const { secret, app } = await start();
    await admin.post(CONFIRM, { secret, token: app.code(), currentToken: old.wrongCode() });

    const next = await start();
    const response = await admin.post(CONFIRM, { secret: next.secret, token: next.app.code(), currentToken: old.code() });
    expect(response).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    await identity.redis.del(counter);
  });
});

describe('access to authenticator setup', () => {
  test('when there is no admin session, then setup is refused', async () => {
    const { browser: customer } = await createCustomer(identity);
    for (const path of [SETUP, CONFIRM]) {
      const body = path === CONFIRM ? { secret: 'x', token: '123456' } : undefined;
      expect((await identity.browser().post(path, body)).status).toBe(401);
      expect((await customer.post(path, body)).status).toBe(403);
    }
  });

  test.each([
    ['a query operator as the secret', { secret: { $ne: null }, token: '123456' }],
    ['a query operator as the code', { secret: 'x', token: { $gt: '' } }],
    ['a code of five digits', { secret: 'x', token: '12345' }],
    ['a secret of 129 characters', { secret: 'x'.repeat(129), token: '123456' }],
    ['no fields', {}],
  ])('when the request has %s, then it is rejected', async (_name, body) => {
    expect(await admin.post(CONFIRM, body)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
  });
});
