import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { confirmationField, emailField, memberButton, newMember, PASSWORD, passwordField, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { askForCode, orderVideos, payBy, proveByCode, SMALL_CONTEST_SLUG, toPayment } from '../support/checkout.ts';

const CHOICES = [{ category: 'メンズフィジーク', bib: '001', style: '縦動画' }] as const;
const autoLogin = (page: Page) => page.getByRole('checkbox', { name: '会員登録して、購入履歴に残す（任意）' });

/** The order confirmation: an account created with the order, and an order by a member. */
export const confirmationJourneys = (shop: ShopAndBrowser): void => {
  test('when automatic login is chosen, then the order creates the account and signs in, also after a reload, and the browser never stores the password', async () => {
    const email = 'auto-login@example.jp';
    const { page, context, inspect, wrong } = await shop.open('desk');
    await orderVideos(page, { slug: SMALL_CONTEST_SLUG, choices: CHOICES });
    await autoLogin(page).check();
    await passwordField(page).fill(PASSWORD);
    await confirmationField(page).fill(PASSWORD);
    const { readCode } = await askForCode({ stack: shop.stack(), page, email, inspect: (name) => inspect(`auto-login-${name}`) });
    await proveByCode(page, await readCode());
    await page.getByLabel('カード番号').waitFor();
    await inspect('auto-login-06-payment');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD);
    await page.reload();
    await page.getByLabel('カード番号').waitFor();
    await payBy(page);
    await memberButton(page, email).waitFor();
    expect((await shop.stack().newCustomer().logIn({ email, password: PASSWORD })).user?.email).toBe(email);
    expect(wrong()).toEqual([]);
    await context.close();
  });

  test('when a member orders, then the email address is prefilled and needs no code', async () => {
    const { page, context, inspect, wrong } = await shop.open();
    const member = await newMember(shop.stack(), 'member-orders@example.jp');
    await signIn(page, member);
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await orderVideos(page, { slug: SMALL_CONTEST_SLUG, choices: CHOICES });
    await toPayment(page).waitFor();
    expect([await emailField(page).inputValue(), await autoLogin(page).count()]).toEqual([member.email, 0]);
    await inspect('confirmation-member');
    await toPayment(page).click();
    await page.getByLabel('カード番号').waitFor();
    await payBy(page);
    expect(requestedPaths).not.toContain('/api/send-verification-code');
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
