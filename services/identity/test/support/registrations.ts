import { codeRequested, type EventData, registrationRepeated, userRegistered, verifyLinkRequested } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

export const REGISTRATION_FORM = { name: '山田 太郎', password: 'Chosen-by-me-1' };

type Form = { email: string; name?: string; password?: string };
export const registerForm = ({ email, name = REGISTRATION_FORM.name, password = REGISTRATION_FORM.password }: Form) => ({
  email,
  name,
  password,
  confirmPassword: password,
  agreesToTerms: true,
});

/** Sends the requests of a registration, and reads its stored data and events. */
export const registrationsOf = (identity: IdentityUnderTest) => {
  const dataOf = <Data extends { email: string }>(type: string, email: string): Data[] =>
    identity.probe
      .ofType(type)
      .map(({ data }) => data as Data)
      .filter((data) => data.email === email);
  const links = (email: string) => dataOf<EventData<typeof verifyLinkRequested>>(verifyLinkRequested.type, email);

  const requestCode = (form: Form, browser: Browser = identity.browser()) =>
    browser.post('/api/send-registration-code', { ...REGISTRATION_FORM, ...form });
  const requestLink = (form: Form, browser: Browser = identity.browser()) => browser.post('/api/register', registerForm(form));

  return {
    requestCode,
    requestLink,
    submitCode: (browser: Browser, email: string, code: string) => browser.post('/api/verify-registration-code', { email, code }),
    openLink: (browser: Browser, token: string) => browser.get(`/api/verify-email?token=${encodeURIComponent(token)}`),
    submitPassword: (browser: Browser, token: string, password: string) => browser.post('/api/verify-email', { token, password }),
    /** Requests a code and reads it from its event. */
    requestAndReadCode: async (form: Form, browser: Browser = identity.browser()) => {
      const nth = identity.codeEvents(form.email, 'registration').length + 1;
      const response = await requestCode(form, browser);
      return { response, browser, code: await identity.mailedCode(form.email, { purpose: 'registration', nth }) };
    },
    /** Requests a link and reads its token from its event. */
    requestAndReadLink: async (form: Form, browser: Browser = identity.browser()) => {
      const before = links(form.email).length;
      const response = await requestLink(form, browser);
      const { token } = await waitUntil(() => links(form.email)[before], { what: `a link for ${form.email}` });
      return { response, browser, token };
    },
    links,
    /** The notices that the request with this id caused. */
    noticesOf: (requestId: unknown) =>
      identity.probe.ofType(registrationRepeated.type).flatMap(({ correlationId, data }) => (correlationId === requestId ? [data] : [])),
    codes: (email: string) => dataOf<EventData<typeof codeRequested>>(codeRequested.type, email),
    registered: (email: string) => dataOf<EventData<typeof userRegistered>>(userRegistered.type, email),
    accounts: (email: string) => identity.documents('users', { email }),
    /** Waits until the account exists and its event is published. */
    waitForAccount: async (email: string) => {
      const isPublished = () => dataOf(userRegistered.type, email).length > 0;
      await waitUntil(isPublished, { what: `the event of ${email}` });
      return waitUntil(async () => (await identity.documents('users', { email })).find((account) => !('outbox' in account)), {
        what: `the account of ${email}`,
      });
    },
    code: (email: string) => identity.document('codes', `registration:${email}`),
    pending: (email: string) => identity.documents('pending-registrations', { 'applicant.email': email }),
    canLogIn: async (email: string, password: string) => (await identity.browser().post('/api/login', { email, password })).status === 200,
  };
};
export type Registrations = ReturnType<typeof registrationsOf>;
