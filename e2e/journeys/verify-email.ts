import { expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { memberButton, newMember, PASSWORD, passwordField, sendCredentials } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { watchFor } from '../support/glimpses.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const ACCOUNT_CREATED = 'アカウントを作成しました。ログインしてご利用ください。';
const finishButton = (page: Page) => page.getByRole('button', { name: '登録を完了する' });

/** The mailed link that completes a registration. */
export const verifyEmailJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('verify-email');

  /** Registers an email address that this browser has not verified, as the completion of an order does. Returns the path of the mailed link. */
  const registerByLink = async (page: Page, email: string): Promise<string> => {
    const response = await page.request.post('/api/register', {
      data: { email, name: '試験 太郎', password: PASSWORD, confirmPassword: PASSWORD, agreesToTerms: true },
    });
    expect(response.status()).toBe(202);
    const mail = await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects['verify-link']) });
    return String(/\/verify-email\?token=[\w-]+/u.exec(mail.text)?.[0]);
  };

  test('when the link is opened in the browser that registered, then the account is created, and the page redirects to the login', async () => {
    const email = 'link-same-browser@example.jp';
    const { page, context, inspect, wrong } = await shop.open();
    const link = await registerByLink(page, email);
    const release = await holdBack(page, '**/api/verify-email?*');
    await page.goto(link);
    await page.getByText('メールアドレスを確認しています...').waitFor();
    await inspect('verify-email-loading');
    // These texts are visible for three seconds only.
    const shown = [
      await watchFor(page, { selector: 'h1', text: /^アカウントが作成されました$/ }),
      await watchFor(page, { selector: 'main [role=status]', text: new RegExp(`${ACCOUNT_CREATED}3秒後に、ログイン画面へ移動します。`) }),
      await watchFor(page, { selector: '[role=status]:not(main *)', text: new RegExp(ACCOUNT_CREATED) }),
    ];
    const respondedAt = Date.now();
    await release();
    for (const waitUntilShown of shown) await waitUntilShown();
    await page.waitForURL('**/login');
    expect(Date.now() - respondedAt).toBeGreaterThanOrEqual(3_000);
    await sendCredentials(page, { email, password: PASSWORD });
    await memberButton(page, email).waitFor();

    await page.goto(link);
    await heading(page, 'アカウントが作成されました').waitFor();
    await page.getByRole('button', { name: 'ログイン画面へ進む' }).click();
    await page.waitForURL('**/login');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the link is opened in another browser, then the chosen password is required to create the account, with the keyboard only', async () => {
    const email = 'link-other-browser@example.jp';
    const registrant = await shop.open();
    const link = await registerByLink(registrant.page, email);
    await registrant.context.close();
    const { page, context, inspect, wrong } = await shop.open('desk');
    await page.goto(link);
    await heading(page, '登録の確認').waitFor();
    await inspect('verify-email-password');
    await tabTo(page, passwordField(page));
    await page.keyboard.press('Enter');
    await page.getByText('パスワードを入力してください。', { exact: true }).waitFor();
    await page.keyboard.type('Not-the-password1');
    await page.keyboard.press('Enter');
    await page.getByText('パスワードが正しくありません。登録時に設定したパスワードを入力してください。').waitFor();
    await waitForFocus(passwordField(page));
    await inspect('verify-email-password-wrong');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'アカウントが作成されました').waitFor();
    await waitForFocus(heading(page, 'アカウントが作成されました'));
    await tabTo(page, page.getByRole('button', { name: 'ログイン画面へ進む' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    expect((await shop.stack().newCustomer().logIn({ email, password: PASSWORD })).user?.email).toBe(email);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when a stranger guesses the password of a link five times, then the link becomes invalid', async () => {
    const email = 'link-guessed@example.jp';
    const registrant = await shop.open();
    const link = await registerByLink(registrant.page, email);
    await registrant.context.close();
    const { page, context, wrong } = await shop.open();
    await page.goto(link);
    for (let tries = 1; tries <= 5; tries += 1) {
      await passwordField(page).fill(`Guess-number-${tries}`);
      const responsePromise = page.waitForResponse((response) => response.request().method() === 'POST');
      await finishButton(page).click();
      await responsePromise;
      await page.getByText('パスワードが正しくありません。登録時に設定したパスワードを入力してください。').waitFor();
    }
    await passwordField(page).fill(PASSWORD);
    await finishButton(page).click();
    await heading(page, 'メールアドレスを確認できませんでした').waitFor();
    await page.getByText('無効なトークンです').waitFor();
    await expect(shop.stack().newCustomer().logIn({ email, password: PASSWORD })).rejects.toThrow('CredentialsInvalid');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the link contains no valid token, then the page shows an error and links to the registration and to email support', async () => {
    const { page, context, inspect, wrong } = await shop.open();
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto('/verify-email');
    await ledger.see(page, '無効なトークンです');
    expect(requestedPaths).not.toContain('/api/verify-email');
    await inspect('verify-email-no-token');
    await page.getByRole('link', { name: 'メールに関するサポート' }).click();
    await page.waitForURL('**/email-support');

    await page.goto(`/verify-email?token=${'%E3%81%82'.repeat(600)}`);
    await ledger.see(page, '無効なトークンです');
    await page.goto('/verify-email?token=garbled');
    await ledger.see(page, '無効なトークンです');
    expect(await page.getByRole('button', { name: '再試行' }).count()).toBe(0);
    await inspect('verify-email-garbled');
    await page.getByRole('link', { name: 'もう一度会員登録する' }).click();
    await page.waitForURL('**/register');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the shop is unavailable, then the page shows an error, and retry repeats the request', async () => {
    const email = 'link-later@example.jp';
    const identity = shop.stack().service('identity');
    const { page, context, inspect, wrong } = await shop.open();
    const link = await registerByLink(page, email);
    await identity.stop();
    await page.goto(link);
    await ledger.see(page, '認証に失敗しました');
    await page.getByText(/しばらくしてからもう一度お試しください。/).waitFor();
    await inspect('verify-email-failed');
    await identity.start();
    await page.getByRole('button', { name: '再試行' }).click();
    await heading(page, 'アカウントが作成されました').waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the email address was registered in another way before, then the page shows that and links to the login', async () => {
    const email = 'link-overtaken@example.jp';
    const { page, context, inspect, wrong } = await shop.open();
    const link = await registerByLink(page, email);
    await newMember(shop.stack(), email);
    await page.goto(link);
    await page.getByText('このメールアドレスはすでに登録されています。ログインしてください。').waitFor();
    await inspect('verify-email-overtaken');
    await page.getByRole('main').getByRole('link', { name: 'ログイン', exact: true }).click();
    await page.waitForURL('**/login');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the page of a completed registration is opened, then it links to the login', async () => {
    const { page, context, inspect, wrong } = await shop.open();
    await page.goto('/registration-complete');
    await heading(page, '会員登録が完了しました').waitFor();
    await inspect('registration-complete');
    await page.getByRole('main').getByRole('link', { name: 'ログイン' }).click();
    await page.waitForURL('**/login');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when all tests of the link have run, then every text that the specification quotes was shown', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
