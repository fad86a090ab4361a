import { expect, test } from '@jest/globals';
import { CUSTOMER_LOCK_FAILURES, loginResponseSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { emailField, memberButton, newMember, passwordField, sendCredentials } from '../support/accounts.ts';
import type { Size } from '../support/browser.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';

const logInButton = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true });
const WRONG_PASSWORD = 'Not-the-password1';

/** Failed sign-ins. They are counted by client address, so each visitor here has its own. */
export const loginFailureJourneys = (shop: ShopAndBrowser): void => {
  /** Opens a window whose requests have the given client address. */
  const openFrom = async (address: string, size?: Size) => {
    const window = await shop.open(size);
    await window.context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
    return window;
  };

  test('when wrong passwords lock a member out, then others can log in from there, and a reset of the password ends the lock (customer 4.8)', async () => {
    const { email } = await newMember(shop.stack(), 'locked-and-reset@example.jp');
    const other = await newMember(shop.stack(), 'not-locked@example.jp');
    const { mailbox } = shop.stack();
    const address = '203.0.113.2';
    const { page, context, inspect, wrong } = await openFrom(address, 'desk');
    for (let failures = 1; failures < CUSTOMER_LOCK_FAILURES - 1; failures += 1) {
      await page.request.post('/api/login', { data: { email, password: WRONG_PASSWORD } });
    }
    await page.goto('/login');
    await sendCredentials(page, { email, password: WRONG_PASSWORD });
    await page.getByText('残り試行回数: 1回').waitFor();
    await inspect('login-last-try');
    await sendCredentials(page, { email, password: WRONG_PASSWORD });
    await page.getByText('ログインがロックされました').waitFor();
    await inspect('login-locked');
    const { user } = await shop
      .stack()
      .newCustomer()
      .call({ method: 'POST', path: '/api/login', body: other, headers: { 'x-forwarded-for': address }, schema: loginResponseSchema });
    expect(user?.email).toBe(other.email);

    await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
    await emailField(page).fill(email);
    const except = await mailbox.idsOf(email);
    await page.getByRole('button', { name: '認証コードを送信する' }).click();
    await page.getByLabel('認証コード 1桁目').waitFor();
    await typeCode(page, await mailbox.waitForCode({ to: email, except }));
    await passwordField(page).fill('Anewpassword1');
    await page.getByRole('textbox', { name: /（確認）/ }).fill('Anewpassword1');
    await page.getByRole('button', { name: 'パスワードを再設定する' }).click();
    await page.getByRole('main').getByRole('link', { name: 'ログイン', exact: true }).click();
    const earlier = await mailbox.idsOf(email);
    await sendCredentials(page, { email, password: 'Anewpassword1' });
    // After that many failures from an unknown browser, the sign-in also requires a mailed code.
    await page.getByText('安全のため、ご本人の確認をお願いします。').waitFor();
    await inspect('login-step-up');
    await typeCode(page, await mailbox.waitForCode({ to: email, except: earlier }));
    await page.waitForURL('/');
    await memberButton(page, email).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  });

  test('when the identity service is stopped, then the page shows an error and keeps the input, which works once the service runs again', async () => {
    const member = await newMember(shop.stack(), 'logs-in-later@example.jp');
    const identity = shop.stack().service('identity');
    const { page, context, inspect, wrong } = await openFrom('203.0.113.10');
    await page.goto('/login');
    await logInButton(page).waitFor();
    await identity.stop();
    await sendCredentials(page, member);
    await page.getByText('ログインに失敗しました').waitFor();
    await page.getByText(/しばらくしてからもう一度お試しください。/).waitFor();
    await inspect('login-failed');
    await identity.start();
    await logInButton(page).click();
    await memberButton(page, member.email).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
