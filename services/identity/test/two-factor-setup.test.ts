import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope, twoFactorConfirmedSchema, twoFactorSetupSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { CONFIRM, loseFactor, openApp, SETUP, setUpApp } from './support/authenticators.ts';
import type { Answer, Browser } from './support/browser.ts';
import { openAccount, storedUser } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, signInAdmin, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
let admin: Browser;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
  admin = (await signInAdmin(identity)).browser;
});
afterEach(() => loseFactor(identity));
afterAll(() => identity.stop());

const factor = async () => (await storedUser(identity, ADMIN.email))['twoFactor'];
const start = async (browser = admin) => {
  const setup = twoFactorSetupSchema.parse((await browser.post(SETUP)).body);
  const app = openApp(identity, setup.secret);
  app.next();
  return { ...setup, app };
};
const acts = (action: string) => identity.documents('audit-entries', { action });
/** What the audit log holds of these calls, once it holds anything. */
const entriesOf = (answers: readonly Answer[]) =>
  waitUntil(
    async () => {
      const correlationId = { $in: answers.map(({ headers }) => headers['x-request-id']) };
      const found = await identity.documents('audit-entries', { correlationId });
      return found.length > 0 && found;
    },
    { what: 'an entry in the audit log' },
  );

describe('when an admin sets an authenticator up', () => {
  test('then a secret of 160 bits comes with its QR code, nothing changes yet, and nothing holds it in the clear', async () => {
    const { qrCode, secret, isReplacement } = await start();

    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(isReplacement).toBe(false);
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(Buffer.from(qrCode.split(',')[1]!, 'base64').toString()).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(await factor()).toBeNull();
    const stored = JSON.stringify([await identity.documents('two-factor-setups'), await identity.documents('users')]);
    expect(stored).not.toContain(secret);
  });

  test('then its first code puts it in force, with one entry in the audit log, and no secret stands anywhere', async () => {
    const before = (await acts('two-factor.enabled')).length;
    const { secret, app } = await start();
    const answer = await admin.post(CONFIRM, { secret, token: app.code() });

    expect(answer.status).toBe(200);
    expect(twoFactorConfirmedSchema.parse(answer.body).verified).toBe(true);
    expect(await factor()).toMatchObject({ sealedSecret: expect.any(String), enabledAt: expect.any(Date) });
    const entries = await waitUntil(async () => {
      const found = await acts('two-factor.enabled');
      return found.length > before && found;
    });
    const { _id: id } = await storedUser(identity, ADMIN.email);
    expect(entries).toHaveLength(before + 1);
    expect(entries.at(-1)).toMatchObject({ adminEmail: ADMIN.email, target: { type: 'user', id, label: ADMIN.email } });
    expect(JSON.stringify([await identity.documents('users'), entries, identity.probe.events])).not.toContain(secret);
    expect(await identity.documents('two-factor-setups')).toEqual([]);
  });

  test.each([-1, 1])('then a phone whose clock is %i step off is right, one that is farther off is not', async (steps) => {
    const { secret, app } = await start();

    expect(await admin.post(CONFIRM, { secret, token: app.code(steps * 2) })).toMatchObject({
      status: 400,
      body: { code: 'TwoFactorInvalid', fields: { token: '認証コードが正しくありません' } },
    });
    const right = await admin.post(CONFIRM, { secret, token: app.code(steps) });
    expect(right.status).toBe(200);
    await entriesOf([right]);
  });

  test('then of 20 wrong codes at once five are compared, and the right one comes too late', async () => {
    const { secret, app } = await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => admin.post(CONFIRM, { secret, token: app.wrongCode(index) })),
    );

    expect(answers.filter(({ body }) => body['code'] === 'TwoFactorInvalid')).toHaveLength(5);
    expect(answers.filter(({ body }) => body['code'] === 'TwoFactorSetupExpired')).toHaveLength(15);
    expect((await admin.post(CONFIRM, { secret, token: app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    expect(await factor()).toBeNull();
  });

  test('then the same right code ten times at once sets it up once', async () => {
    const { secret, app } = await start();
    const token = app.code();
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post(CONFIRM, { secret, token })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await entriesOf(answers)).toMatchObject([{ action: 'two-factor.enabled' }]);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    const isOfThese = ({ correlationId }: EventEnvelope) => ids.includes(correlationId);
    await identity.probe.waitFor('admin.acted', isOfThese);
    expect(identity.probe.ofType('admin.acted').filter(isOfThese)).toHaveLength(1);
  });

  test('then ten minutes later it must be started anew', async () => {
    const { secret, app } = await start();
    identity.wait(601);

    expect((await admin.post(CONFIRM, { secret, token: app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    await waitUntil(async () => (await identity.documents('two-factor-setups')).length === 0, { what: 'the sweep' });
  });

  test('then only the last secret of this session counts', async () => {
    const [earlier, later] = [await start(), await start()];
    const { browser: elsewhere } = await signInAdmin(identity);

    expect((await admin.post(CONFIRM, { secret: earlier.secret, token: earlier.app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    expect((await elsewhere.post(CONFIRM, { secret: later.secret, token: later.app.code() })).body['code']).toBe('TwoFactorSetupExpired');
    expect((await admin.post(CONFIRM, { secret: 'JBSWY3DPEHPK3PXP', token: '123456' })).body['code']).toBe('TwoFactorSetupExpired');
    expect((await admin.post(CONFIRM, { secret: later.secret, token: later.app.code() })).status).toBe(200);
  });
});

const signInByApp = async (app: ReturnType<typeof openApp>) => {
  const browser = identity.browser();
  await browser.post('/api/admin/login', ADMIN);
  return browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code: app.code() });
};

describe('when an authenticator is replaced', () => {
  test('then the present one’s code is needed too, and is used up by it', async () => {
    const old = await setUpApp(identity, admin);
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
    const answers = await Promise.all([confirm(current), confirm(current)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await factor()).sealedSecret).not.toBe(before.sealedSecret);
    await waitUntil(async () => (await acts('two-factor.replaced')).length === 1);
  });

  test('then a code that was used already does not show the present one', async () => {
    const old = await setUpApp(identity, admin);
    const { secret, app } = await start();

    expect((await signInByApp(old)).status).toBe(200);
    const answer = await admin.post(CONFIRM, { secret, token: app.code(), currentToken: old.code() });
    expect(answer).toMatchObject({ status: 400, body: { code: 'TwoFactorInvalid' } });
    old.next();
    expect((await admin.post(CONFIRM, { secret, token: app.code(), currentToken: old.code() })).status).toBe(200);
  });

  test('then wrong codes of the present one pause the account after a hundred, over any number of set-ups', async () => {
    const old = await setUpApp(identity, admin);
    await identity.redis.set(`count:failed-codes:owner:${ADMIN.email}`, 99, 'EX', 3600);
    const { secret, app } = await start();
    await admin.post(CONFIRM, { secret, token: app.code(), currentToken: old.wrongCode() });

    const next = await start();
    const answer = await admin.post(CONFIRM, { secret: next.secret, token: next.app.code(), currentToken: old.code() });
    expect(answer).toMatchObject({ status: 429, body: { code: 'CodePaused' } });
    await identity.redis.del(`count:failed-codes:owner:${ADMIN.email}`);
  });
});

describe('when somebody else asks', () => {
  test('then nobody without an admin’s session sets anything up', async () => {
    const { browser: customer } = await openAccount(identity);
    for (const path of [SETUP, CONFIRM]) {
      const body = path === CONFIRM ? { secret: 'x', token: '123456' } : undefined;
      expect((await identity.browser().post(path, body)).status).toBe(401);
      expect((await customer.post(path, body)).status).toBe(403);
    }
  });

  test.each([
    ['an operator for a secret', { secret: { $ne: null }, token: '123456' }],
    ['an operator for a code', { secret: 'x', token: { $gt: '' } }],
    ['a code of five digits', { secret: 'x', token: '12345' }],
    ['a secret of 129 characters', { secret: 'x'.repeat(129), token: '123456' }],
    ['nothing', {}],
  ])('then %s is refused', async (_name, body) => {
    expect(await admin.post(CONFIRM, body)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
  });
});
