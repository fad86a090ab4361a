import { expect, test } from '@jest/globals';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { payButton, payBy, toPayment } from '../support/checkout.ts';
import { ONLY_CATEGORY, openContest } from '../support/contest.ts';
import { confirmAsMember } from '../support/payment-page.ts';

const CHOICE = [{ category: ONLY_CATEGORY, bib: '1', style: '縦動画' }] as const;

/** Prices and contests that change between the order form and the payment. */
export const changesMeanwhile = (shop: ShopAndBrowser): void => {
  test('when the contest is withdrawn from sale and its price changes during an order, then the selection is kept, and exactly the new price is charged (customer 2.8)', async () => {
    const people = { admin: await shop.stack().signedInAdmin(), visitor: shop.stack().newCustomer() };
    const contest = await openContest(people, { name: '値上げの大会', athletes: [{ athleteNumber: '1', verticalVideoPrice: 4_000 }] });
    const { page, context, inspect, wrong } = await shop.open();
    await confirmAsMember({ stack: shop.stack(), page, email: 'new-price@example.jp', order: { slug: contest.slug, choices: CHOICE } });
    await contest.setOnSale(false);
    await toPayment(page).click();
    await page.getByText('現在ご注文いただけない動画が含まれています。').waitFor();
    await page.getByText('この大会は現在販売していません。').waitFor();
    await inspect('payment-withdrawn');
    await page.goto('/order-confirmation');
    await page.getByText('選択した内容はこのブラウザに保存されています。').waitFor();
    expect(await toPayment(page).count()).toBe(0);

    await contest.setOnSale(true);
    await contest.changeAthlete('1', { verticalVideoPrice: 6_000 });
    await page.reload();
    await toPayment(page).click();
    await page.getByText('新しい価格：¥6,000（税込）').waitFor();
    expect(await payButton(page).isDisabled()).toBe(true);
    await inspect('payment-new-price');
    await page.getByRole('button', { name: '合計¥6,000で続ける' }).click();
    await page.getByLabel('カード番号').waitFor();
    expect(await payButton(page).textContent()).toContain('¥6,000を支払って');
    const orderNumber = await payBy(page);
    expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded', amount: 6_000 }]);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
