import { expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { memberButton, PASSWORD, passwordField, sendCredentials } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The mailed link that completes a registration. */
export const verifyEmailJourneys = (shop: ShopAndBrowser): void => {
  /** Registers an email address that this browser has not verified, as the completion of an order does. Returns the path of the mailed link. */
  const registerByLink = async (page: Page, email: string): Promise<string> => {
    const response = await page.request.post('/api/register', {
      data: { email, name: '試験 太郎', password: PASSWORD, confirmPassword: PASSWORD, agreesToTerms: true },
    });
    expect(response.status()).toBe(202);
    const mail = await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects['verify-link']) });
    return String(/\/verify-email\?token=[\w-]+/u.exec(mail.text)?.[0]);
  };

  test('when the link is opened in the browser that registered, then the account is created, and the page redirects to the login (customer 2.19, 2.20, 4.10, 9.6)', async () => {
    const email = 'link-same-browser@example.jp';
    const { page, context, wrong } = await shop.open();
    const link = await registerByLink(page, email);
    await page.goto(link);
    await heading(page, 'アカウントが作成されました').waitFor();
    // The page opens the login by itself.
    await page.waitForURL('**/login');
    await sendCredentials(page, { email, password: PASSWORD });
    await memberButton(page, email).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  });

  test('when the link is opened in another browser, then the chosen password is required to create the account', async () => {
    const email = 'link-other-browser@example.jp';
    const registrant = await shop.open();
    const link = await registerByLink(registrant.page, email);
    await registrant.context.close();
    const { page, context, inspect, wrong } = await shop.open('desk');
    await page.goto(link);
    await heading(page, '登録の確認').waitFor();
    await inspect('verify-email-password');
    await tabTo(page, passwordField(page));
    await page.keyboard.type('Not-the-password1');
    await page.keyboard.press('Enter');
    await page.getByText('パスワードが正しくありません。登録時に設定したパスワードを入力してください。').waitFor();
    await inspect('verify-email-password-wrong');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'アカウントが作成されました').waitFor();
    expect((await shop.stack().newCustomer().logIn({ email, password: PASSWORD })).user?.email).toBe(email);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
