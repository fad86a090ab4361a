import { describe, expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import { memberButton, newMember, PASSWORD, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { changeButton, passwordDialog } from '../support/password-dialog.ts';
import { customerSizes } from '../support/sizes.ts';

const NEW_PASSWORD = 'Sakurasaku2027';

/** The account page and its dialog that changes the password. */
export const accountJourneys = (shop: ShopAndBrowser): void => {
  describe.each(customerSizes)('with the %s screen size', (size) => {
    test('when a member changes the password, then this session stays valid, the other session ends, and only the new password works (customer 1.5, 2.46, 2.47, 2.48, 4.11, 7.27, 7.28, 7.29)', async () => {
      const member = await newMember(shop.stack(), `changes-on-${size}@example.jp`);
      const { email } = member;
      const other = shop.stack().newCustomer();
      await other.logIn(member);
      const { page, context, inspect, wrong } = await shop.open(size);
      const dialog = passwordDialog({ stack: shop.stack(), page, email });
      await signIn(page, member);
      await page.goto('/account');
      await changeButton(page).waitFor();

      await page.getByRole('main').getByText(email).waitFor();
      await page.getByRole('main').getByText('設定済み').waitFor();
      expect(await page.getByText('••••••••').isVisible()).toBe(true);
      await inspect('account');
      await changeButton(page).click();
      await dialog.step(1).waitFor();
      await inspect('password-1-send');
      const code = await dialog.goToCode();
      await dialog.self.getByText(`${email} に届いた6桁の認証コードを入力してください。`).waitFor();
      await inspect('password-2-code');
      await typeCode(page, code);
      await dialog.step(3).waitFor();
      await dialog.buttons.change.click();
      await dialog.self.getByText('すべての項目を入力してください').waitFor();
      await inspect('password-3-empty');
      await dialog.sendPasswords({ current: PASSWORD, fresh: NEW_PASSWORD });

      await page.getByRole('main').getByRole('status').getByText('パスワードを変更しました。').waitFor();
      await dialog.self.waitFor({ state: 'detached' });
      await waitForFocus(changeButton(page));
      await inspect('password-changed');
      await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects['password-changed']) });

      await page.reload();
      await memberButton(page, email).waitFor();
      await expect(other.call({ path: '/api/user' })).rejects.toMatchObject({ status: 401 });
      const logIn = (password: string) => shop.stack().newCustomer().logIn({ email, password });
      await expect(logIn(PASSWORD)).rejects.toMatchObject({ status: 401 });
      expect(await logIn(NEW_PASSWORD)).toMatchObject({ user: { username: expect.any(String) } });

      await page.getByRole('link', { name: '購入履歴を見る' }).click();
      await page.waitForURL('**/purchase-history');
      await page.goBack();
      await page.getByRole('main').getByRole('button', { name: 'ログアウト', exact: true }).click();
      await page.getByText('ログアウトしました。').waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goto('/account');
      await page.waitForURL('**/login');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
