import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { emailField, memberButton, newMember, passwordField, sendCredentials, tryWrongCode, wrongCode } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { goToConfirmation, typeCode } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';

const logInButton = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The login page of the shop, for members and admins. */
export const loginJourneys = (shop: ShopAndBrowser): void => {
  describe.each(['phone', 'desk'] as const)('with the %s screen size', (size) => {
    test('when a member logs in, then the home page opens, and when the member logs out, then the session ends', async () => {
      const member = await newMember(shop.stack(), `logs-in-on-${size}@example.jp`);
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/');
      if (size === 'phone') await page.getByRole('button', { name: '会員メニュー' }).click();
      const banner = page.getByRole('banner');
      await (size === 'phone'
        ? banner.getByRole('menuitem', { name: 'ログイン' })
        : banner.getByRole('link', { name: 'ログイン' })
      ).click();
      await logInButton(page).waitFor();
      await page.getByText(/大文字・小文字・数字・記号をすべて含む12文字以上/).waitFor();
      await inspect('login-form');
      await sendCredentials(page, member);
      await page.waitForURL('/');
      await memberButton(page, member.email).click();
      await page.getByRole('menuitem', { name: 'アカウント' }).waitFor();
      await inspect('login-member-menu');
      await page.getByRole('menuitem', { name: 'ログアウト' }).click();
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
    }, 120_000);
  });

  describe('the login form', () => {
    test('when only the keyboard is used, then an error focuses its field, and pressing Enter twice submits once', async () => {
      const member = await newMember(shop.stack(), 'logs-in-by-keyboard@example.jp');
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/login');
      await logInButton(page).waitFor();
      const helpLinks = page.getByRole('navigation', { name: 'ログインにお困りの方' }).getByRole('link');
      expect(await helpLinks.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        '/forgot-password',
        '/register',
        '/',
      ]);
      await tabTo(page, logInButton(page));
      await page.keyboard.press('Enter');
      await page.getByText('メールアドレスを入力してください。').waitFor();
      await page.getByText('パスワードを入力してください。').waitFor();
      await waitForFocus(emailField(page));
      await inspect('login-form-empty');
      await page.keyboard.type(member.email);
      await tabTo(page, passwordField(page));
      await page.keyboard.type('Not-the-password1');
      await page.keyboard.press('Enter');
      await page.locator('main').getByText('メールアドレスまたはパスワードが正しくありません').waitFor();
      await waitForFocus(passwordField(page));

      const requestedPaths: string[] = [];
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      const release = await holdBack(page, '**/api/login');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(member.password);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await release();
      await page.waitForURL('/');
      await memberButton(page, member.email).waitFor();
      expect(requestedPaths.filter((path) => path === '/api/login')).toHaveLength(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a member logs in during an order, then they return to the unchanged order', async () => {
      const member = await newMember(shop.stack(), 'logs-in-while-ordering@example.jp');
      const { page, context, wrong } = await shop.open();
      await goToConfirmation({ page });
      await page.getByRole('link', { name: '会員の方はログイン' }).click();
      await page.waitForURL('**/login?from=order');
      await sendCredentials(page, member);
      await page.waitForURL('**/order-confirmation');
      for (const line of [/メンズフィジーク/, /ビキニ/]) await page.getByText(line).first().waitFor();
      await page.getByRole('button', { name: 'お支払いへ進む' }).waitFor();
      expect(await emailField(page).inputValue()).toBe(member.email);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the URL or the history state names another site, then the login redirects within the shop', async () => {
      const member = await newMember(shop.stack(), 'stays-here@example.jp');
      const { page, context, wrong } = await shop.open();
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      const evil = encodeURIComponent('//evil.example/');
      for (const query of [
        `from=${evil}`,
        `redirect=${evil}&redirectTo=${evil}&next=${evil}&returnUrl=${evil}`,
        'from=https://evil.example',
      ]) {
        await page.goto(`/login?${query}`);
        await sendCredentials(page, member);
        await page.waitForURL('/');
      }
      for (const from of ['//evil.example/', '/\\evil.example', 'https://evil.example/', 'javascript:document.title=1']) {
        await page.goto('/login');
        await logInButton(page).waitFor();
        await page.evaluate((path) => history.replaceState({ ...history.state, usr: { from: path } }, ''), from);
        await page.reload();
        await sendCredentials(page, member);
        await page.waitForURL('/');
        await memberButton(page, member.email).waitFor();
      }
      expect([...hosts].filter((host) => host !== new URL(page.url()).host)).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe.each(['phone', 'desk'] as const)('an admin on the login page of the shop with the %s screen size', (size) => {
    test('when an admin logs in here, then the second step follows, and the back office opens', async () => {
      const { info, mailbox } = shop.stack();
      const { email } = info.admin;
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/login');
      const first = await mailbox.idsOf(email);
      await sendCredentials(page, info.admin);
      await heading(page, '認証コードの入力').waitFor();
      await waitForFocus(heading(page, '認証コードの入力'));
      await inspect('login-second-step');
      const code = await mailbox.waitForCode({ to: email, except: first });
      await page.getByRole('button', { name: '認証してログイン' }).click();
      await page.getByText('6桁の認証コードを入力してください').waitFor();
      await tryWrongCode({ page, code: wrongCode(code), button: '認証してログイン' });
      await page.getByText('認証コードが正しくありません').waitFor();
      await inspect('login-second-step-wrong');

      await page.getByRole('button', { name: '戻る' }).click();
      await heading(page, 'ログイン').waitFor();
      expect(await emailField(page).inputValue()).toBe(email);
      const second = await mailbox.idsOf(email);
      await logInButton(page).click();
      await heading(page, '認証コードの入力').waitFor();
      await typeCode(page, await mailbox.waitForCode({ to: email, except: second }));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
      await page.getByRole('heading', { name: '大会管理' }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem('admin_session'))).toContain(email);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
