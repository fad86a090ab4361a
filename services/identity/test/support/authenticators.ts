import { TOTP_STEP_SECONDS } from '@stagereel/contracts';
import { generateSync } from 'otplib';
import type { Browser } from './browser.ts';
import { ADMIN, type IdentityUnderTest } from './identity.ts';

/** An authenticator app. */
export const createAuthenticatorApp = (identity: IdentityUnderTest, secret: string) => ({
  secret,
  /** The code at the current time step, or `steps` later. */
  code: (steps = 0): string =>
    generateSync({ secret, epoch: Math.floor(identity.now().getTime() / 1000) + steps * TOTP_STEP_SECONDS, period: TOTP_STEP_SECONDS }),
  /** A code that is wrong for the current time step and those around it. */
  wrongCode: (nth = 0): string => {
    const now = Math.floor(identity.now().getTime() / 1000);
    const near = Array.from({ length: 9 }, (_, index) => generateSync({ secret, epoch: now + (index - 4) * TOTP_STEP_SECONDS }));
    const others = Array.from({ length: 30 }, (_, index) => String(index).padStart(6, '0')).filter((code) => !near.includes(code));
    return others[nth]!;
  },
  /** Moves the now to the next code, because each code works once. One second into its step, so that it stays valid during the test. */
  next: (): void => {
    const sinceStep = (identity.now().getTime() / 1000) % TOTP_STEP_SECONDS;
    identity.wait(TOTP_STEP_SECONDS - sinceStep + 1);
  },
});
export type App = ReturnType<typeof createAuthenticatorApp>;

export const SETUP = '/api/setup-2fa';
export const CONFIRM = '/api/verify-2fa';
export const LOGIN = '/api/admin/login';
export const VERIFY = '/api/admin/verify-2fa';
export const RESEND = '/api/admin/resend-2fa';

/** Sets up the first authenticator of this browser's user. */
export const setUpAuthenticator = async (identity: IdentityUnderTest, browser: Browser): Promise<App & { firstCode: string }> => {
  const { body } = await browser.post(SETUP);
  const app = createAuthenticatorApp(identity, String(body['secret']));
  app.next();
  const firstCode = app.code();
  const response = await browser.post(CONFIRM, { secret: app.secret, token: firstCode });
  if (response.status !== 200) throw new Error(`Authenticator setup failed: ${response.status} ${JSON.stringify(response.body)}`);
  app.next();
  return { ...app, firstCode };
};

/** Passes the password step as the admin, but not the second step. */
export const passPasswordStep = async (identity: IdentityUnderTest, browser: Browser = identity.browser()): Promise<Browser> => {
  await browser.post(LOGIN, ADMIN);
  return browser;
};

/** Removes the account's authenticator. */
export const removeAuthenticator = (identity: IdentityUnderTest, email = ADMIN.email) =>
  identity.mongo.collection('users').updateOne({ email }, { $set: { twoFactor: null } });
