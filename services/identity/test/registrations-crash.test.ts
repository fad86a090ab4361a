import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IdentityDeps } from '../src/domain/deps.ts';
import { type IdentityUnderTest, startIdentity } from './support/identity.ts';
import { CHOSEN, type Registrations, registrationsOf } from './support/registrations.ts';

/** The next call of these steps fails, as it does for a caller whose process died there. */
const failing = new Set<string>();
const faulty = <Step extends (...args: never[]) => Promise<unknown>>(name: string, step: Step, when: 'before' | 'after'): Step =>
  (async (...args: Parameters<Step>) => {
    const isFailing = failing.delete(`${when} ${name}`);
    if (isFailing && when === 'before') throw new Error(`died before ${name}`);
    const answer = await step(...args);
    if (isFailing) throw new Error(`died after ${name}`);
    return answer;
  }) as Step;

const adapt = (deps: IdentityDeps): IdentityDeps => ({
  ...deps,
  users: { ...deps.users, create: faulty('create', faulty('create', deps.users.create, 'after'), 'before') },
  pendingRegistrations: {
    ...deps.pendingRegistrations,
    save: faulty('save', deps.pendingRegistrations.save, 'before'),
    complete: faulty('complete', deps.pendingRegistrations.complete, 'before'),
  },
  sessionStore: { ...deps.sessionStore, open: faulty('open', deps.sessionStore.open, 'before') },
});

let identity: IdentityUnderTest;
let registrations: Registrations;
beforeAll(async () => {
  identity = await startIdentity({}, { adapt });
  registrations = registrationsOf(identity);
});
afterAll(() => identity.stop());

const expectOneAccount = async (email: string): Promise<void> => {
  await registrations.accountOf(email);
  expect(await registrations.accounts(email)).toHaveLength(1);
  expect(registrations.registered(email)).toHaveLength(1);
  expect(await registrations.canLogIn(email, CHOSEN.password)).toBe(true);
};

describe('when a registration by code breaks off', () => {
  test.each(['before create', 'after create', 'before complete'])('%s, then the same code goes on where it stopped', async (step) => {
    const email = `code-${step.replace(' ', '-')}@example.jp`;
    const { browser, code } = await registrations.codeFor({ email });
    failing.add(step);
    expect(await registrations.giveCode(browser, email, code)).toMatchObject({ status: 500, setCookies: {} });
    expect(failing.size).toBe(0);

    expect((await registrations.giveCode(browser, email, code)).status).toBe(201);
    expect((await browser.get('/api/auth/check')).body).toMatchObject({ authenticated: true });
    await expectOneAccount(email);
  });

  test('before the session opens, then the same code leads to the login', async () => {
    const email = 'code-before-open@example.jp';
    const { browser, code } = await registrations.codeFor({ email });
    failing.add('before open');
    expect((await registrations.giveCode(browser, email, code)).status).toBe(500);

    expect(await registrations.giveCode(browser, email, code)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    await expectOneAccount(email);
  });
});

describe('when a registration by link breaks off', () => {
  test.each(['before create', 'after create', 'before complete'])('%s, then a reload goes on where it stopped', async (step) => {
    const email = `link-${step.replace(' ', '-')}@example.jp`;
    const { browser, token } = await registrations.linkFor({ email });
    failing.add(step);
    expect((await registrations.openLink(browser, token)).status).toBe(500);
    expect(failing.size).toBe(0);

    expect((await registrations.openLink(browser, token)).status).toBe(200);
    await expectOneAccount(email);
  });

  test('before it is kept, then it can be asked for again at once', async () => {
    const email = 'link-before-save@example.jp';
    failing.add('before save');
    expect(await registrations.askForLink({ email })).toMatchObject({ status: 500, setCookies: {} });

    expect((await registrations.askForLink({ email })).status).toBe(202);
  });
});
