import { beforeAll, describe, expect, test } from '@jest/globals';
import { type EventData, type EventEnvelope, userDeleted, userDeletedResponseSchema, userListSchema } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { databaseName, useService, waitUntil } from '@stagereel/service-kit/testing';
import { connectUserModel } from '../../src/models/user.model.ts';
import { createUserStore } from '../../src/models/user-store.ts';
import type { Browser } from '../support/browser.ts';
import { codeMailedBy, createCustomer, logIn, PASSWORD, storedUser } from '../support/customers.ts';
import { ADMIN, proveEmail, SWEEPING, signInAdmin, startIdentity } from '../support/identity.ts';
import { startOtherService } from '../support/other-service.ts';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000, codeResendSeconds: 0 }, SWEEPING));
const other = useService(() => startOtherService(identity));
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
});

const list = async () => userListSchema.parse((await admin.get('/api/users')).body);
const remove = (id: string, browser = admin) => browser.delete(`/api/users/${id}`);
const deletions = (email: string) =>
  (identity.probe.ofType(userDeleted.type) as EventEnvelope<EventData<typeof userDeleted>>[]).filter(({ data }) => data.email === email);

describe('account list', () => {
  test('when another service asks who the admins are, then it receives their addresses; a caller without the token receives nothing', async () => {
    await createCustomer(identity);
    const ask = (token: string) => identity.server.inject({ url: '/internal/admins', headers: { 'x-internal-token': token } });
    expect((await ask(identity.backing.INTERNAL_TOKEN)).json()).toEqual({ emails: [ADMIN.email] });
    expect((await ask('wrong')).statusCode).toBe(401);
  });

  test('when an admin requests the list, then it has all accounts, newest first, and only the displayed fields (admin 2.54, 3.8, 7.39)', async () => {
    const older = await createCustomer(identity);
    identity.wait(1);
    const newer = await createCustomer(identity);
    const users = await list();

    expect(users.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(users[0]).toEqual({
      id: newer.id,
      username: newer.email,
      email: newer.email,
      name: '客',
      isAdmin: false,
      createdAt: expect.stringMatching(/Z$/),
      lastLoginAt: expect.stringMatching(/Z$/),
    });
    expect(users.at(-1)).toMatchObject({ email: ADMIN.email, isAdmin: true });
    expect((await admin.get('/api/users')).body.toString()).not.toContain('argon2');
  });

  test('when the requester is not an admin, then the list is refused', async () => {
    const { browser: customer, id } = await createCustomer(identity);
    expect([(await identity.browser().get('/api/users')).status, (await customer.get('/api/users')).status]).toEqual([401, 403]);
    expect([(await remove(id, identity.browser())).status, (await remove(id, customer)).status]).toEqual([401, 403]);
    expect(await storedUser(identity, ADMIN.email)).toMatchObject({ isAdmin: true });
  });
});

describe('account deletion', () => {
  test('when an account is deleted, then its sessions end in all services, and one event is published (admin 7.40)', async () => {
    const { id, email, browser } = await createCustomer(identity);
    const elsewhere = identity.browser();
    await logIn(elsewhere, { email, password: PASSWORD });
    const sessions = [browser, elsewhere].map((each) => each.cookie('session'));
    expect(await Promise.all(sessions.map(other.statusOf))).toEqual([200, 200]);

    const response = await remove(id);
    expect(response.status).toBe(200);
    expect(userDeletedResponseSchema.parse(response.body)).toEqual({ deletedUserEmail: email });
    expect(await Promise.all(sessions.map(other.statusOf))).toEqual([401, 401]);
    expect((await list()).map((user) => user.id)).not.toContain(id);
    await waitUntil(() =>
      identity.documents('audit-entries', { action: 'user.deleted', 'target.id': id }).then((found) => found.length === 1),
    );
    await waitUntil(async () => (await identity.document('users', id)) === null, { what: 'the removal of the record' });
    await waitUntil(() => deletions(email).length > 0, { what: 'the event' });
    expect(deletions(email)).toHaveLength(1);
    expect(deletions(email)[0]!.data).toMatchObject({ userId: id, deletedAt: expect.any(String) });
  });

  test('when an erased account still has unpublished events, then its record has no personal data', async () => {
    const database = identity.mongo.useDb(`${databaseName(identity.backing, 'identity')}-no-relay`);
    const users = createUserStore(connectUserModel(database));
    const { _id, ...stored } = await storedUser(identity, (await createCustomer(identity)).email);
    const id = String(_id);
    // A copy without other unpublished events, because those of the original account may not be published yet.
    await database.collection<{ _id: string; outbox: object[] }>('users').insertOne({ ...stored, _id: id, outbox: [] });
    const event = createEvent(userDeleted, { userId: id, email: stored['email'], deletedAt: new Date().toISOString() });
    expect(await users.erase({ id, mark: undefined, at: new Date(), events: [event] })).toBe(true);

    const kept = await database.collection<{ _id: string }>('users').findOne({ _id: id });
    expect(kept).toMatchObject({ email: `deleted:${id}`, name: null, passwordHash: '', lastLoginAt: null, outbox: [event] });
    expect(kept).not.toHaveProperty('twoFactor');
    expect([await users.findById(id), await users.findByEmail(String(stored['email'])), await users.list()]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect(await users.setPassword({ id, passwordHash: 'hash', events: [] })).toBe(false);
    expect(await users.erase({ id, mark: undefined, at: new Date(), events: [event] })).toBe(false);
    await database.dropDatabase();
  });

  test('when twenty requests delete an account concurrently, then one succeeds', async () => {
    const { id, email } = await createCustomer(identity);
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(id)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body['code'] === 'NotFound')).toHaveLength(19);
    await waitUntil(async () => (await identity.document('users', id)) === null, { what: 'the removal of the record' });
    const entries = () => identity.documents('audit-entries', { action: 'user.deleted', 'target.id': id });
    await waitUntil(async () => deletions(email).length > 0 && (await entries()).length > 0, { what: 'the event and the entry' });
    expect(deletions(email)).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
  });

  test('when an account is deleted, then its codes, grants and pending sign-ins are removed', async () => {
    const { id, email, browser } = await createCustomer(identity);
    const reset = await codeMailedBy(identity, {
      email,
      purpose: 'password-reset',
      request: () => browser.post('/api/send-password-reset-code', { email }),
    });
    const change = await codeMailedBy(identity, {
      email,
      purpose: 'password-change',
      request: () => browser.post('/api/send-password-change-code'),
    });
    await browser.post('/api/verify-password-change-code', { code: change });
    expect(await identity.documents('password-grants', { userId: id })).toHaveLength(1);
    await remove(id);

    const again = await identity.browser().post('/api/reset-password', { email, code: reset, newPassword: 'Another-Pass-2' });
    expect(again.body).toMatchObject({ code: 'CodeInvalid' });
    expect(await identity.documents('password-grants', { userId: id })).toEqual([]);
    expect(await identity.documents('codes', { _id: { $in: [`password-reset:${email}`, `password-change:${email}`] } })).toEqual([]);
    expect(await logIn(identity.browser(), { email, password: PASSWORD })).toMatchObject({
      status: 401,
      body: { code: 'CredentialsInvalid' },
    });
  });

  test('when the address registers again, then a repeated deletion event does not affect the new account', async () => {
    const first = await createCustomer(identity);
    await remove(first.id);
    const form = { email: first.email, name: '客', password: PASSWORD, confirmPassword: PASSWORD, agreesToTerms: true };
    await proveEmail(identity, first.email, first.browser);
    const registered = await first.browser.post('/api/register', form);
    expect(registered.status).toBe(201);
    const [event] = await waitUntil(() => deletions(first.email).length > 0 && deletions(first.email));
    const code = await codeMailedBy(identity, {
      email: first.email,
      purpose: 'password-reset',
      request: () => first.browser.post('/api/send-password-reset-code', { email: first.email }),
    });
    await identity.probe.publish(event!);
    await waitUntil(async () => (await identity.probe.waiting('identity.sessions')) === 0, { what: 'the handling of the repeated event' });

    expect((registered.body['user'] as { id: string }).id).not.toBe(first.id);
    expect(await other.statusOf(first.browser.cookie('session'))).toBe(200);
    const reset = await identity.browser().post('/api/reset-password', { email: first.email, code, newPassword: 'Another-Pass-2' });
    expect(reset.status).toBe(200);
  });

  test('when a crash left sessions open, then the deletion event ends them', async () => {
    const { id, email, browser } = await createCustomer(identity);
    await identity.mongo
      .collection<{ _id: string }>('users')
      .updateOne({ _id: id }, { $set: { deletedAt: new Date(), email: `deleted:${id}`, passwordHash: '' } });
    expect(await other.statusOf(browser.cookie('session'))).toBe(200);
    await identity.probe.publish(createEvent(userDeleted, { userId: id, email, deletedAt: new Date().toISOString() }));

    await waitUntil(async () => (await other.statusOf(browser.cookie('session'))) === 401, { what: 'the end of the session' });
    await waitUntil(async () => (await identity.document('users', id)) === null, { what: 'the sweep of expired records' });
  });
});

describe('deletion of an unknown id', () => {
  test.each(['0198c1f0-0000-7000-8000-000000000000', 'nobody'])('when the id is %s, then the response is 404', async (id) => {
    expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });

  test.each(['%24ne', 'a.b', 'x'.repeat(65), '%7B%22%24ne%22%3Anull%7D'])('when the id is %s, then the response is 400', async (id) => {
    const before = await list();
    expect(await remove(id)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(await list()).toEqual(before);
  });
});
