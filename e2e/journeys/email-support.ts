import { describe, expect, test } from '@jest/globals';
import { codeMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { fillRegistration } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';
import { mailBehind } from '../support/mail-links.ts';
import { holdBack } from '../support/network.ts';
import { SELLER, SENDER } from '../support/seller.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const SUPPORT = SELLER.SELLER_EMAIL;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const copyButton = (page: Page, label: string) => page.getByRole('button', { name: `${label}をコピー`, exact: true });
const supportMail = (page: Page) => page.getByRole('link', { name: 'サポートにメールを送る' });
const retryButton = (page: Page) => page.getByRole('button', { name: '再試行' });
const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const WORKING = 'メールは正常に送信されています。';
const FAILING = 'ただいま、メールの送信に不具合が起きています。';
const UNKNOWN = 'メール送信の状態を確認できませんでした';

/** The help page for missing mails. Its tests stop the mail server, the notify service and the network connection. */
export const emailSupportJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('email-support');

  describe('email support', () => {
    test('when mails can be sent, then the page shows sender, server and time, and copies the search terms', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/register');
      await page.getByRole('main').getByRole('link', { name: 'メールが届かないとき' }).click();
      await heading(page, 'メールが届かないとき').waitFor();
      await page.getByText(WORKING).waitFor();
      for (const value of [SENDER.address, '127.0.0.1', /^\d{4}年\d{1,2}月\d{1,2}日\(.\) \d{1,2}:\d{2}$/])
        await page.getByRole('definition').filter({ hasText: value }).waitFor();
      await inspect('email-support-working');

      const copies = [
        ['送信元アドレス', SENDER.address],
        ['件名（会員登録）', codeMailSubjects.registration],
        ['件名（ご注文）', codeMailSubjects.order],
        ['受信を許可するドメイン', SENDER.domain],
        ['サポートのメールアドレス', SUPPORT],
      ] as const;
      for (const [index, [label, text]] of copies.entries()) {
        await copyButton(page, label).click();
        await ledger.see(page, 'コピーしました');
        // The text of the previous button may still be visible, so the clipboard is checked.
        await page.waitForFunction((expected) => navigator.clipboard.readText().then((copied) => copied === expected), text);
        if (index === 0) {
          await page.getByRole('main').getByText('コピーしました', { exact: true }).waitFor();
          await page.getByRole('status').filter({ hasText: 'コピーしました' }).and(page.locator(':not(main *)')).waitFor();
          await inspect('email-support-copied');
        }
      }
      await page.getByRole('link', { name: '会員登録に戻る' }).click();
      await page.waitForURL('**/register');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the browser refuses to copy, then the page shows an error and selects the text for manual copying', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      // Granting only another permission denies access to the clipboard.
      await context.grantPermissions(['geolocation']);
      await page.goto('/email-support');
      await copyButton(page, '件名（会員登録）').click();
      await page.getByRole('alert').filter({ hasText: 'コピーできませんでした' }).waitFor();
      expect(await page.evaluate(() => String(window.getSelection()))).toBe(codeMailSubjects.registration);
      expect(await page.getByText('コピーしました').count()).toBe(0);
      await inspect('email-support-copy-refused');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the mail server, the service or the network is unavailable, then the card shows which, and a click checks again', async () => {
      const { backing, service } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open();
      const release = await holdBack(page, '**/api/email-status');
      await page.goto('/email-support');
      await page.getByText('確認しています...').waitFor();
      await inspect('email-support-checking');
      await release();
      await page.getByText(WORKING).waitFor();

      const again = page.getByRole('button', { name: 'もう一度確認する' });
      await backing.kill('mailbox', 'SIGKILL');
      await again.click();
      await page.getByText(FAILING).waitFor();
      expect(await page.getByRole('definition').count()).toBe(0);
      await inspect('email-support-failing');
      await backing.start('mailbox');
      await again.click();
      await page.getByText(WORKING).waitFor();

      await service('notify').stop();
      await page.reload();
      await page.getByText(UNKNOWN).waitFor();
      await page.getByText('受信を許可するドメインは、メール送信の状態を確認できたときに表示します。').waitFor();
      expect(await copyButton(page, '件名（会員登録）').isVisible()).toBe(true);
      await inspect('email-support-unknown');
      await service('notify').start();
      await retryButton(page).click();
      await page.getByText(WORKING).waitFor();
      await copyButton(page, '受信を許可するドメイン').waitFor();

      await context.setOffline(true);
      await again.click();
      await page.getByText('インターネットに接続されていません。').waitFor();
      await context.setOffline(false);
      await retryButton(page).click();
      await page.getByText(WORKING).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a registration waits for its code, then the support mail contains the email address and the name', async () => {
      const { page, context, wrong } = await shop.open();
      await page.goto('/email-support');
      expect(await mailBehind(supportMail(page))).toEqual({
        to: SUPPORT,
        subject: '【StageReel】メールが届かない件',
        lines: expect.arrayContaining(['入力したメールアドレス：', 'お名前：', 'サービス名：StageReel（ステージリール）']),
      });

      await page.getByRole('link', { name: '会員登録に戻る' }).click();
      await fillRegistration(page, 'never-arrives@example.jp');
      await page.getByRole('button', { name: '認証コードを送信' }).click();
      await page.getByText('never-arrives@example.jp に6桁の認証コードを送信しました。').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'メールが届かないとき' }).click();
      const { lines } = await mailBehind(supportMail(page));
      expect(lines).toEqual(expect.arrayContaining(['入力したメールアドレス：never-arrives@example.jp', 'お名前：山田 花子']));
      await page.locator('pre').filter({ hasText: 'お名前：山田 花子' }).waitFor();

      await page.getByRole('link', { name: '会員登録に戻る' }).click();
      await page.getByLabel('認証コード 1桁目').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, then the visitor can open the steps of every mail provider and copy the domain', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/email-support');
      await page.getByText(WORKING).waitFor();
      const domain = copyButton(page, '受信を許可するドメイン');
      for (const provider of ['Gmail', 'Yahoo!メール', 'Outlook・Hotmail', 'iCloudメール', 'ドコモ', 'au・UQ mobile', 'ソフトバンク']) {
        const card = page.getByRole('group').filter({ hasText: provider });
        // The mobile carriers follow the domain in the tab order.
        if (provider === 'ドコモ') {
          await tabTo(page, domain);
          await page.keyboard.press('Enter');
          await ledger.see(page, 'コピーしました');
          expect(await readClipboard(page)).toBe(SENDER.domain);
        }
        await tabTo(page, card.locator('summary'));
        await page.keyboard.press('Enter');
        await card.getByRole('listitem').first().waitFor();
      }
      await page.getByText(`「受信するメールの登録」に「${SENDER.domain}」を追加し、内容を確認して設定を確定します。`).waitFor();
      await tabTo(page, supportMail(page));
      await inspect('email-support-providers');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the page is opened, then it explains how long a code is valid and which code counts', async () => {
      const { page, context } = await shop.open();
      await page.goto('/email-support');
      for (const text of [/5〜10分ほどかかる/, /有効期限は、送信から10分間です。/, /最後に送信されたコードだけです。/, /5回間違えると/])
        await page.getByRole('listitem').filter({ hasText: text }).waitFor();
      await context.close();
    }, 120_000);
  });

  test('when all tests of email support have run, then every text that the specification quotes was shown', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
