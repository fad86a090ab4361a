import { codeSentSchema, type LoginResponse, loginResponseSchema, registeredSchema } from '@stagereel/contracts';
import type { Browser } from './http.ts';
import type { Mailbox } from './mailbox.ts';

export type NewAccount = { email: string; password: string; name?: string };
export type Credentials = { email: string; password: string; twoFactorCode?: string };

/** The API calls of a customer with an account. */
export const accountCalls = ({ browser: { call }, mailbox }: { browser: Browser; mailbox: Mailbox }) => {
  /** Sends a request that mails a code, and reads the code. */
  const codeAfter = async ({ email, request }: { email: string; request: () => Promise<unknown> }): Promise<string> => {
    const except = await mailbox.idsOf(email);
    await request();
    return mailbox.waitForCode({ to: email, except });
  };
  const post = (path: string, body?: unknown) => call({ method: 'POST', path, body });

  return {
    codeAfter,
    sendRegistrationCode: ({ email, password, name = '試験 太郎' }: NewAccount) =>
      call({ method: 'POST', path: '/api/send-registration-code', body: { email, password, name }, schema: codeSentSchema }),
    verifyRegistrationCode: (email: string, code: string) =>
      call({ method: 'POST', path: '/api/verify-registration-code', body: { email, code }, schema: registeredSchema }),
    /** Both steps of the registration; the browser is signed in afterwards. */
    register: async (account: NewAccount) => {
      const { email } = account;
      const body = { name: '試験 太郎', ...account };
      const code = await codeAfter({ email, request: () => post('/api/send-registration-code', body) });
      return call({ method: 'POST', path: '/api/verify-registration-code', body: { email, code }, schema: registeredSchema });
    },
    logIn: (credentials: Credentials): Promise<LoginResponse> =>
      call({ method: 'POST', path: '/api/login', body: credentials, schema: loginResponseSchema }),
    logOut: () => post('/api/logout'),
    changePassword: async ({ email, currentPassword, newPassword }: { email: string; currentPassword: string; newPassword: string }) => {
      const code = await codeAfter({ email, request: () => post('/api/send-password-change-code') });
      await post('/api/verify-password-change-code', { code });
      await post('/api/change-password', { currentPassword, newPassword });
    },
  };
};
