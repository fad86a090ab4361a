import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope, passwordChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { createPasswords } from '../src/adapters/passwords.ts';
import { createSessionStore } from '../src/adapters/session-store.ts';
import { createTokens } from '../src/adapters/tokens.ts';
import type { IdentityDeps } from '../src/domain/deps.ts';
import { endOutdatedSessions } from '../src/domain/sessions/end-outdated-sessions.ts';
import { openSession } from '../src/domain/sessions/open-session.ts';
import { connectUserModel } from '../src/models/user.model.ts';
import { createUserStore } from '../src/models/user-store.ts';
import { codeAfter, logIn, openAccount } from './support/customers.ts';
import { ADMIN, type IdentityUnderTest, startIdentity } from './support/identity.ts';
import { type OtherService, startOtherService } from './support/other-service.ts';

const NEW = 'Brand-New-Pass-2';

let identity: IdentityUnderTest;
let other: OtherService;
/** The parts a use case works with, over the same database and Redis as the running service. */
let deps: Pick<IdentityDeps, 'users' | 'sessionStore' | 'tokens'>;
let newHash: string;
beforeAll(async () => {
  identity = await startIdentity({ CODES_PER_ADDRESS_HOUR: '1000' });
  other = await startOtherService(identity);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  deps = {
    users: createUserStore(connectUserModel(identity.mongo)),
    sessionStore: createSessionStore(identity.redis),
    tokens: createTokens({ signingKey: privateKey, olderKeys: [] }),
  };
  newHash = await (await createPasswords()).hash(NEW);
});
afterAll(async () => {
  await other.stop();
  await identity.stop();
});

const changedEvent = (userId: string, email: string): EventEnvelope =>
  createEvent(passwordChanged, { userId, email, how: 'change', changedAt: new Date().toISOString() });
const sessionsOf = (userId: string) => identity.redis.zrange(`user-sessions:${userId}`, '0', '-1');

describe('when the process dies between the new password and the end of the old sessions', () => {
  test('then the event in the same write ends them all the same', async () => {
    const { id, email, browser } = await openAccount(identity);
    const session = browser.cookie('session');
    expect(await other.statusOf(session)).toBe(200);
    expect(await deps.users.setPassword({ id, passwordHash: newHash, events: [changedEvent(id, email)] })).toBe(true);

    await waitUntil(async () => (await other.statusOf(session)) === 401, { what: 'the end of the old session' });
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('then sessions opened since with the new password stay, however late and often the event comes', async () => {
    const { id, email } = await openAccount(identity);
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

describe('when a password changes while somebody signs in with the old one', () => {
  test('then the session that was about to open does not hold', async () => {
    const { id } = await openAccount(identity);
    const asChecked = await deps.users.findById(id);
    await deps.users.setPassword({ id, passwordHash: newHash, events: [] });
    await endOutdatedSessions(deps, id);

    await expect(openSession(deps, { user: asChecked!, replaces: null })).rejects.toMatchObject({ code: 'Unauthorized' });
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('then an account deleted meanwhile gets none either, and its sessions end', async () => {
    const { id, browser } = await openAccount(identity);
    const asChecked = await deps.users.findById(id);
    await identity.mongo.collection<{ _id: string }>('users').deleteOne({ _id: id });

    await expect(openSession(deps, { user: asChecked!, replaces: null })).rejects.toMatchObject({ code: 'Unauthorized' });
    await endOutdatedSessions(deps, id);
    expect(await sessionsOf(id)).toEqual([]);
    expect(await other.statusOf(browser.cookie('session'))).toBe(401);
  });

  test('then a session opened while others are ended is neither ended nor lost', async () => {
    const { id } = await openAccount(identity);
    await deps.users.setPassword({ id, passwordHash: newHash, events: [] });
    const user = await deps.users.findById(id);
    await Promise.all([endOutdatedSessions(deps, id), openSession(deps, { user: user!, replaces: null })]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('then an admin’s open second step is worth nothing any more', async () => {
    const browser = identity.browser();
    const ask = () => browser.post('/api/admin/login', ADMIN);
    const code = await codeAfter(identity, { email: ADMIN.email, purpose: 'admin-sign-in', ask });
    const admin = await deps.users.findByEmail(ADMIN.email);
    await deps.users.setPassword({ id: admin!.id, passwordHash: newHash, events: [] });

    const answer = await browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code });
    expect(answer).toMatchObject({ status: 401, body: { code: 'TwoFactorExpired' }, setCookies: {} });
  });
});
