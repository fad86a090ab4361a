import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { memberButton, newMember, sendCredentials } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { customerSizes } from '../support/sizes.ts';

const logInButton = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The login page of the shop, for members and admins. */
export const loginJourneys = (shop: ShopAndBrowser): void => {
  describe.each(customerSizes)('with the %s screen size', (size) => {
    test('when a member logs in, then the home page opens, and when the member logs out, then the session ends (customer 2.11, 2.12, 2.21, 2.23, 5.5, 7.22; admin 7.4)', async () => {
      const member = await newMember(shop.stack(), `logs-in-on-${size}@example.jp`);
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/');
      if (size === 'phone') await page.getByRole('button', { name: '会員メニュー' }).click();
      const banner = page.getByRole('banner');
      await banner.getByRole('link', { name: 'ログイン' }).click();
      await logInButton(page).waitFor();
      await page.getByText(/大文字・小文字・数字・記号をすべて含む12文字以上/).waitFor();
      await inspect('login-form');
      await sendCredentials(page, member);
      await page.waitForURL('/');
      await memberButton(page, member.email).click();
      await banner.getByRole('link', { name: 'アカウント' }).waitFor();
      await inspect('login-member-menu');
      await banner.getByRole('button', { name: 'ログアウト' }).click();
      await page.getByText('ログアウトしました。').waitFor();
      await memberButton(page, member.email).waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/');

      await page.goto('/account');
      await page.waitForURL('**/login');
      await page.getByText('ログインすると、元のページに戻ります。').waitFor();
      await sendCredentials(page, member);
      await page.waitForURL('**/account');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });

  test('when an admin logs in here, then the second step follows, and the back office opens (customer 2.21, 2.23)', async () => {
    const { info, mailbox } = shop.stack();
    const { email } = info.admin;
    const { page, context, inspect, wrong } = await shop.open();
    await page.goto('/login');
    const except = await mailbox.idsOf(email);
    await sendCredentials(page, info.admin);
    await heading(page, '認証コードの入力').waitFor();
    await waitForFocus(heading(page, '認証コードの入力'));
    await inspect('login-second-step');
    await typeCode(page, await mailbox.waitForCode({ to: email, except }));
    await page.waitForURL('**/admin');
    await page.getByRole('heading', { name: '大会管理' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('admin_session'))).toContain(email);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
