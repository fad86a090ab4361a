import { codeRequested, type EventData, registrationRepeated, userRegistered, verifyLinkRequested } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

export const CHOSEN = { name: '山田 太郎', password: 'Chosen-by-me-1' };

type Form = { email: string; name?: string; password?: string };
export const registerForm = ({ email, name = CHOSEN.name, password = CHOSEN.password }: Form) => ({
  email,
  name,
  password,
  confirmPassword: password,
  agreesToTerms: true,
});

/** Looks at what registrations left behind, and takes their steps. */
export const registrationsOf = (identity: IdentityUnderTest) => {
  const dataOf = <Data extends { email: string }>(type: string, email: string): Data[] =>
    identity.probe
      .ofType(type)
      .map(({ data }) => data as Data)
      .filter((data) => data.email === email);
  const links = (email: string) => dataOf<EventData<typeof verifyLinkRequested>>(verifyLinkRequested.type, email);

  const askForCode = (form: Form, browser: Browser = identity.browser()) =>
    browser.post('/api/send-registration-code', { ...CHOSEN, ...form });
  const askForLink = (form: Form, browser: Browser = identity.browser()) => browser.post('/api/register', registerForm(form));

  return {
    askForCode,
    askForLink,
    giveCode: (browser: Browser, email: string, code: string) => browser.post('/api/verify-registration-code', { email, code }),
    openLink: (browser: Browser, token: string) => browser.get(`/api/verify-email?token=${encodeURIComponent(token)}`),
    givePassword: (browser: Browser, token: string, password: string) => browser.post('/api/verify-email', { token, password }),
    /** Asks for a code and reads it from the mail. */
    codeFor: async (form: Form, browser: Browser = identity.browser()) => {
      const nth = identity.codeEvents(form.email, 'registration').length + 1;
      const answer = await askForCode(form, browser);
      return { answer, browser, code: await identity.mailedCode(form.email, { purpose: 'registration', nth }) };
    },
    /** Asks for a link and reads its token from the mail. */
    linkFor: async (form: Form, browser: Browser = identity.browser()) => {
      const before = links(form.email).length;
      const answer = await askForLink(form, browser);
      const { token } = await waitUntil(() => links(form.email)[before], { what: `a link for ${form.email}` });
      return { answer, browser, token };
    },
    links,
    /** By what was asked in the request with this id. */
    noticesOf: (requestId: unknown) =>
      identity.probe.ofType(registrationRepeated.type).flatMap(({ correlationId, data }) => (correlationId === requestId ? [data] : [])),
    codes: (email: string) => dataOf<EventData<typeof codeRequested>>(codeRequested.type, email),
    registered: (email: string) => dataOf<EventData<typeof userRegistered>>(userRegistered.type, email),
    accounts: (email: string) => identity.documents('users', { email }),
    /** The one account of an address, once its event is out and has been heard. */
    accountOf: async (email: string) => {
      const isHeard = () => dataOf(userRegistered.type, email).length > 0;
      await waitUntil(isHeard, { what: `the event of ${email}` });
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
