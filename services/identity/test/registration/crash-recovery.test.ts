import { describe, expect, test } from '@jest/globals';
import { orderPaid } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { IdentityDeps } from '../../src/domain/deps.ts';
import { proveEmail, startIdentity } from '../support/identity.ts';
import { REGISTRATION_FORM, registrationsOf } from '../support/registrations.ts';

/** The next call of each of these steps fails, as if the process had crashed there. */
const failingSteps = new Set<string>();
const failOnce = <Step extends (...args: never[]) => Promise<unknown>>(name: string, step: Step, when: 'before' | 'after'): Step =>
  (async (...args: Parameters<Step>) => {
    const isFailing = failingSteps.delete(`${when} ${name}`);
    if (isFailing && when === 'before') throw new Error(`Crashed before ${name}`);
    const response = await step(...args);
    if (isFailing) throw new Error(`Crashed after ${name}`);
    return response;
  }) as Step;

const adapt = (deps: IdentityDeps): IdentityDeps => ({
  ...deps,
  users: { ...deps.users, create: failOnce('create', failOnce('create', deps.users.create, 'after'), 'before') },
  pendingRegistrations: {
    ...deps.pendingRegistrations,
    save: failOnce('save', deps.pendingRegistrations.save, 'before'),
    complete: failOnce('complete', deps.pendingRegistrations.complete, 'before'),
  },
  wantedAccounts: { ...deps.wantedAccounts, finish: failOnce('finish', deps.wantedAccounts.finish, 'before') },
  sessionStore: { ...deps.sessionStore, open: failOnce('open', deps.sessionStore.open, 'before') },
});

const identity = useService(() => startIdentity({}, { adapt }));
const registrations = registrationsOf(identity);

const expectOneAccount = async (email: string): Promise<void> => {
  await registrations.waitForAccount(email);
  expect(await registrations.accounts(email)).toHaveLength(1);
  expect(registrations.registered(email)).toHaveLength(1);
  expect(await registrations.canLogIn(email, REGISTRATION_FORM.password)).toBe(true);
};

describe('crash during registration by code', () => {
  test.each(['before create', 'after create', 'before complete'])(
    'when the process crashes %s, then the same code completes the registration',
    async (step) => {
      const email = `code-${step.replace(' ', '-')}@example.jp`;
      const { browser, code } = await registrations.requestAndReadCode({ email });
      failingSteps.add(step);
      expect(await registrations.submitCode(browser, email, code)).toMatchObject({ status: 500, setCookies: {} });
      expect(failingSteps.size).toBe(0);

      expect((await registrations.submitCode(browser, email, code)).status).toBe(201);
      expect((await browser.get('/api/auth/check')).body).toMatchObject({ authenticated: true });
      await expectOneAccount(email);
    },
  );

  test('when the process crashes before the session is opened, then the same code reports that the account exists', async () => {
    const email = 'code-before-open@example.jp';
    const { browser, code } = await registrations.requestAndReadCode({ email });
    failingSteps.add('before open');
    expect((await registrations.submitCode(browser, email, code)).status).toBe(500);

    expect(await registrations.submitCode(browser, email, code)).toMatchObject({ status: 409, body: { code: 'AccountExists' } });
    await expectOneAccount(email);
  });
});

describe('crash during registration by link', () => {
  test.each(['before create', 'after create', 'before complete'])(
    'when the process crashes %s, then opening the link again completes the registration',
    async (step) => {
      const email = `link-${step.replace(' ', '-')}@example.jp`;
      const { browser, token } = await registrations.requestAndReadLink({ email });
      failingSteps.add(step);
      expect((await registrations.openLink(browser, token)).status).toBe(500);
      expect(failingSteps.size).toBe(0);

      expect((await registrations.openLink(browser, token)).status).toBe(200);
      await expectOneAccount(email);
    },
  );

  test('when the process crashes before the registration is saved, then a new link can be requested immediately', async () => {
    const email = 'link-before-save@example.jp';
    failingSteps.add('before save');
    expect(await registrations.requestLink({ email })).toMatchObject({ status: 500, setCookies: {} });

    expect((await registrations.requestLink({ email })).status).toBe(202);
  });
});

describe('crash during the creation of an account for a paid order', () => {
  test.each([
    { step: 'before create', orderNumber: '90000001' },
    { step: 'after create', orderNumber: '90000002' },
    { step: 'before finish', orderNumber: '90000003' },
  ])(
    'when the process crashes $step, then the repeated event completes it, and the browser is signed in',
    async ({ step, orderNumber }) => {
      const email = `order-${step.replace(' ', '-')}@example.jp`;
      const { browser } = await proveEmail(identity, email);
      await browser.call({ method: 'PUT', path: '/api/wanted-account', body: { email, ...REGISTRATION_FORM } });
      await browser.call({ method: 'PUT', path: '/api/wanted-account/order', body: { orderNumber } });
      failingSteps.add(step);
      const paid = {
        orderNumber,
        email,
        customerName: REGISTRATION_FORM.name,
        totalAmount: 5000,
        paidAt: new Date().toISOString(),
        statusToken: 'token',
        lines: [],
      };
      await identity.probe.publish(createEvent(orderPaid, paid));

      const signIn = async () => (await browser.post('/api/wanted-account/sign-in', { orderNumber })).body['account'];
      await waitUntil(async () => (await signIn()) === 'created', { what: 'the account of the order' });
      expect(failingSteps.size).toBe(0);
      await expectOneAccount(email);
    },
  );
});
