import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startService } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { buildIdentity } from '../src/app.ts';
import { loadIdentityConfig } from '../src/config.ts';
import type { Browser } from './support/browser.ts';
import { storedUser } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000', CODE_RESEND_SECONDS: '0' });
});
afterAll(() => identity.stop());

type Admin = { id: string; email: string; browser: Browser };
const living = () => identity.documents('users', { isAdmin: true, deletedAt: { $exists: false } });

/** Another admin of the same password, signed in. */
const appoint = async (email: string): Promise<Admin> => {
  const { passwordHash } = (await living())[0]!;
  const id = `id-${email.split('@')[0]}-${Date.now()}`;
  const fields = { name: null, passwordHash, isAdmin: true, emailProven: true, createdAt: new Date(), lastLoginAt: null };
  await identity.mongo.collection<{ _id: string }>('users').insertOne({ _id: id, email, ...fields } as never);
  return signIn({ id, email });
};
const signIn = async ({ id, email }: Pick<Admin, 'id' | 'email'>): Promise<Admin> => {
  const browser = identity.browser();
  const nth = identity.codeEvents(email, 'admin-sign-in').length + 1;
  await browser.post('/api/admin/login', { email, password: ADMIN.password });
  const code = await identity.mailedCode(email, { purpose: 'admin-sign-in', nth });
  const { status } = await browser.post('/api/admin/verify-2fa', { email, code });
  if (status !== 200) throw new Error(`no sign-in of ${email}: ${status}`);
  return { id, email, browser };
};
const remove = ({ browser }: Admin, { id }: Pick<Admin, 'id'>) => browser.delete(`/api/users/${id}`);

let first: Admin;
beforeEach(async () => {
  const [{ _id: id, email } = { _id: '', email: '' }] = await living();
  first = await signIn({ id: String(id), email: String(email) });
});
afterEach(() => identity.mongo.collection('users').updateMany({}, { $unset: { leaving: '' } }));

describe('when an admin is deleted', () => {
  test('then the last one is not, and stays signed in', async () => {
    expect(await remove(first, first)).toMatchObject({
      status: 409,
      body: { code: 'LastAdmin', message: '最後の管理者は削除できません。' },
    });
    expect((await first.browser.get('/api/users')).status).toBe(200);
    expect(await living()).toHaveLength(1);
    expect((await living())[0]).not.toHaveProperty('leaving');
  });

  test('then one of two may go, also by the own hand, and loses the cookie', async () => {
    const second = await appoint('second@example.jp');
    const answer = await remove(second, second);

    expect(answer).toMatchObject({ status: 200, body: { deletedUserEmail: second.email } });
    expect(second.browser.cookie('session')).toBe('');
    expect((await remove(first, first)).status).toBe(409);
  });

  test('then a sign-in of that admin under way ends, and so does the trust in the networks', async () => {
    const third = await appoint('third@example.jp');
    const halfWay = identity.browser();
    const nth = identity.codeEvents(third.email, 'admin-sign-in').length + 1;
    await halfWay.post('/api/admin/login', { email: third.email, password: ADMIN.password });
    const code = await identity.mailedCode(third.email, { purpose: 'admin-sign-in', nth });
    expect(await identity.documents('trusted-networks', { email: third.email })).toHaveLength(1);
    await remove(first, third);

    expect((await halfWay.post('/api/admin/verify-2fa', { email: third.email, code })).body).toMatchObject({ code: 'TwoFactorExpired' });
    expect(await identity.documents('pending-sign-ins', { userId: third.id })).toEqual([]);
    expect(await identity.documents('trusted-networks', { email: third.email })).toEqual([]);
    expect((await third.browser.get('/api/users')).status).toBe(401);
  });

  test('then of two who delete each other at once one stays, whoever it is', async () => {
    const second = await appoint('fourth@example.jp');
    const answers = await Promise.all([remove(first, second), remove(second, first)]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await living()).toHaveLength(1);
  });

  test('then of six who all delete themselves at once exactly one stays', async () => {
    const others = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) others.push(await appoint(`six-${name}@example.jp`));
    const answers = await Promise.all([first, ...others].map((admin) => remove(admin, admin)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
    expect(await living()).toHaveLength(1);
  });

  test('then of ten who delete the same admin at once one does', async () => {
    const second = await appoint('fifth@example.jp');
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(first, second)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    await waitUntil(async () => (await identity.documents('audit-entries', { 'target.id': second.id })).length === 1);
  });

  test('then a mark that a crash left behind stops nobody for long', async () => {
    const second = await appoint('sixth@example.jp');
    const left = { mark: 'left-behind', at: new Date(identity.clock().getTime() - 31_000) };
    await identity.mongo.collection<{ _id: string }>('users').updateMany({ isAdmin: true }, { $set: { leaving: left } });

    expect((await remove(first, second)).status).toBe(200);
  });
});

describe('when the admin of the environment was deleted', () => {
  test('then a restart does not make the account again', async () => {
    const keeper = await appoint('keeper@example.jp');
    for (const { _id: id, email } of await living()) if (email === ADMIN.email) await remove(keeper, { id: String(id) });
    const config = loadIdentityConfig({ ...identity.backing, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
    const again = await startService({ name: 'identity', config, build: buildIdentity });
    await again.stop();

    await expect(storedUser(identity, ADMIN.email)).rejects.toThrow();
  });
});
