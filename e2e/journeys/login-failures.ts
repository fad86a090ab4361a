import { expect, test } from '@jest/globals';
import { BLOCK_ACCOUNTS, BLOCK_FAILURES, CUSTOMER_LOCK_FAILURES, CUSTOMER_WARNING_ATTEMPTS } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { emailField, memberButton, newMember, passwordField, sendCredentials, tryWrongCode, wrongCode } from '../support/accounts.ts';
import type { Size } from '../support/browser.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const logInButton = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true });
const WRONG_PASSWORD = 'Not-the-password1';

/** Sends a wrong password and waits for its error. It awaits the response first, because the page still shows the previous error until then. */
const failOnce = async (page: Page, email: string): Promise<void> => {
  const responsePromise = page.waitForResponse('**/api/login');
  await sendCredentials(page, { email, password: WRONG_PASSWORD });
  await responsePromise;
  await page
    .getByRole('button', { name: /^(ログイン|ロック中)$/ })
    .and(page.locator(':not([data-loading])'))
    .waitFor();
  await page
    .locator('main')
    .getByText(/正しくありません|ロックされました/)
    .waitFor();
};

/** Types the mailed code and waits for the home page with the member signed in. */
const passSecondStep = async (page: Page, { email, code }: { email: string; code: string }): Promise<void> => {
  await typeCode(page, code);
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
  await memberButton(page, email).waitFor();
};

/** Failed sign-ins. They are counted by client address, so each visitor here has its own. */
export const loginFailureJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('login');

  /** Opens a window whose requests have the given client address. */
  const openFrom = async (address: string, size?: Size) => {
    const window = await shop.open(size);
    await window.context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
    return window;
  };

  test('when the password is wrong repeatedly, then the page warns, shows the remaining attempts, locks, and later unlocks', async () => {
    const member = await newMember(shop.stack(), 'locked@example.jp');
    const other = await newMember(shop.stack(), 'not-locked@example.jp');
    const { page, context, inspect, wrong } = await openFrom('203.0.113.1');
    await page.clock.install();
    await page.goto('/login');
    const uncounted = CUSTOMER_LOCK_FAILURES - CUSTOMER_WARNING_ATTEMPTS - 1;
    for (let failures = 1; failures <= uncounted; failures += 1) {
      await failOnce(page, member.email);
      const warning = page.getByText('ログインの失敗が続いています。');
      if (failures < 3) expect(await warning.count()).toBe(0);
      else await warning.waitFor();
    }
    await ledger.see(page, 'ログインに失敗しました');
    expect(await page.getByText(/残り試行回数/).count()).toBe(0);
    await inspect('login-failing');

    for (let left = CUSTOMER_WARNING_ATTEMPTS; left >= 1; left -= 1) {
      await failOnce(page, member.email);
      await page.getByText(`残り試行回数: ${left}回`).waitFor();
      expect(await page.getByText(/一時的にロックされます。/).count()).toBe(left <= 2 ? 1 : 0);
    }
    await ledger.see(page, '残り試行回数: {N}回');
    await page.getByText('次に失敗すると、15分間、一時的にロックされます。').waitFor();
    await inspect('login-last-try');

    await failOnce(page, member.email);
    await ledger.see(page, 'ロックされました');
    await page.getByText(/一時的に制限されています/).waitFor();
    await page.getByText(/^\d{4}年\d{1,2}月\d{1,2}日\(.\) \d{1,2}:\d{2}$/).waitFor();
    await waitForFocus(page.getByRole('alert'));
    const controls = [emailField(page), passwordField(page), page.getByRole('button', { name: 'ロック中' })];
    for (const control of controls) expect(await control.isDisabled()).toBe(true);
    await inspect('login-locked');

    await page.clock.fastForward('15:01');
    await page.getByText('ロックが解除されました。もう一度ログインできます。').waitFor();
    await inspect('login-unlocked');
    // Only the browser's clock was moved forward, so the server still refuses.
    await sendCredentials(page, member);
    await ledger.see(page, 'ロックされました');
    await page.getByRole('button', { name: '別のアカウントを使う' }).click();
    await sendCredentials(page, other);
    await page.waitForURL('/');
    await memberButton(page, other.email).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  }, 180_000);

  test('when a locked-out member resets the password, then the member can log in at once', async () => {
    const { email } = await newMember(shop.stack(), 'locked-and-reset@example.jp');
    const { mailbox } = shop.stack();
    const { page, context, inspect, wrong } = await openFrom('203.0.113.2', 'desk');
    for (let failures = 1; failures < CUSTOMER_LOCK_FAILURES; failures += 1) {
      await page.request.post('/api/login', { data: { email, password: WRONG_PASSWORD } });
    }
    await page.goto('/login');
    await failOnce(page, email);
    await ledger.see(page, 'ロックされました');
    await inspect('login-locked');
    await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
    await emailField(page).fill(email);
    const except = await mailbox.idsOf(email);
    await page.getByRole('button', { name: '認証コードを送信する' }).click();
    await page.getByLabel('認証コード 1桁目').waitFor();
    await typeCode(page, await mailbox.waitForCode({ to: email, except }));
    await passwordField(page).fill('Anewpassword1');
    await page.getByRole('textbox', { name: /（確認）/ }).fill('Anewpassword1');
    await page.getByRole('button', { name: 'パスワードを再設定する' }).click();
    await page.getByRole('main').getByRole('link', { name: 'ログイン', exact: true }).click();
    const earlier = await mailbox.idsOf(email);
    await sendCredentials(page, { email, password: 'Anewpassword1' });
    // After that many failures from an unknown browser, the sign-in also requires a mailed code.
    await page.getByText('安全のため、ご本人の確認をお願いします。').waitFor();
    await passSecondStep(page, { email, code: await mailbox.waitForCode({ to: email, except: earlier }) });
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when a sign-in is risky, then it also requires a mailed code', async () => {
    const member = await newMember(shop.stack(), 'risky@example.jp');
    const { email } = member;
    const { mailbox } = shop.stack();
    const { page, context, inspect, wrong } = await openFrom('203.0.113.3');
    await page.clock.install();
    await page.goto('/login');
    for (let failures = 0; failures < 3; failures += 1) await failOnce(page, email);
    const before = await mailbox.idsOf(email);
    await sendCredentials(page, member);
    await page.getByText('安全のため、ご本人の確認をお願いします。').waitFor();
    const first = await mailbox.waitForCode({ to: email, except: before });
    await inspect('login-step-up');

    await page.clock.fastForward('01:00');
    const earlier = await mailbox.idsOf(email);
    await page.getByRole('button', { name: '認証コードを再送信' }).click();
    await page.getByText('認証コードを送信しました。').waitFor();
    const second = await mailbox.waitForCode({ to: email, except: earlier });
    for (const code of [first, wrongCode(first, second)]) {
      await tryWrongCode({ page, code, button: '認証してログイン' });
      await page.getByText('認証コードが正しくありません').waitFor();
    }
    await passSecondStep(page, { email, code: second });
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when one client address fails for many accounts, then it is blocked with a reason, and other addresses can log in', async () => {
    const member = await newMember(shop.stack(), 'shut-out@example.jp');
    const { page, context, inspect, wrong } = await openFrom('203.0.113.4');
    for (let failures = 0; failures < BLOCK_FAILURES; failures += 1) {
      const email = `guessed-${failures % BLOCK_ACCOUNTS}@example.jp`;
      await page.request.post('/api/login', { data: { email, password: WRONG_PASSWORD } });
    }
    await page.goto('/login');
    await sendCredentials(page, member);
    await ledger.see(page, 'ログインに失敗しました');
    await page.getByText(/この接続元からのログインを一時停止しています。1時間ほど待ってから/).waitFor();
    await inspect('login-network-blocked');
    expect((await shop.stack().newCustomer().logIn(member)).user?.email).toBe(member.email);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the shop or the network is unavailable, then the page shows an error and keeps the input', async () => {
    const member = await newMember(shop.stack(), 'logs-in-later@example.jp');
    const identity = shop.stack().service('identity');
    const { page, context, inspect, wrong } = await openFrom('203.0.113.10');
    await page.goto('/login');
    await logInButton(page).waitFor();
    await identity.stop();
    await sendCredentials(page, member);
    await ledger.see(page, 'ログインに失敗しました');
    await page.getByText(/しばらくしてからもう一度お試しください。/).waitFor();
    await inspect('login-failed');
    await context.setOffline(true);
    await logInButton(page).click();
    await page.getByText('インターネットに接続されていません。').waitFor();
    await context.setOffline(false);
    await identity.start();
    await logInButton(page).click();
    await memberButton(page, member.email).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when all tests of failed sign-ins have run, then every text that the specification quotes was shown', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
