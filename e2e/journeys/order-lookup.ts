import { describe, expect, test } from '@jest/globals';
import { orderLinkSubject } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { emailField } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { waitForFocus } from '../support/keyboard.ts';
import type { OrderDesk } from '../support/order-desk.ts';
import { customerSizes } from '../support/sizes.ts';

const numberField = (page: Page) => page.getByLabel('注文番号');
const submitButton = (page: Page) => page.getByRole('button', { name: '照会する', exact: true });
const acceptedHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'ご注文の照会を受け付けました' });
/** The same text whether or not the order exists. */
const ACCEPTED_TEXT = /^ご入力の内容に一致するご注文がある場合、ご注文時のメールアドレスにご案内をお送りします。/;

type Lookup = { orderNumber: string; email: string };
const lookUp = async (page: Page, { orderNumber, email }: Lookup): Promise<void> => {
  await numberField(page).fill(orderNumber);
  await emailField(page).fill(email);
  await submitButton(page).click();
};

/** The order lookup, for customers who have lost the links to their order. */
export const orderLookupJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  /** Waits for the mail that an order lookup sends. */
  const linkMail = ({ orderNumber, email }: Lookup, except: ReadonlySet<string>) =>
    shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(orderLinkSubject(orderNumber)), except });

  describe.each(customerSizes)('the order lookup with the %s screen size', (size) => {
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
    });
  });
};
