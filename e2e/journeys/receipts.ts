import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, formatDate, formatPrice, formatYen, includedTax, MAX_RECEIPTS } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { emailField, newMember, sendCredentials, signIn, tryWrongCode, wrongCode } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { endPage } from '../support/order-book.ts';
import type { OrderDesk } from '../support/order-desk.ts';
import { printed } from '../support/print.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: '領収書の発行' });
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
  const verifyEmail = async (page: Page, email: string): Promise<void> => {
    await typeCode(page, await requestCode(page, email));
    await page.getByRole('button', { name: '認証する' }).click();
  };

  describe.each(['phone', 'desk'] as const)('a receipt with the %s screen size', (size) => {
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
      await addresseeField(page).fill(' ');
      await provisoField(page).fill('');
      await issueButton(page).click();
      await page.getByText('宛名を入力してください。').waitFor();
      await page.getByText('但し書きを入力してください。').waitFor();
      await waitForFocus(addresseeField(page));
      await inspect('receipt-form-empty');
      await addresseeField(page).fill('株式会社<ステージ>');
      await issueButton(page).click();
      await page.getByText('< と > は使用できません。').waitFor();

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
      await inspect('receipt-reissue-form');
      await reissueButton(page).click();
      await reissueDialog(page).getByText('新しい領収書には「再発行」と記載されます。').waitFor();
      await inspect('receipt-reissue-question');
      await reissueDialog(page).getByRole('button', { name: 'キャンセル' }).click();
      await reissueDialog(page).waitFor({ state: 'detached' });
      await reissueButton(page).click();
      await reissueDialog(page).getByRole('button', { name: '再発行する' }).click();
      await reissueMark(page).waitFor();
      await receipt(page).getByText(`${orderNumber}-R2`).waitFor();
      await receipt(page).getByText('株式会社リール 様').waitFor();
      await inspect('receipt-reissued');

      expect(await printed(page)).toEqual({ shown: ['main', 'article'], sheets: 1 });
      await page.reload();
      await reissueMark(page).waitFor();
      await page.getByRole('link', { name: '購入履歴に戻る' }).click();
      await page.waitForURL('**/purchase-history');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a guest opens the link, then a mailed code verifies the email address, and after the verification expires it is required again', async () => {
      const email = `proves-for-receipt-on-${size}@example.jp`;
      const { orderNumber } = await desk.buy({ email, count: 1 });
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto(`/receipt/${orderNumber}`);
      await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor();
      await inspect('receipt-unproven');
      await page.getByRole('button', { name: '認証コードを送信' }).click();
      await page.getByText('メールアドレスを入力してください。').waitFor();
      await waitForFocus(emailField(page));
      const code = await requestCode(page, email);
      await inspect('receipt-code');
      await tryWrongCode({ page, code: wrongCode(code), button: '認証する' });
      await page.getByText('認証コードが無効です').waitFor();
      await inspect('receipt-code-wrong');
      await typeCode(page, code);
      await page.getByRole('button', { name: '認証する' }).click();
      await issueButton(page).click();
      await receipt(page).waitFor();
      expect(await reissueMark(page).count()).toBe(0);

      await context.clearCookies({ name: 'order_session' });
      await reissue(page);
      await failure(page, 'メールアドレスの認証の有効期限が切れました。もう一度認証してください。').waitFor();
      await inspect('receipt-proof-ended');
      await verifyEmail(page, email);
      await reissueMark(page).waitFor();
      await receipt(page).getByText(`${orderNumber}-R2`).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('a receipt', () => {
    test('when only the keyboard is used, then Enter issues the receipt and focuses it, and its button prints it', async () => {
      const email = 'receipt-by-keyboard@example.jp';
      const { orderNumber } = await desk.buy({ email, count: 1 });
      const { page, context, wrong } = await shop.open('desk');
      await signIn(page, await newMember(shop.stack(), email));
      await page.addInitScript(() => {
        window.print = () => document.body.setAttribute('data-printed', 'yes');
      });
      await page.goto(`/receipt/${orderNumber}`);
      await addresseeField(page).waitFor();
      await tabTo(page, addresseeField(page));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('山田 太郎様');
      await page.keyboard.press('Enter');
      await receipt(page).getByText('山田 太郎様', { exact: true }).waitFor();
      await waitForFocus(receipt(page).getByRole('heading', { name: '領収書' }));
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await waitForFocus(page.getByRole('button', { name: '印刷・PDFで保存' }));
      await page.keyboard.press('Enter');
      await page.locator('body[data-printed="yes"]').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the order belongs to another email address, then the page reveals nothing, and verifying that address opens it', async () => {
      const email = 'ordered-with-this@example.jp';
      const { orderNumber } = await desk.buy({ email, name: '他人 花子', count: 1 });
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto(`/receipt/${orderNumber}`);
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
      for (const unknownNumber of ['00000000', 'nothing']) {
        await page.goto(`/receipt/${unknownNumber}`);
        await failure(page, errorCatalogue.OrderNotFound.message).waitFor();
        expect(await mainContent()).toBe(contentForForeignOrder);
      }
      await page.goto(`/receipt/${orderNumber}`);
      await verifyEmail(page, email);
      await issueButton(page).waitFor();
      expect(await addresseeField(page).inputValue()).toBe('他人 花子');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a visitor opens the download page, then its receipt is available, even after the page has expired', async () => {
      const { pageId, orderNumber } = await desk.buyDelivered({ email: 'receipt-from-page@example.jp', count: 1 });
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto(`/download/${pageId}`);
      await page.getByRole('link', { name: '領収書' }).click();
      await issueButton(page).click();
      await receipt(page).getByText(`${orderNumber}-R1`).waitFor();
      await page.getByRole('link', { name: 'ダウンロードページに戻る' }).click();
      await page.getByText('ダウンロードできます', { exact: true }).waitFor();
      await endPage({ stack: shop.stack(), pageId });
      await page.reload();
      await page.getByText(errorCatalogue.DownloadPageExpired.message).waitFor();
      await page.getByRole('link', { name: '領収書' }).click();
      await receipt(page).getByText(`${orderNumber}-R1`).waitFor();
      await reissue(page);
      await reissueMark(page).waitFor();
      await page.goto('/download/nothing/receipt');
      await failure(page, errorCatalogue.DownloadPageNotFound.message).waitFor();
      expect(await page.getByText('ご本人の確認').count()).toBe(0);
      await inspect('receipt-page-not-found');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the order is partially refunded, then the receipt shows the remaining amount, and when it is fully refunded, there is none', async () => {
      const order = await desk.buyDelivered({ email: 'receipt-refunded@example.jp', count: 2 });
      const { page, context, inspect, wrong } = await shop.open();
      await order.refund(1_234);
      await page.goto(`/download/${order.pageId}/receipt`);
      await issueButton(page).click();
      const remaining = order.amount - 1_234;
      for (const text of [formatYen(order.amount), '−¥1,234', formatPrice(remaining), formatYen(includedTax(remaining))]) {
        await receipt(page).getByText(text, { exact: true }).first().waitFor();
      }
      await inspect('receipt-partly-refunded');
      await order.refund();
      await page.reload();
      await failure(page, '領収書を発行できません').getByText(errorCatalogue.ReceiptRefunded.message).waitFor();
      await inspect('receipt-refunded');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when responses are lost, then the page shows an error and a retry issues no second receipt, and when the limit is reached, then it refuses', async () => {
      const { pageId, orderNumber } = await desk.buyDelivered({ email: 'receipt-later@example.jp', count: 1 });
      const path = `/api/download/${pageId}/receipt`;
      const { page, context, inspect, wrong } = await shop.open();
      await page.route(`**${path}`, (route) => route.abort('connectionreset'));
      await page.goto(`/download/${pageId}/receipt`);
      await failure(page, '領収書を読み込めませんでした').waitFor();
      await inspect('receipt-loading-failed');
      await page.unroute(`**${path}`);
      await page.getByRole('button', { name: '再試行' }).click();
      await issueButton(page).waitFor();

      // The shop processes the request, but its response is lost.
      await page.route(`**${path}`, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await issueButton(page).click();
      await failure(page, '領収書を発行できませんでした').waitFor();
      await inspect('receipt-issue-failed');
      await page.unroute(`**${path}`);
      await issueButton(page).click();
      await receipt(page).getByText(`${orderNumber}-R1`).waitFor();
      expect(await reissueMark(page).count()).toBe(0);

      const customer = shop.stack().newCustomer();
      for (let receipts = 1; receipts < MAX_RECEIPTS; receipts += 1) {
        await customer.issueReceipt(path, { key: crypto.randomUUID(), addressee: '山田', proviso: '動画代' });
      }
      await reissue(page);
      await failure(page, '領収書を発行できませんでした').getByText(errorCatalogue.ReceiptLimitReached.message).waitFor();
      await heading(page).waitFor();
      await inspect('receipt-limit');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
