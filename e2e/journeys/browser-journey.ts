import { describe, expect, test } from '@jest/globals';
import { signInAsAdmin } from '../support/admin.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { fillCard, goToPayment, openAthletes, orderNumberOn, payButton, videoGroup } from '../support/checkout.ts';
import { untilVisitorsSee } from '../support/contest.ts';
import { customerSizes } from '../support/sizes.ts';

const CARD = { ok: '4242424242424242', declined: '4000000000000002', threeDSecure: '4000002500003155' };

/** The shop from end to end: purchase, delivery and download, and a contest from its creation to its deletion. */
export const browserJourneys = (shop: ShopAndBrowser): void => {
  describe.each(customerSizes)('with the %s screen size', (size) => {
    test('when a guest buys two videos and an admin delivers them, then the guest downloads them from the page linked in the mail (customer 1.1, 1.2, 1.3, 2.6, 2.24, 2.27, 2.29, 2.31, 2.32, 2.33, 2.34, 2.35, 4.5)', async () => {
      const email = `hanako-${size}@example.jp`;
      const stack = shop.stack();
      const guest = await shop.open(size);
      const { inspect } = guest;
      await goToPayment({ stack, page: guest.page, email, inspect });
      await inspect('06-payment');
      await fillCard(guest.page, CARD.ok);
      await payButton(guest.page).click();
      const orderNumber = await orderNumberOn(guest.page);
      await inspect('07-payment-complete');
      await stack.mailbox.waitFor({ to: email, subject: new RegExp(orderNumber) });

      const admin = await shop.open(size);
      await signInAsAdmin({ stack, ...admin });
      await admin.inspect('22-admin-contests');
      await admin.page.getByRole('tab', { name: '動画注文一覧' }).click();
      await admin.page.getByLabel('注文を検索').fill(orderNumber);
      const order = admin.page.getByRole('article', { name: `注文番号 ${orderNumber}` });
      await order.waitFor();
      await admin.inspect('23-admin-orders');
      await order.getByRole('button', { name: '納品', exact: true }).click();
      await order.getByText('すべての動画のダウンロードURLを入力してください').first().waitFor();
      for (const line of ['01', '02']) {
        await order
          .getByLabel(`${orderNumber}-${line} の動画ダウンロードURL`)
          .fill(`${stack.info.gateway.replace('http://localhost', 'https://videos.example.com')}/${line}`);
      }
      await order.getByRole('button', { name: '納品', exact: true }).click();
      await order.waitFor({ state: 'detached' });
      await admin.page.getByText('対応済み', { exact: true }).click();
      await order.getByText('納品完了').waitFor();
      await admin.inspect('24-admin-orders-handled');

      const mail = await stack.mailbox.waitFor({ to: email, subject: /納品/ });
      const path = /\/download\/[\w-]+/.exec(mail.text)?.[0];
      await guest.page.goto(String(path));
      const download = guest.page.getByRole('button', { name: 'ダウンロード', exact: true });
      await download.first().waitFor();
      await inspect('08-download');
      expect(await download.count()).toBe(2);

      const videoRequest = guest.page.waitForRequest((request) => request.url().startsWith('https://videos.example.com'));
      await download.first().click();
      expect((await videoRequest).url()).toMatch(/\/0[12]$/);
      const stranger = await shop.open(size);
      await stranger.page.goto(String(path));
      await stranger.page.getByText('別のブラウザで開始済み').waitFor();
      await stranger.context.close();

      expect([...guest.wrong(), ...admin.wrong()]).toEqual([]);
      await Promise.all([guest.context.close(), admin.context.close()]);
    }, 180_000);
  });

  test('when a card is declined and its owner leaves, rejects and finally approves 3-D Secure, then the page reports each, and the order is paid once', async () => {
    const email = 'secure-browser@example.jp';
    const { page, context, inspect, wrong } = await shop.open();
    await goToPayment({ stack: shop.stack(), page, email });
    await fillCard(page, CARD.declined);
    await payButton(page).click();
    await page.getByText('決済エラー').first().waitFor();
    await inspect('30-payment-declined');

    await fillCard(page, CARD.threeDSecure);
    await payButton(page).click();
    await page.getByRole('button', { name: '承認する' }).waitFor();
    await page.goBack();
    await page.getByText('カード会社での本人認証が完了していません').waitFor();
    await inspect('payment-issuer-left');
    await page.getByRole('button', { name: '本人認証を続ける' }).click();
    await page.getByRole('button', { name: '拒否する' }).click();
    await page.getByText('決済エラー').first().waitFor();

    await fillCard(page, CARD.threeDSecure);
    await payButton(page).click();
    await page.getByRole('button', { name: '承認する' }).click();
    const orderNumber = await orderNumberOn(page);
    await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(orderNumber) });
    expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded' }]);
    expect(wrong()).toEqual([]);
    await context.close();
  });

  describe('the back office', () => {
    test('when an admin publishes a contest, then a visitor can order from it, and when the admin deletes it, then it is no longer listed', async () => {
      const admin = await shop.open('desk');
      const { page, inspect } = admin;
      await signInAsAdmin({ stack: shop.stack(), page });
      await page.getByRole('button', { name: '新規大会を追加' }).click();
      await page.getByRole('button', { name: '追加する' }).click();
      await page.getByRole('dialog').getByText('大会名を入力してください').waitFor();
      await inspect('25-admin-add-contest');
      await page.getByRole('dialog').getByLabel('大会名').fill('第1回 試験杯');
      await page.getByRole('button', { name: '追加する' }).click();
      await page.getByRole('link', { name: '第1回 試験杯を編集' }).click();

      await page.getByLabel('カテゴリ名').fill('ボディビル');
      await page.getByRole('button', { name: 'カテゴリを追加' }).click();
      await page.getByRole('button', { name: 'ボディビルを削除' }).waitFor();
      await page.getByLabel('追加する人数').fill('３');
      await page.getByRole('button', { name: '人数分を追加' }).click();
      const patchResponses = ['videoStatus', 'name', 'verticalVideoPrice'].map((field) =>
        page.waitForResponse((response) => response.request().method() === 'PATCH' && field in response.request().postDataJSON()),
      );
      await page.getByLabel('1 の動画の販売状況').selectOption('販売中');
      await page.getByLabel('1 の選手名').fill('試験 太郎');
      await page.getByLabel('1 の縦動画の価格').fill('４，２００');
      await page.getByLabel('1 の縦動画の価格').press('Enter');
      await page.getByText('3人', { exact: true }).waitFor();
      await Promise.all(patchResponses);
      await inspect('26-admin-contest-edit');
      await page.reload();
      await page.getByLabel('1 の選手名').waitFor();
      expect(await page.getByLabel('1 の選手名').inputValue()).toBe('試験 太郎');
      expect(await page.getByLabel('1 の縦動画の価格').inputValue()).toBe('4,200');
      await page.getByRole('link', { name: '戻る' }).click();
      await page.getByLabel('第1回 試験杯の動画を公開').click({ force: true });
      await page.getByText('大会の状態を更新しました').waitFor();

      const untilPublic = (isPublic: boolean) =>
        untilVisitorsSee(shop.stack().newCustomer(), (contests) => contests.some(({ name }) => name === '第1回 試験杯') === isPublic);
      await untilPublic(true);
      const visitor = await shop.open();
      await visitor.page.goto('/order-form/第1回試験杯');
      const item = videoGroup(visitor.page, 1);
      await item.getByLabel('カテゴリー').selectOption('ボディビル');
      await (await openAthletes(visitor.page, item)).fill('太郎');
      await visitor.page.getByRole('option', { name: /試験 太郎/ }).click();
      await item.getByRole('checkbox', { name: /^縦動画/ }).check();
      await visitor.page.getByText('¥4,200').first().waitFor();

      await page.getByRole('button', { name: '第1回 試験杯を削除' }).click();
      await page.getByRole('dialog').getByText('本当に削除しますか？').waitFor();
      await inspect('27-admin-delete-contest');
      await page.getByRole('button', { name: '削除する' }).click();
      await page.getByText('大会を削除しました').waitFor();
      await untilPublic(false);
      expect([...admin.wrong(), ...visitor.wrong()]).toEqual([]);
      await Promise.all([admin.context.close(), visitor.context.close()]);
    }, 180_000);
  });
};
