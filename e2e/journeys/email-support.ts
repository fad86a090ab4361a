import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';
import { SENDER } from '../support/seller.ts';

const copyButton = (page: Page, label: string) => page.getByRole('button', { name: `${label}をコピー`, exact: true });
const supportMail = (page: Page) => page.getByRole('link', { name: 'サポートにメールを送る' });
const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const WORKING = 'メールは正常に送信されています。';
const FAILING = 'ただいま、メールの送信に不具合が起きています。';

/** The help page for missing mails. Its test stops the mail server. */
export const missingMailHelpJourneys = (shop: ShopAndBrowser): void => {
  test('when mails can be sent, then the visitor sees the sender and copies its domain by keyboard, and the page reports when the mail server is unavailable', async () => {
    const { backing } = shop.stack();
    const { page, context, inspect, wrong } = await shop.open('desk');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/email-support');
    await page.getByText(WORKING).waitFor();
    for (const value of [SENDER.address, '127.0.0.1', /^\d{4}年\d{1,2}月\d{1,2}日\(.\) \d{1,2}:\d{2}$/])
      await page.getByRole('definition').filter({ hasText: value }).waitFor();
    const domain = copyButton(page, '受信を許可するドメイン');
    for (const provider of ['Gmail', 'Yahoo!メール', 'Outlook・Hotmail', 'iCloudメール', 'ドコモ', 'au・UQ mobile', 'ソフトバンク']) {
      const card = page.getByRole('group').filter({ hasText: provider });
      // The mobile carriers follow the domain in the tab order.
      if (provider === 'ドコモ') {
        await tabTo(page, domain);
        await page.keyboard.press('Enter');
        await page.getByRole('main').getByText('コピーしました', { exact: true }).waitFor();
        expect(await readClipboard(page)).toBe(SENDER.domain);
      }
      await tabTo(page, card.locator('summary'));
      await page.keyboard.press('Enter');
      await card.getByRole('listitem').first().waitFor();
    }
    await page.getByText(`「受信するメールの登録」に「${SENDER.domain}」を追加し、内容を確認して設定を確定します。`).waitFor();
    await tabTo(page, supportMail(page));
    await inspect('email-support-providers');

    const again = page.getByRole('button', { name: 'もう一度確認する' });
    await backing.kill('mailbox', 'SIGKILL');
    await again.click();
    await page.getByText(FAILING).waitFor();
    expect(await page.getByRole('definition').count()).toBe(0);
    await inspect('email-support-failing');
    await backing.start('mailbox');
    await again.click();
    await page.getByText(WORKING).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
