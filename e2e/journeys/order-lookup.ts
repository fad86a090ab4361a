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
const submitButton = (page: Page) => page.getByRole('button', { name: '照会する', exact: true });
const acceptedHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'ご注文の照会を受け付けました' });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'ご注文を照会できませんでした' });
/** The same text whether or not the order exists. */
const ACCEPTED_TEXT = /^ご入力の内容に一致するご注文がある場合、ご注文時のメールアドレスにご案内をお送りします。/;

type Lookup = { orderNumber: string; email: string };
const lookUp = async (page: Page, { orderNumber, email }: Lookup): Promise<void> => {
  await numberField(page).fill(orderNumber);
  await emailField(page).fill(email);
  await submitButton(page).click();
};

/** The links after a payment, and the order lookup for customers who have lost them. */
export const orderLookupJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  /** Waits for the mail that an order lookup sends. */
  const linkMail = ({ orderNumber, email }: Lookup, except: ReadonlySet<string>) =>
    shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(orderLinkSubject(orderNumber)), except });

  describe('a completed order', () => {
    test('when a customer has paid, then the page links to the receipt and the home page, for members also to the history, and the order lookup is prefilled', async () => {
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

  describe.each(['phone', 'desk'] as const)('the order lookup with the %s screen size', (size) => {
    test('when the order exists, then its email address receives a link, and when it does not, then the page shows the same text and no mail is sent', async () => {
      const email = `looks-up-on-${size}@example.jp`;
      const order = await desk.buy({ email, count: 1 });
      const { orderNumber } = order;
      const { mailbox } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'ご注文の照会' }).click();
      await submitButton(page).waitFor();
      await inspect('order-lookup');
      const strangerEmail = `nosy-on-${size}@example.jp`;
      await lookUp(page, { orderNumber, email: strangerEmail });
      await acceptedHeading(page).waitFor();
      await waitForFocus(acceptedHeading(page));
      const acceptedText = await page.getByText(ACCEPTED_TEXT).textContent();
      await inspect('order-lookup-taken');

      // In full-width digits and with a line number, as customers copy it from mails or type it on phones.
      const before = await mailbox.idsOf(email);
      await page.getByRole('button', { name: 'もう一度照会する' }).click();
      expect(await emailField(page).inputValue()).toBe(strangerEmail);
      const fullWidth = orderNumber.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
      await lookUp(page, { orderNumber: `${fullWidth}－０１`, email: email.toUpperCase() });
      await acceptedHeading(page).waitFor();
      expect(await page.getByText(ACCEPTED_TEXT).textContent()).toBe(acceptedText);
      await page.getByRole('main').getByText(orderNumber, { exact: true }).waitFor();
      const mailBefore = await linkMail({ orderNumber, email }, before);
      expect(mailBefore.text).toContain('ご注文の動画は準備中です。');
      expect(mailBefore.text).not.toContain('/download/');
      await page.goto(String(/\/receipt\/\d{8}/.exec(mailBefore.text)?.[0]));
      await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor();

      const pageId = await desk.deliver(order);
      const earlier = await mailbox.idsOf(email);
      await page.goto('/order-lookup');
      await lookUp(page, { orderNumber, email });
      const mailAfter = await linkMail({ orderNumber, email }, earlier);
      const path = String(/\/download\/[\w-]+/.exec(mailAfter.text)?.[0]);
      expect(path).toBe(`/download/${pageId}`);
      await page.goto(path);
      await page.getByText('ダウンロードできます', { exact: true }).waitFor();
      expect(await mailbox.to(strangerEmail)).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the order lookup', () => {
    test('when only the keyboard is used, then an error focuses its field, and pressing Enter twice submits once', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/order-lookup');
      await submitButton(page).waitFor();
      await tabTo(page, submitButton(page));
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
      await acceptedHeading(page).waitFor();
      expect(sent.count).toBe(1);
      await tabTo(page, page.getByRole('button', { name: 'もう一度照会する' }));
      await page.keyboard.press('Enter');
      await submitButton(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop or the network is unavailable, or an address exceeds its limit, then the page shows an error and keeps the input', async () => {
      const lookup = { orderNumber: '12345678', email: 'asked-too-often@example.jp' };
      const { page, context, inspect, wrong } = await shop.open();
      const orders = shop.stack().service('orders');
      await page.goto('/order-lookup');
      await orders.stop();
      await lookUp(page, lookup);
      await failure(page).getByText('しばらくしてからもう一度お試しください。').waitFor();
      await inspect('order-lookup-failed');
      await context.setOffline(true);
      await submitButton(page).click();
      await failure(page).getByText('インターネットに接続されていません。接続を確認して、もう一度お試しください。').waitFor();
      await context.setOffline(false);
      await orders.start();
      expect([await numberField(page).inputValue(), await emailField(page).inputValue()]).toEqual([lookup.orderNumber, lookup.email]);

      for (let requests = 0; requests < LOOKUPS_PER_ADDRESS_HOUR; requests += 1) {
        const response = await page.request.post('/api/orders/lookup', { data: lookup });
        expect(response.status()).toBe(202);
      }
      await submitButton(page).click();
      await failure(page).getByText(errorCatalogue.LookupLimitReached.message).waitFor();
      await inspect('order-lookup-limit');
      await emailField(page).fill('asked-once@example.jp');
      await submitButton(page).click();
      await acceptedHeading(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
