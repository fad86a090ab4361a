import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type BackOffice, openOrder } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { expectToastAndClose } from '../support/contest-desk.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';
import { adminSizes } from '../support/sizes.ts';

const dialogOf = (page: Page, orderNumber: string) => page.getByRole('dialog', { name: `注文の詳細　${orderNumber}` });
const confirmDialog = (page: Page) => page.getByRole('dialog', { name: '納品を取り消しますか？' });
const recallButton = (page: Page) => page.getByRole('button', { name: /^納品を取り消す（あと\d+(分|秒)）$/ });
const detailsOf = (orderNumber: string) => `/admin?tab=orders&view=handled&order=${orderNumber}`;

/** Recalling a delivery, and replacing the video of a delivered order line. */
export const adminRecallJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe.each(adminSizes)('the recall of a delivery, on a %s', (size) => {
    test('when a delivery is recalled in time, then its page reports it, the next delivery uses the same page, and a single video can be replaced', async () => {
      const email = `has-a-recall-on-${size}@example.jp`;
      const { orderNumber, pageId, lines } = await office.buyDelivered({ email, count: 2 });
      const [first, second] = lines;
      const { mailbox, newCustomer } = shop.stack();
      await newCustomer().claim(pageId, String(second?.id));
      await mailbox.waitFor({ to: email, subject: /納品/ });
      const { page, context, inspect, wrong } = await office.open(detailsOf(orderNumber), { size });
      const dialog = dialogOf(page, orderNumber);

      await recallButton(page).click();
      await confirmDialog(page).getByText(`すでにダウンロードが始まっている動画：${second?.id}`).waitFor();
      await inspect('admin-order-recall');
      await confirmDialog(page).getByRole('button', { name: '納品を取り消す' }).click();
      await dialog.getByText(/に納品を取り消しました。納品し直すまで、お客様のページは閉じています。/).waitFor();
      await expectToastAndClose(page, { title: '納品を取り消しました', text: '注文を「未対応」に戻しました。' });
      await dialog.getByRole('article', { name: `納品の取り消し ${orderNumber}` }).waitFor();
      await inspect('admin-order-recalled');

      const customer = await shop.open(size);
      await customer.page.goto(`/download/${pageId}`);
      await customer.page.getByText(errorCatalogue.DownloadRecalled.message).waitFor();
      expect(await customer.page.getByRole('button', { name: 'ダウンロード' }).count()).toBe(0);
      await customer.inspect('download-recalled');

      const earlierMails = await mailbox.idsOf(email);
      await page.goto('/admin?tab=orders');
      const card = await openOrder(page, orderNumber);
      const urls = card.getByRole('textbox');
      expect(await Promise.all((await urls.all()).map((field) => field.inputValue()))).toEqual(
        lines.map(({ id }) => `${VIDEO_SITE}/${id}`),
      );
      await urls.first().fill(`${VIDEO_SITE}/mended`);
      await card.getByRole('button', { name: '納品', exact: true }).click();
      await card.waitFor({ state: 'detached' });
      const secondMail = await mailbox.waitFor({ to: email, subject: /納品/, except: earlierMails });
      expect(secondMail.text).toContain(`/download/${pageId}`);
      await customer.page.getByRole('button', { name: 'もう一度確認する' }).click();
      await customer.page.getByText('ダウンロードできます', { exact: true }).first().waitFor();
      expect(await customer.page.getByText('ダウンロードできます', { exact: true }).count()).toBe(2);

      await page.goto(detailsOf(orderNumber));
      await dialog.getByRole('button', { name: `${first?.id} の動画を差し替える` }).click();
      const form = dialog.getByRole('group', { name: `${first?.id} の動画を差し替える` });
      await inspect('admin-order-replace');
      await form.getByRole('textbox').fill(`${VIDEO_SITE}/best`);
      await form.getByRole('textbox').press('Enter');
      await form.waitFor({ state: 'detached' });
      await expectToastAndClose(page, { title: '動画を差し替えました', text: 'お客様にメールでお知らせします。' });
      const replaced = await mailbox.waitFor({ to: email, subject: /差し替え/ });
      expect(replaced.text).toContain(`/download/${pageId}`);
      await dialog.getByRole('article', { name: `動画の差し替え ${orderNumber}` }).waitFor();
      expect((await newCustomer().claim(pageId, String(first?.id))).url).toBe(`${VIDEO_SITE}/best`);
      expect([...wrong(), ...customer.wrong()]).toEqual([]);
      await customer.context.close();
      await context.close();
    });
  });
};
