import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { confirmationField, emailField, memberButton, newMember, PASSWORD, passwordField, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import {
  askForCode,
  goToConfirmation,
  orderVideos,
  payBy,
  proveByCode,
  SMALL_CONTEST_SLUG,
  toCode,
  toPayment,
} from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const CHOICES = [{ category: 'メンズフィジーク', bib: '001', style: '縦動画' }] as const;
const nameField = (page: Page) => page.getByLabel('お名前');
const autoLogin = (page: Page) => page.getByRole('checkbox', { name: '次回から自動でログインする' });

/** The order confirmation: both paths of the screen, an account created with the order, and an order by a member. */
export const confirmationJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('order-confirmation');

  describe.each([
    { path: '/order-confirmation', formPath: `/order-form/${SMALL_CONTEST_SLUG}` },
    { path: '/order-confirmation-old', formPath: `/order/${SMALL_CONTEST_SLUG}` },
  ])('the confirmation at $path', ({ path, formPath }) => {
    test('when fields are empty or invalid, then each shows an error, and the input is kept after a return to the order form', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await goToConfirmation({ page });
      await page.goto(path);
      await toCode(page).click();
      await page.getByText('メールアドレスを入力してください。').waitFor();
      await page.getByText('お名前を入力してください。').waitFor();
      await waitForFocus(emailField(page));

      await emailField(page).fill('Ｈａｎａｋｏ．．Ｙ＠docomo.ne.jp');
      await nameField(page).fill('山田 花子');
      await autoLogin(page).check();
      await toCode(page).click();
      await ledger.see(page, '自動ログインを選択した場合はパスワードを入力してください');
      await waitForFocus(passwordField(page));
      await inspect(`confirmation-empty${path.slice(1)}`);
      await passwordField(page).fill('hanako');
      await confirmationField(page).fill('hanaka');
      await toCode(page).click();
      await page.getByText('パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。', { exact: true }).waitFor();
      await ledger.see(page, 'パスワードが一致しません');
      await inspect(`confirmation-wrong${path.slice(1)}`);

      const change = page.getByRole('link', { name: 'ご注文内容を変更' });
      expect(decodeURI(String(await change.getAttribute('href')))).toBe(formPath);
      await page.getByRole('button', { name: '戻る' }).click();
      await page.waitForURL((url) => decodeURIComponent(url.pathname) === `/order-form/${SMALL_CONTEST_SLUG}`);
      await page.getByText('合計 2本').waitFor();
      await page.getByRole('button', { name: '注文内容の確認へ進む' }).click();
      await emailField(page).waitFor();
      expect([await emailField(page).inputValue(), await nameField(page).inputValue(), await autoLogin(page).isChecked()]).toEqual([
        'Ｈａｎａｋｏ．．Ｙ＠docomo.ne.jp',
        '山田 花子',
        true,
      ]);
      await autoLogin(page).uncheck();
      await toCode(page).click();
      await page.getByText('Hanako..Y@docomo.ne.jp').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the account of the customer', () => {
    test('when automatic login is chosen, then the order creates the account and signs in, and the browser never stores the password', async () => {
      const email = 'auto-login@example.jp';
      const { page, context, inspect, wrong } = await shop.open('desk');
      await orderVideos(page, { slug: SMALL_CONTEST_SLUG, choices: CHOICES });
      await autoLogin(page).check();
      await passwordField(page).fill(PASSWORD);
      await confirmationField(page).fill(PASSWORD);
      const { readCode } = await askForCode({ stack: shop.stack(), page, email, inspect: (name) => inspect(`auto-login-${name}`) });
      await proveByCode(page, await readCode());
      await page.getByLabel('カード番号').waitFor();
      await inspect('auto-login-06-payment');
      expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD);
      await payBy(page);
      await memberButton(page, email).waitFor();
      expect((await shop.stack().newCustomer().logIn({ email, password: PASSWORD })).user?.email).toBe(email);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a member orders, then the email address is prefilled and needs no code, but another address needs one', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const member = await newMember(shop.stack(), 'member-orders@example.jp');
      await signIn(page, member);
      const requestedPaths: string[] = [];
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      await orderVideos(page, { slug: SMALL_CONTEST_SLUG, choices: CHOICES });
      await toPayment(page).waitFor();
      expect([await emailField(page).inputValue(), await autoLogin(page).count()]).toEqual([member.email, 0]);
      await inspect('confirmation-member');
      await emailField(page).fill('elsewhere@example.jp');
      await toCode(page).waitFor();
      await emailField(page).fill(member.email);
      await toPayment(page).click();
      await page.getByLabel('カード番号').waitFor();
      await payBy(page);
      expect(requestedPaths).not.toContain('/api/send-verification-code');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when all tests of the confirmation have run, then every text that the specification quotes was shown', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
