import { describe, expect, test } from '@jest/globals';
import { formatPrice, formatYen } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type BackOffice, orderCard, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { readToast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

const ORDERS = '/admin?tab=orders';
const OFFLINE = 'インターネットに接続されていません。接続を確認して、もう一度お試しください。';

const details = (page: Page, orderNumber: string) => page.getByRole('dialog', { name: `注文の詳細　${orderNumber}` });
const detailsButton = (page: Page, orderNumber: string) => page.getByRole('button', { name: `注文番号 ${orderNumber} の詳細` });
const section = (page: Page, name: string) => page.getByRole('dialog').getByRole('region', { name });
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const addressField = (page: Page) => section(page, 'お客様').getByRole('textbox', { name: /メールアドレス/ });

/** The details of one order: its timeline, and corrections after the payment. */
export const adminOrderDeskJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe.each(['phone', 'desk'] as const)('the details of an order, on a %s', (size) => {
    test('when an order was delivered, then its timeline is shown, and its mail, address, expiry and downloads can be corrected', async () => {
      const [email, corrected] = [`mistyped-on-${size}@example.jp`, `meant-on-${size}@example.jp`];
      const order = await office.buyDelivered({ email, name: '詳細 花子', count: 1 });
      const { orderNumber, pageId, amount } = order;
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
      await section(page, '動画').getByText('まだダウンロードされていません').waitFor();
      await section(page, '操作履歴')
        .getByRole('article', { name: `注文の納品 ${orderNumber}` })
        .waitFor();
      await inspect('admin-order-life');

      const before = await mailbox.idsOf(email);
      await dialogButton(page, '納品メールを再送信').click();
      await readToast(page, { title: '送信しました', text: '納品メールを再送信しました。' });
      await mailbox.waitFor({ to: email, subject: /納品/, except: before });

      await dialogButton(page, 'アドレスを変更').click();
      await waitForFocus(addressField(page));
      await dialogButton(page, 'アドレスを変更する').click();
      await dialog.getByText('現在と同じメールアドレスです。').waitFor();
      await addressField(page).fill('meant');
      await dialogButton(page, 'アドレスを変更する').click();
      await dialog.getByText('メールアドレスの形式が正しくありません。').waitFor();
      await inspect('admin-order-address-wrong');
      await addressField(page).fill(corrected);
      await dialogButton(page, 'アドレスを変更する').click();
      await readToast(page, {
        title: 'メールアドレスを変更しました',
        text: '新しいアドレスにお知らせするには、メールを再送信してください。',
      });
      await section(page, 'お客様').getByText(corrected).waitFor();
      await dialogButton(page, '納品メールを再送信').click();
      const { text } = await mailbox.waitFor({ to: corrected, subject: /納品/ });
      const newPageId = String(/\/download\/([\w-]+)/.exec(text)?.[1]);
      expect(newPageId).not.toBe(pageId);
      await readToast(page, { title: '送信しました', text: '納品メールを再送信しました。' });

      await dialogButton(page, '期限を延長する').click();
      await readToast(page, { title: 'ダウンロード期限を延長しました', text: 'ダウンロードページの期限を、今日から数え直しました。' });
      await newCustomer().claim(newPageId, String(order.lines[0]?.id));
      await page.reload();
      await section(page, '動画')
        .getByText(/にダウンロード開始/)
        .waitFor();
      await inspect('admin-order-downloaded');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /の再ダウンロードを許可する$/ })
        .click();
      await readToast(page, { title: '再ダウンロードを許可しました', text: 'お客様は、動画をもう一度ダウンロードできます。' });
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
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a video cannot be made, then its price is refunded with a reason, and the customer receives a mail', async () => {
      const email = `declined-on-${size}@example.jp`;
      const { orderNumber, lines, amount } = await office.buy({ email, count: 2 });
      const [line, other] = lines;
      const { provider, mailbox } = shop.stack();
      const { page, context, inspect, wrong } = await office.open(`${ORDERS}&order=${orderNumber}`, { size });
      const dialog = details(page, orderNumber);
      await dialogButton(page, `${line?.orderNumber} を制作不可にする`).click();
      const form = dialog.getByRole('group', { name: `${line?.orderNumber} を制作不可にする` });
      const price = line?.price ?? 0;
      await form
        .getByText(`${formatPrice(price)}をお客様のカードに返金し、お客様にメールでお知らせします。この操作は取り消せません。`)
        .waitFor();
      const decline = form.getByRole('button', { name: `${formatYen(price)}を返金して制作不可にする` });
      await decline.click();
      await form.getByText('理由を入力してください。').waitFor();
      await waitForFocus(form.getByRole('textbox'));
      await inspect('admin-order-decline-empty');
      await form.getByRole('textbox').fill('撮影機材の不具合のため');
      await provider.failNext({ method: 'GET', path: '/v1/payment_intents/*', status: 500, times: 50 });
      await decline.click();
      await form
        .getByText('制作不可にできませんでした：返金に失敗しました。しばらくしてからもう一度お試しください。')
        .waitFor({ timeout: 30_000 });
      await readToast(page, { title: '制作不可にできませんでした', text: '返金に失敗しました。' });
      await inspect('admin-order-decline-failed');
      await provider.heal();
      await decline.click();
      await readToast(page, { title: '制作不可にしました', text: formatYen(price) });
      await section(page, '動画').getByText('理由：撮影機材の不具合のため').waitFor();
      await section(page, 'お支払い').getByText('一部返金済み').waitFor();
      await section(page, 'お支払い')
        .getByText(formatPrice(amount - price))
        .first()
        .waitFor();
      await mailbox.waitFor({ to: email, subject: /返金/ });
      await inspect('admin-order-declined');
      await dialog.getByRole('button', { name: '閉じる' }).click();
      const card = orderCard(page, orderNumber);
      await card.getByText('辞退', { exact: true }).waitFor();
      // Only the line that still needs its video has a URL field.
      expect(await card.getByRole('textbox').count()).toBe(1);
      await card.getByLabel(`${other?.orderNumber} の動画ダウンロードURL`).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when an order was completed without a delivery, then it can be reopened by keyboard only, and the focus returns to its button', async () => {
    const { orderNumber } = await office.buy({ email: 'taken-up-again@example.jp', count: 1 });
    await (await office.elsewhere()).complete(orderNumber);
    const { page, context, wrong } = await office.open(`${ORDERS}&view=handled&q=${orderNumber}`);
    await orderCard(page, orderNumber).waitFor();
    await tabTo(page, detailsButton(page, orderNumber));
    await page.keyboard.press('Enter');
    const reopen = dialogButton(page, '未対応に戻す');
    await reopen.waitFor();
    await page.keyboard.press('Escape');
    await details(page, orderNumber).waitFor({ state: 'detached' });
    await waitForFocus(detailsButton(page, orderNumber));
    await page.keyboard.press('Enter');
    await reopen.waitFor();
    await tabTo(page, reopen);
    await page.keyboard.press('Enter');
    await page.getByText('注文を未対応に戻しました').waitFor();
    await details(page, orderNumber).getByText('未対応', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('条件に合う注文はありません').waitFor();
    await page.getByRole('tab', { name: '未対応' }).click();
    await orderCard(page, orderNumber).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the network is unavailable, then the details and each action show an error, which remains after the dialog is closed', async () => {
    const { orderNumber } = await office.buyDelivered({ email: 'no-network@example.jp', count: 1 });
    const { page, context, inspect, wrong } = await office.open(`${ORDERS}&view=handled`);
    await orderCard(page, orderNumber).waitFor();
    await context.setOffline(true);
    await detailsButton(page, orderNumber).click();
    const dialog = details(page, orderNumber);
    await dialog.getByText('注文の詳細を読み込めませんでした').waitFor();
    await inspect('admin-order-life-unloaded');
    await context.setOffline(false);
    await retry(page, '注文の詳細を読み込めませんでした').click();
    await dialogButton(page, '期限を延長する').waitFor();
    await context.setOffline(true);
    for (const [action, failed] of [
      ['期限を延長する', 'ダウンロード期限を延長できませんでした'],
      ['納品メールを再送信', '納品メールを再送信できませんでした'],
    ] as const) {
      await dialogButton(page, action).click();
      await dialog.getByText(`${failed}：${OFFLINE}`).waitFor();
      await readToast(page, { title: failed, text: OFFLINE });
    }
    await inspect('admin-order-act-failed');
    await dialog.getByRole('button', { name: '閉じる' }).click();
    await dialog.waitFor({ state: 'detached' });
    await orderCard(page, orderNumber).getByText(`納品メールを再送信できませんでした：${OFFLINE}`).waitFor();
    await context.setOffline(false);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);
};
