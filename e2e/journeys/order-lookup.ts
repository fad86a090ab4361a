import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, LOOKUPS_PER_ADDRESS_HOUR, orderLinkSubject } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { emailField, newMember, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { goToPayment, payBy } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import type { OrderDesk } from '../support/order-desk.ts';

const numberField = (page: Page) => page.getByLabel('注文番号');
const lookUpButton = (page: Page) => page.getByRole('button', { name: '照会する', exact: true });
const taken = (page: Page) => page.getByRole('heading', { level: 1, name: 'ご注文の照会を受け付けました' });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'ご注文を照会できませんでした' });
/** The same for an order that there is and one that there is not. */
const ANSWER = /^ご入力の内容に一致するご注文がある場合、ご注文時のメールアドレスにご案内をお送りします。/;

type Lookup = { orderNumber: string; email: string };
const lookUp = async (page: Page, { orderNumber, email }: Lookup): Promise<void> => {
  await numberField(page).fill(orderNumber);
  await emailField(page).fill(email);
  await lookUpButton(page).click();
};

/** The links after a payment, and the way back to an order for who has lost them. */
export const orderLookupJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  /** The mail that answers a look-up. */
  const linkMail = ({ orderNumber, email }: Lookup, except: ReadonlySet<string>) =>
    shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(orderLinkSubject(orderNumber)), except });

  describe('a completed order', () => {
    test('when somebody has paid, the page leads to the receipt and home, a member’s also to the history, and the look-up knows the order', async () => {
      const email = 'has-just-paid@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/payment-complete');
      await page.waitForURL('/');
      await goToPayment({ stack: shop.stack(), page, email });
      const orderNumber = await payBy(page);
      await inspect('payment-complete');
      expect(await page.getByRole('link', { name: '購入履歴を見る' }).count()).toBe(0);
      await page.getByRole('link', { name: '領収書を発行する' }).click();
      await page.getByRole('button', { name: '発行する', exact: true }).waitFor();
      expect(await page.getByLabel('宛名').inputValue()).toBe('山田 花子');

      await page.goto('/order-lookup');
      expect([await numberField(page).inputValue(), await emailField(page).inputValue()]).toEqual([orderNumber, email]);
      await signIn(page, await newMember(shop.stack(), email));
      await page.goto('/payment-complete');
      await page.getByRole('link', { name: '購入履歴を見る' }).click();
      await page.getByRole('article', { name: `注文番号 ${orderNumber}` }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'ホームに戻る' }).click();
      await page.waitForURL('/');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe.each(['phone', 'desk'] as const)('the look-up of orders on a %s', (size) => {
    test('when an order exists, its address gets the way to it, and when none does, the page says the same and nobody gets anything', async () => {
      const email = `looks-up-on-${size}@example.jp`;
      const order = await desk.buy({ email, count: 1 });
      const { orderNumber } = order;
      const { mailbox } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'ご注文の照会' }).click();
      await lookUpButton(page).waitFor();
      await inspect('order-lookup');
      const nosy = `nosy-on-${size}@example.jp`;
      await lookUp(page, { orderNumber, email: nosy });
      await taken(page).waitFor();
      await waitForFocus(taken(page));
      const answer = await page.getByText(ANSWER).textContent();
      await inspect('order-lookup-taken');

      // Full width and with the number of a line, as it is found in mails and typed on phones.
      const before = await mailbox.idsOf(email);
      await page.getByRole('button', { name: 'もう一度照会する' }).click();
      expect(await emailField(page).inputValue()).toBe(nosy);
      const fullWidth = orderNumber.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
      await lookUp(page, { orderNumber: `${fullWidth}－０１`, email: email.toUpperCase() });
      await taken(page).waitFor();
      expect(await page.getByText(ANSWER).textContent()).toBe(answer);
      await page.getByRole('main').getByText(orderNumber, { exact: true }).waitFor();
      const awaiting = await linkMail({ orderNumber, email }, before);
      expect(awaiting.text).toContain('ご注文の動画は準備中です。');
      expect(awaiting.text).not.toContain('/download/');
      await page.goto(String(/\/receipt\/\d{8}/.exec(awaiting.text)?.[0]));
      await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor();

      const pageId = await desk.deliver(order);
      const earlier = await mailbox.idsOf(email);
      await page.goto('/order-lookup');
      await lookUp(page, { orderNumber, email });
      const delivered = await linkMail({ orderNumber, email }, earlier);
      const path = String(/\/download\/[\w-]+/.exec(delivered.text)?.[0]);
      expect(path).toBe(`/download/${pageId}`);
      await page.goto(path);
      await page.getByText('ダウンロードできます', { exact: true }).waitFor();
      expect(await mailbox.to(nosy)).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the look-up of orders', () => {
    test('when it is used by keyboard alone, wrong words keep the focus, and Enter sends once', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/order-lookup');
      await lookUpButton(page).waitFor();
      await tabTo(page, lookUpButton(page));
      await page.keyboard.press('Enter');
      await page.getByText('注文番号を入力してください。').waitFor();
      await page.getByText('メールアドレスを入力してください。').waitFor();
      await waitForFocus(numberField(page));
      await inspect('order-lookup-empty');
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      await page.getByText('注文番号は8桁の数字で入力してください。').waitFor();
      await waitForFocus(numberField(page));
      await page.keyboard.type('5678');
      await tabTo(page, emailField(page));
      await page.keyboard.type('nobody@example.jp');
      const sent = { count: 0 };
      page.on('request', (request) => {
        if (request.url().endsWith('/api/orders/lookup')) sent.count += 1;
      });
      const release = await holdBack(page, '**/api/orders/lookup');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await release();
      await taken(page).waitFor();
      expect(sent.count).toBe(1);
      await tabTo(page, page.getByRole('button', { name: 'もう一度照会する' }));
      await page.keyboard.press('Enter');
      await lookUpButton(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop or the network is away, or an address was asked for too often, it says so and keeps what was typed', async () => {
      const lookup = { orderNumber: '12345678', email: 'asked-too-often@example.jp' };
      const { page, context, inspect, wrong } = await shop.open();
      const orders = shop.stack().service('orders');
      await page.goto('/order-lookup');
      await orders.stop();
      await lookUp(page, lookup);
      await failure(page).getByText('しばらくしてからもう一度お試しください。').waitFor();
      await inspect('order-lookup-failed');
      await context.setOffline(true);
      await lookUpButton(page).click();
      await failure(page).getByText('インターネットに接続されていません。接続を確認して、もう一度お試しください。').waitFor();
      await context.setOffline(false);
      await orders.start();
      expect([await numberField(page).inputValue(), await emailField(page).inputValue()]).toEqual([lookup.orderNumber, lookup.email]);

      for (let asked = 0; asked < LOOKUPS_PER_ADDRESS_HOUR; asked += 1) {
        const answer = await page.request.post('/api/orders/lookup', { data: lookup });
        expect(answer.status()).toBe(202);
      }
      await lookUpButton(page).click();
      await failure(page).getByText(errorCatalogue.LookupLimitReached.message).waitFor();
      await inspect('order-lookup-limit');
      await emailField(page).fill('asked-once@example.jp');
      await lookUpButton(page).click();
      await taken(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
