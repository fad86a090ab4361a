import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type BackOffice, orderCard, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { readToast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';

const ORDERS = '/admin?tab=orders';
const REQUIRED = 'すべての動画のダウンロードURLを入力してください';
const INVALID = 'ダウンロードURLは https:// で始まる2,048文字以内のURLを入力してください（ユーザー名・パスワードを含むURLは使えません）。';
const UNAVAILABLE = 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。';

const deliverButton = (card: Locator) => card.getByRole('button', { name: '納品', exact: true });
const completeButton = (card: Locator) => card.getByRole('button', { name: '完了', exact: true });
/** The error message about an order that is no longer in the list. */
const errorOfRemovedOrder = (page: Page, orderNumber: string) => page.getByRole('alert', { name: `注文番号 ${orderNumber}` });

const fillUrls = async (card: Locator): Promise<void> => {
  for (const field of await card.getByRole('textbox').all()) await field.fill(`${VIDEO_SITE}/ready`);
};

/** An admin delivers and completes orders on the order cards of the back office. */
export const adminDeliveryJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe('delivery and completion of an order', () => {
    test('when a download URL is missing or invalid, then its field shows the reason; when all are valid, then the customer receives a mail', async () => {
      const email = 'has-a-delivery@example.jp';
      const { orderNumber } = await office.buy({ email });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      const card = orderCard(page, orderNumber);
      await card.waitFor();
      const sent: string[] = [];
      page.on('request', (request) => void (request.method() === 'GET' || sent.push(request.url())));
      const [first, second] = [card.getByRole('textbox').first(), card.getByRole('textbox').last()];

      await deliverButton(card).click();
      expect(await card.getByText(REQUIRED).count()).toBe(2);
      await waitForFocus(first);
      await readToast(page, { title: '入力エラー', text: REQUIRED });
      await inspect('admin-order-urls-missing');
      await first.fill(`${VIDEO_SITE}/1`);
      for (const url of [
        'http://videos.example.com/1',
        'javascript:alert(1)',
        'https://user:secret@videos.example.com/1',
        `${VIDEO_SITE}/${'a'.repeat(3_000)}`,
        'videos.example.com/1',
      ]) {
        await second.fill(url);
        await deliverButton(card).click();
        await card.getByText(INVALID).waitFor();
        await waitForFocus(second);
        await readToast(page, { title: '入力エラー', text: INVALID });
      }
      await inspect('admin-order-url-invalid');
      expect(sent).toEqual([]);
      await second.fill(` ${VIDEO_SITE}/2 `);
      await deliverButton(card).click();
      await readToast(page, {
        title: '納品完了',
        text: `注文番号 ${orderNumber} のお客様に、ダウンロードリンクのメールを送信しました。`,
      });
      await card.waitFor({ state: 'detached' });
      await shop.stack().mailbox.waitFor({ to: email, subject: /納品/ });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when an order is delivered by keyboard only, then the focus moves to the next order', async () => {
      await office.buy({ email: 'keyboard-1@example.jp' });
      const { orderNumber } = await office.buy({ email: 'keyboard-2@example.jp' });
      const { page, context, wrong } = await office.open('/admin');
      await page.getByRole('table', { name: '大会の一覧' }).waitFor();
      await tabTo(page, page.getByRole('tab', { name: '大会管理' }));
      await page.keyboard.press('ArrowRight');
      const card = orderCard(page, orderNumber);
      await card.waitFor();
      for (const field of await card.getByRole('textbox').all()) {
        await tabTo(page, field);
        await page.keyboard.type(`${VIDEO_SITE}/keyboard`);
      }
      await tabTo(page, deliverButton(card));
      await page.keyboard.press('Enter');
      await page.getByText(/のお客様に、ダウンロードリンクのメールを送信しました。/).waitFor();
      await card.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.id.startsWith('order-'));
      await shop.stack().mailbox.waitFor({ to: 'keyboard-2@example.jp', subject: /納品/ });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the mail server is unavailable, then the order is delivered, the page reports the unsent mail, and the mail is sent later', async () => {
      const email = 'mail-comes-later@example.jp';
      const { orderNumber } = await office.buy({ email, count: 1 });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      const { backing, mailbox } = shop.stack();
      const card = orderCard(page, orderNumber);
      await card.waitFor();
      await fillUrls(card);
      await backing.kill('mailbox', 'SIGTERM');
      try {
        await deliverButton(card).click();
        await readToast(page, {
          title: '納品完了',
          text: `注文番号 ${orderNumber} のメールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。`,
        });
      } finally {
        await backing.start('mailbox');
      }
      await card.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: '対応済み' }).click();
      await card.getByRole('link', { name: 'ダウンロードリンク' }).waitFor();
      await mailbox.waitFor({ to: email, subject: /納品/ });
      await inspect('admin-order-delivered-unmailed');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when an order is completed, then it moves to the handled orders; when the orders service is unavailable, then it stays and each failure is shown', async () => {
      const { orderNumber } = await office.buy({ email: 'to-be-completed@example.jp' });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      const { service } = shop.stack();
      const card = orderCard(page, orderNumber);
      await card.waitFor();
      await fillUrls(card);
      const loadError = '注文の一覧を読み込めませんでした';
      await service('orders').stop();
      try {
        await completeButton(card).click();
        await card.getByText(`完了処理に失敗しました：${UNAVAILABLE}`).waitFor();
        await readToast(page, { title: '完了処理に失敗しました', text: UNAVAILABLE });
        await deliverButton(card).click();
        await card.getByText(`納品処理に失敗しました：${UNAVAILABLE}`).waitFor();
        await readToast(page, { title: '納品処理に失敗しました', text: UNAVAILABLE });
        await page.getByText(loadError).waitFor();
        await inspect('admin-order-failed');
      } finally {
        await service('orders').start();
      }
      await retry(page, loadError).click();
      await page.getByText(loadError).waitFor({ state: 'detached' });
      expect(await card.getByRole('textbox').first().inputValue()).toBe(`${VIDEO_SITE}/ready`);
      await completeButton(card).click();
      await readToast(page, { title: '処理完了', text: `注文番号 ${orderNumber} を対応済みに移動しました。` });
      await card.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: '対応済み' }).click();
      await card.getByText('納品完了', { exact: true }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when another admin has delivered the order, then an error is shown; when the page is reloaded, then the typed URLs are kept', async () => {
      const order = await office.buy({ email: 'meanwhile@example.jp' });
      const { orderNumber } = order;
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      const card = orderCard(page, orderNumber);
      await card.waitFor();
      await fillUrls(card);
      await page.reload();
      await card.waitFor();
      expect(await card.getByRole('textbox').first().inputValue()).toBe(`${VIDEO_SITE}/ready`);
      await office.deliver(order);
      await deliverButton(card).click();
      const notice = errorOfRemovedOrder(page, orderNumber);
      await notice.getByText('納品処理に失敗しました：この注文はすでに納品済みです。').waitFor();
      await readToast(page, { title: '納品処理に失敗しました', text: 'この注文はすでに納品済みです。' });
      await card.waitFor({ state: 'detached' });
      await inspect('admin-order-delivered-elsewhere');
      await notice.getByRole('button', { name: '閉じる' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
