import { TOTP_STEP_SECONDS } from '@stagereel/contracts';
import { generateSync } from 'otplib';
import type { Browser } from './browser.ts';
import { ADMIN, type IdentityUnderTest } from './identity.ts';

/** The app on an admin's phone. */
export const openApp = (identity: IdentityUnderTest, secret: string) => ({
  secret,
  /** The code it shows now, or so many steps from now. */
  code: (steps = 0): string =>
    generateSync({ secret, epoch: Math.floor(identity.clock().getTime() / 1000) + steps * TOTP_STEP_SECONDS, period: TOTP_STEP_SECONDS }),
  /** A code it shows neither now nor for a long while before and after. */
  wrongCode: (nth = 0): string => {
    const now = Math.floor(identity.clock().getTime() / 1000);
    const near = Array.from({ length: 9 }, (_, index) => generateSync({ secret, epoch: now + (index - 4) * TOTP_STEP_SECONDS }));
    const others = Array.from({ length: 30 }, (_, index) => String(index).padStart(6, '0')).filter((code) => !near.includes(code));
    return others[nth]!;
  },
  /** Waits for the next code, since each works once; a second into its time, so that it stays the present one for a while. */
  next: (): void => {
    const sinceStep = (identity.clock().getTime() / 1000) % TOTP_STEP_SECONDS;
    identity.wait(TOTP_STEP_SECONDS - sinceStep + 1);
  },
});
export type App = ReturnType<typeof openApp>;

export const SETUP = '/api/setup-2fa';
export const CONFIRM = '/api/verify-2fa';
export const LOGIN = '/api/admin/login';
export const VERIFY = '/api/admin/verify-2fa';
export const RESEND = '/api/admin/resend-2fa';

/** Sets an authenticator up in the session of this browser, where there was none. */
export const setUpApp = async (identity: IdentityUnderTest, browser: Browser): Promise<App & { firstCode: string }> => {
  const { body } = await browser.post(SETUP);
  const app = openApp(identity, String(body['secret']));
  app.next();
  const firstCode = app.code();
  const answer = await browser.post(CONFIRM, { secret: app.secret, token: firstCode });
  if (answer.status !== 200) throw new Error(`no authenticator: ${answer.status} ${JSON.stringify(answer.body)}`);
  app.next();
  return { ...app, firstCode };
};

/** A browser that has given the admin's password and not yet the second step. */
export const halfWay = async (identity: IdentityUnderTest, browser: Browser = identity.browser()): Promise<Browser> => {
  await browser.post(LOGIN, ADMIN);
  return browser;
};

/** The account as before any authenticator. */
export const loseFactor = (identity: IdentityUnderTest, email = ADMIN.email) =>
  identity.mongo.collection('users').updateOne({ email }, { $set: { twoFactor: null } });
