import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startService } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { buildIdentity } from '../../src/app.ts';
import { loadIdentityConfig } from '../../src/config.ts';
import type { Browser } from '../support/browser.ts';
import { storedUser } from '../support/customers.ts';
import { ADMIN, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000, codeResendSeconds: 0 }));

type Admin = { id: string; email: string; browser: Browser };
const findAdmins = () => identity.documents('users', { isAdmin: true, deletedAt: { $exists: false } });

/** Creates another admin with the same password, and signs in. */
const createAdmin = async (email: string): Promise<Admin> => {
  const { passwordHash } = (await findAdmins())[0]!;
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
  if (status !== 200) throw new Error(`Sign-in of ${email} failed with status ${status}`);
  return { id, email, browser };
};
const remove = ({ browser }: Admin, { id }: Pick<Admin, 'id'>) => browser.delete(`/api/users/${id}`);

let first: Admin;
beforeEach(async () => {
  const [{ _id: id, email } = { _id: '', email: '' }] = await findAdmins();
  first = await signIn({ id: String(id), email: String(email) });
});
afterEach(() => identity.mongo.collection('users').updateMany({}, { $unset: { leaving: '' } }));

describe('deletion of admins', () => {
  test('when the only admin is deleted, then the request is refused and the admin stays signed in (admin 6.4)', async () => {
    expect(await remove(first, first)).toMatchObject({
      status: 409,
      body: { code: 'LastAdmin', message: '最後の管理者は削除できません。' },
    });
    expect((await first.browser.get('/api/users')).status).toBe(200);
    expect(await findAdmins()).toHaveLength(1);
    expect((await findAdmins())[0]).not.toHaveProperty('leaving');
  });

  test('when one of two admins deletes the own account, then it is deleted and the cookie is cleared (admin 6.4)', async () => {
    const second = await createAdmin('second@example.jp');
    const response = await remove(second, second);

    expect(response).toMatchObject({ status: 200, body: { deletedUserEmail: second.email } });
    expect(second.browser.cookie('session')).toBe('');
    expect((await remove(first, first)).status).toBe(409);
  });

  test('when an admin is deleted, then the pending sign-in ends and the networks are no longer trusted', async () => {
    const third = await createAdmin('third@example.jp');
    const pendingBrowser = identity.browser();
    const nth = identity.codeEvents(third.email, 'admin-sign-in').length + 1;
    await pendingBrowser.post('/api/admin/login', { email: third.email, password: ADMIN.password });
    const code = await identity.mailedCode(third.email, { purpose: 'admin-sign-in', nth });
    expect(await identity.documents('trusted-networks', { email: third.email })).toHaveLength(1);
    await remove(first, third);

    expect((await pendingBrowser.post('/api/admin/verify-2fa', { email: third.email, code })).body).toMatchObject({
      code: 'TwoFactorExpired',
    });
    expect(await identity.documents('pending-sign-ins', { userId: third.id })).toEqual([]);
    expect(await identity.documents('trusted-networks', { email: third.email })).toEqual([]);
    expect((await third.browser.get('/api/users')).status).toBe(401);
  });

  test('when two admins delete each other concurrently, then exactly one stays', async () => {
    const second = await createAdmin('fourth@example.jp');
    const responses = await Promise.all([remove(first, second), remove(second, first)]);

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await findAdmins()).toHaveLength(1);
  });

  test('when six admins delete themselves concurrently, then exactly one stays', async () => {
    const others = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) others.push(await createAdmin(`six-${name}@example.jp`));
    const responses = await Promise.all([first, ...others].map((admin) => remove(admin, admin)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
    expect(await findAdmins()).toHaveLength(1);
  });

  test('when ten requests delete the same admin concurrently, then one succeeds', async () => {
    const second = await createAdmin('fifth@example.jp');
    const responses = await Promise.all(Array.from({ length: 10 }, () => remove(first, second)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    await waitUntil(async () => (await identity.documents('audit-entries', { 'target.id': second.id })).length === 1);
  });

  test('when a crash left a deletion mark, then it expires and the admin can be deleted', async () => {
    const second = await createAdmin('sixth@example.jp');
    const left = { mark: 'left-behind', at: new Date(identity.now().getTime() - 31_000) };
    await identity.mongo.collection<{ _id: string }>('users').updateMany({ isAdmin: true }, { $set: { leaving: left } });

    expect((await remove(first, second)).status).toBe(200);
  });
});

describe('first admin after deletion', () => {
  test('when the first admin was deleted and the service restarts, then the account is not created again', async () => {
    const keeper = await createAdmin('keeper@example.jp');
    for (const { _id: id, email } of await findAdmins()) if (email === ADMIN.email) await remove(keeper, { id: String(id) });
    const config = loadIdentityConfig({ ...identity.backing, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
    const again = await startService({ name: 'identity', config, build: buildIdentity() });
    await again.stop();

    await expect(storedUser(identity, ADMIN.email)).rejects.toThrow();
  });
});
