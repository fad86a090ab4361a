import { describe, expect, test } from '@jest/globals';
import { formatPrice, formatYen } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type BackOffice, orderCard } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { expectToastAndClose } from '../support/contest-desk.ts';
import { adminSizes } from '../support/sizes.ts';

const ORDERS = '/admin?tab=orders';

const details = (page: Page, orderNumber: string) => page.getByRole('dialog', { name: `注文の詳細　${orderNumber}` });
const detailsButton = (page: Page, orderNumber: string) => page.getByRole('button', { name: `注文番号 ${orderNumber} の詳細` });
const section = (page: Page, name: string) => page.getByRole('dialog').getByRole('region', { name });
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const addressField = (page: Page) => section(page, 'お客様').getByRole('textbox', { name: /メールアドレス/ });

/** The details of one order: its timeline, and corrections after the payment. */
export const adminOrderDeskJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe.each(adminSizes)('the details of an order, on a %s', (size) => {
    test('when an order was delivered, then its timeline is shown, and its mail, address, expiry and downloads can be corrected and a video declined (admin 2.45)', async () => {
      const [email, corrected] = [`mistyped-on-${size}@example.jp`, `meant-on-${size}@example.jp`];
      const order = await office.buyDelivered({ email, name: '詳細 花子', count: 2 });
      const { orderNumber, pageId, amount } = order;
      const [line, other] = order.lines;
      const { mailbox, newCustomer } = shop.stack();
      await mailbox.waitFor({ to: email, subject: /納品/ });
      const { page, context, inspect, wrong } = await office.open(`${ORDERS}&view=handled`, { size });
      await detailsButton(page, orderNumber).click();
      await page.waitForURL(`**order=${orderNumber}`);
      const dialog = details(page, orderNumber);
      await dialog.getByText('納品済み', { exact: true }).first().waitFor();
      await section(page, 'メール').getByText('納品メール', { exact: true }).waitFor();
      await section(page, 'メール').getByText('送信済み').first().waitFor();
      await section(page, 'お支払い').getByText('支払済み').waitFor();
      await section(page, 'お支払い').getByText(formatPrice(amount)).waitFor();
      await section(page, '動画').getByText('まだダウンロードされていません').first().waitFor();
      await section(page, '操作履歴')
        .getByRole('article', { name: `注文の納品 ${orderNumber}` })
        .waitFor();
      await inspect('admin-order-life');

      const before = await mailbox.idsOf(email);
      await dialogButton(page, '納品メールを再送信').click();
      await expectToastAndClose(page, { title: '送信しました', text: '納品メールを再送信しました。' });
      await mailbox.waitFor({ to: email, subject: /納品/, except: before });

      await dialogButton(page, 'アドレスを変更').click();
      await addressField(page).fill(corrected);
      await dialogButton(page, 'アドレスを変更する').click();
      await expectToastAndClose(page, {
        title: 'メールアドレスを変更しました',
        text: '新しいアドレスにお知らせするには、メールを再送信してください。',
      });
      await section(page, 'お客様').getByText(corrected).waitFor();
      await dialogButton(page, '納品メールを再送信').click();
      const { text } = await mailbox.waitFor({ to: corrected, subject: /納品/ });
      const newPageId = String(/\/download\/([\w-]+)/.exec(text)?.[1]);
      expect(newPageId).not.toBe(pageId);
      await expectToastAndClose(page, { title: '送信しました', text: '納品メールを再送信しました。' });

      await dialogButton(page, '期限を延長する').click();
      await expectToastAndClose(page, {
        title: 'ダウンロード期限を延長しました',
        text: 'ダウンロードページの期限を、今日から数え直しました。',
      });

      await dialogButton(page, `${other?.orderNumber} を制作不可にする`).click();
      const form = dialog.getByRole('group', { name: `${other?.orderNumber} を制作不可にする` });
      const price = other?.price ?? 0;
      await form
        .getByText(`${formatPrice(price)}をお客様のカードに返金し、お客様にメールでお知らせします。この操作は取り消せません。`)
        .waitFor();
      await form.getByRole('textbox').fill('撮影機材の不具合のため');
      await inspect('admin-order-decline');
      await form.getByRole('button', { name: `${formatYen(price)}を返金して制作不可にする` }).click();
      await expectToastAndClose(page, { title: '制作不可にしました', text: formatYen(price) });
      await section(page, '動画').getByText('理由：撮影機材の不具合のため').waitFor();
      await section(page, 'お支払い').getByText('一部返金済み').waitFor();
      await section(page, 'お支払い')
        .getByText(formatPrice(amount - price))
        .first()
        .waitFor();
      await mailbox.waitFor({ to: corrected, subject: /返金/ });

      await newCustomer().claim(newPageId, String(line?.id));
      await page.reload();
      await section(page, '動画')
        .getByText(/にダウンロード開始/)
        .waitFor();
      await inspect('admin-order-downloaded');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /の再ダウンロードを許可する$/ })
        .click();
      await expectToastAndClose(page, { title: '再ダウンロードを許可しました', text: 'お客様は、動画をもう一度ダウンロードできます。' });
      await section(page, '動画').getByText('まだダウンロードされていません').waitFor();
      for (const action of ['再ダウンロードの許可', 'ダウンロード期限の延長', 'お客様情報の訂正', 'メールの再送信', '注文の納品']) {
        await section(page, '操作履歴')
          .getByRole('article', { name: `${action} ${orderNumber}` })
          .first()
          .waitFor();
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).searchParams.has('order')).toBe(false);
      await orderCard(page, orderNumber).getByText(corrected).waitFor();
      await orderCard(page, orderNumber).getByText('辞退', { exact: true }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
