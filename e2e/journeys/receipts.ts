import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, formatDate, formatPrice, formatYen, includedTax } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { emailField, newMember, sendCredentials, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import type { OrderDesk } from '../support/order-desk.ts';
import { printed } from '../support/print.ts';
import { customerSizes } from '../support/sizes.ts';

const addresseeField = (page: Page) => page.getByLabel('宛名');
const provisoField = (page: Page) => page.getByLabel('但し書き');
const issueButton = (page: Page) => page.getByRole('button', { name: '発行する', exact: true });
const reissueButton = (page: Page) => page.getByRole('main').getByRole('button', { name: '再発行する' });
const receipt = (page: Page) => page.getByRole('article', { name: '領収書' });
const reissueMark = (page: Page) => receipt(page).getByText('再発行', { exact: true });
const failure = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
const reissueDialog = (page: Page) => page.getByRole('dialog', { name: '領収書を再発行しますか？' });

const reissue = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '宛名などを変えて再発行' }).click();
  await reissueButton(page).click();
  await reissueDialog(page).getByRole('button', { name: '再発行する' }).click();
};

/** The receipts of an order, for customers who have verified its email address or have its download page. */
export const receiptJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  /** Requests a code for the email address on the page. Returns the mailed code; the caller types it. */
  const requestCode = async (page: Page, email: string): Promise<string> => {
    const { mailbox } = shop.stack();
    await emailField(page).fill(email);
    const except = await mailbox.idsOf(email);
    await page.getByRole('button', { name: '認証コードを送信' }).click();
    await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
    return mailbox.waitForCode({ to: email, except });
  };

  describe.each(customerSizes)('a receipt with the %s screen size', (size) => {
    test('when a member issues and reissues a receipt, then both contain the required details, only the second is marked as reissued, and only the receipt is printed', async () => {
      const email = `has-receipts-on-${size}@example.jp`;
      const { orderNumber, amount, lines } = await desk.buy({ email, name: '領収 花子', count: 2 });
      const { page, context, inspect, wrong } = await shop.open(size);
      await signIn(page, await newMember(shop.stack(), email));
      await page.goto('/purchase-history');
      await page.getByRole('link', { name: `注文番号${orderNumber}の領収書` }).click();
      await issueButton(page).waitFor();
      expect([await addresseeField(page).inputValue(), await provisoField(page).inputValue()]).toEqual([
        '領収 花子',
        'スポーツ大会動画データ代として',
      ]);
      await inspect('receipt-form');
      await addresseeField(page).fill('株式会社ステージ 御中');
      await provisoField(page).fill('研修用動画代として');
      const before = formatDate(new Date());
      await issueButton(page).click();
      await receipt(page).waitFor();
      await waitForFocus(receipt(page).getByRole('heading', { name: '領収書' }));
      // The date may have changed since `before` was read.
      const [day, dayAfter] = [before, formatDate(new Date())].map((text) => receipt(page).getByText(text, { exact: true }));
      await day
        ?.or(dayAfter ?? day)
        .first()
        .waitFor();
      for (const text of [
        '株式会社ステージ 御中',
        `${orderNumber}-R1`,
        orderNumber,
        formatPrice(amount),
        '10%対象',
        formatYen(includedTax(amount)),
        'クレジットカード',
        '株式会社サンプル映像（表示例）',
        '登録番号 T9000000000000',
      ]) {
        await receipt(page).getByText(text, { exact: true }).first().waitFor();
      }
      await receipt(page)
        .getByText(/^但し、研修用動画代として\s*上記の金額を正に領収いたしました。$/)
        .waitFor();
      for (const { contestName, category, athleteNumber, style, price } of lines) {
        const row = receipt(page).getByRole('row').filter({ hasText: athleteNumber });
        for (const text of [contestName, category, style, formatYen(price)]) expect(await row.textContent()).toContain(text);
      }
      expect(await reissueMark(page).count()).toBe(0);
      await inspect('receipt-paper');

      await page.getByRole('button', { name: '宛名などを変えて再発行' }).click();
      expect(await addresseeField(page).inputValue()).toBe('株式会社ステージ 御中');
      await addresseeField(page).fill('株式会社リール');
      await reissueButton(page).click();
      await reissueDialog(page).getByText('新しい領収書には「再発行」と記載されます。').waitFor();
      await inspect('receipt-reissue-question');
      await reissueDialog(page).getByRole('button', { name: '再発行する' }).click();
      await reissueMark(page).waitFor();
      await receipt(page).getByText(`${orderNumber}-R2`).waitFor();
      await receipt(page).getByText('株式会社リール 御中').waitFor();
      await inspect('receipt-reissued');

      expect(await printed(page)).toEqual({ shown: ['main', 'article'], sheets: 1 });
      await page.reload();
      await reissueMark(page).waitFor();
      await page.getByRole('link', { name: '購入履歴に戻る' }).click();
      await page.waitForURL('**/purchase-history');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });

  describe('a receipt', () => {
    test('when the order belongs to another email address, then the page reveals nothing, a mailed code opens it, and after the verification expires it is required again', async () => {
      const email = 'ordered-with-this@example.jp';
      const { orderNumber } = await desk.buy({ email, name: '他人 花子', count: 1 });
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto(`/receipt/${orderNumber}`);
      await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor();
      await inspect('receipt-unproven');
      const member = await newMember(shop.stack(), 'signs-in-with-that@example.jp');
      await page.getByRole('main').getByRole('link', { name: 'ログイン' }).click();
      await page.waitForURL('**/login');
      await sendCredentials(page, member);
      await page.waitForURL(`**/receipt/${orderNumber}`);
      await failure(page, errorCatalogue.OrderNotFound.message).waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain('他人 花子');
      await inspect('receipt-not-found');
      const mainContent = (): Promise<string> => page.getByRole('main').ariaSnapshot();
      const contentForForeignOrder = await mainContent();
      await page.goto('/receipt/00000000');
      await failure(page, errorCatalogue.OrderNotFound.message).waitFor();
      expect(await mainContent()).toBe(contentForForeignOrder);

      await page.goto(`/receipt/${orderNumber}`);
      const code = await requestCode(page, email);
      await inspect('receipt-code');
      await typeCode(page, code);
      await issueButton(page).waitFor();
      expect(await addresseeField(page).inputValue()).toBe('他人 花子');
      await issueButton(page).click();
      await receipt(page).waitFor();
      expect(await reissueMark(page).count()).toBe(0);

      // Without the member's session too, because a member with another address is told that the order does not exist.
      await context.clearCookies();
      await reissue(page);
      await failure(page, 'メールアドレスの認証の有効期限が切れました。もう一度認証してください。').waitFor();
      await inspect('receipt-proof-ended');
      await typeCode(page, await requestCode(page, email));
      await reissueMark(page).waitFor();
      await receipt(page).getByText(`${orderNumber}-R2`).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
