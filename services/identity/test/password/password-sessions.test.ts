import { beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope, passwordChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { IdentityDeps } from '../../src/domain/deps.ts';
import { endOutdatedSessions } from '../../src/domain/session/end-sessions.ts';
import { openSession } from '../../src/domain/session/open-session.ts';
import { codeMailedBy, createCustomer, logIn } from '../support/customers.ts';
import { ADMIN, startIdentity } from '../support/identity.ts';
import { startOtherService } from '../support/other-service.ts';

const NEW = 'Brand-New-Pass-2';

/** The dependencies of the running service. */
let deps: IdentityDeps;
const adapt = (serviceDeps: IdentityDeps) => {
  deps = serviceDeps;
  return serviceDeps;
};
const identity = useService(() => startIdentity({ codesPerAddressHour: 1000 }, { adapt }));
const other = useService(() => startOtherService(identity));
let newHash: string;
beforeAll(async () => {
  newHash = await deps.passwordHasher.hash(NEW);
});

const changedEvent = (userId: string, email: string): EventEnvelope =>
  createEvent(passwordChanged, { userId, email, how: 'change', changedAt: new Date().toISOString() });
const sessionsOf = (userId: string) => identity.redis.zrange(`user-sessions:${userId}`, '0', '-1');

describe('crash after a password change', () => {
  test('when the process crashes before ending the sessions, then the stored event ends them', async () => {
    const { id, email, browser } = await createCustomer(identity);
    const session = browser.cookie('session');
    expect(await other.statusOf(session)).toBe(200);
    expect(await deps.users.setPassword({ id, passwordHash: newHash, events: [changedEvent(id, email)] })).toBe(true);

    await waitUntil(async () => (await other.statusOf(session)) === 401, { what: 'the end of the old session' });
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('when the event arrives late or twice, then sessions opened with the new password stay open', async () => {
    const { id, email } = await createCustomer(identity);
    await deps.users.setPassword({ id, passwordHash: newHash, events: [] });
    const browser = identity.browser();
    expect((await logIn(browser, { email, password: NEW })).status).toBe(200);
    const [, fresh] = await sessionsOf(id);

    const event = changedEvent(id, email);
    await identity.probe.publish(event);
    await identity.probe.publish(event);
    await waitUntil(async () => (await sessionsOf(id)).length === 1, { what: 'the end of the old session' });
    expect(await sessionsOf(id)).toEqual([fresh]);
    expect(await other.statusOf(browser.cookie('session'))).toBe(200);
    expect(await identity.probe.deadLetters('identity.sessions')).toBe(0);
  });
});

describe('concurrent sign-in and password change', () => {
  test('when the password changes during a sign-in, then no session opens', async () => {
    const { id } = await createCustomer(identity);
    const asChecked = await deps.users.findById(id);
    await deps.users.setPassword({ id, passwordHash: newHash, events: [] });
    await endOutdatedSessions(deps, id);

    await expect(openSession(deps, { user: asChecked!, previousSession: null })).rejects.toMatchObject({ code: 'Unauthorized' });
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('when the account is deleted during a sign-in, then no session opens and the others end', async () => {
    const { id, browser } = await createCustomer(identity);
    const asChecked = await deps.users.findById(id);
    await identity.mongo.collection<{ _id: string }>('users').deleteOne({ _id: id });

    await expect(openSession(deps, { user: asChecked!, previousSession: null })).rejects.toMatchObject({ code: 'Unauthorized' });
    await endOutdatedSessions(deps, id);
    expect(await sessionsOf(id)).toEqual([]);
    expect(await other.statusOf(browser.cookie('session'))).toBe(401);
  });

  test('when a session opens while outdated ones are ended, then it stays open', async () => {
    const { id } = await createCustomer(identity);
    await deps.users.setPassword({ id, passwordHash: newHash, events: [] });
    const user = await deps.users.findById(id);
    await Promise.all([endOutdatedSessions(deps, id), openSession(deps, { user: user!, previousSession: null })]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("when an admin's password changes, then the pending second step expires", async () => {
    const browser = identity.browser();
    const request = () => browser.post('/api/admin/login', ADMIN);
    const code = await codeMailedBy(identity, { email: ADMIN.email, purpose: 'admin-sign-in', request });
    const admin = await deps.users.findByEmail(ADMIN.email);
    await deps.users.setPassword({ id: admin!.id, passwordHash: newHash, events: [] });

    const response = await browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code });
    expect(response).toMatchObject({ status: 401, body: { code: 'TwoFactorExpired' }, setCookies: {} });
  });
});
