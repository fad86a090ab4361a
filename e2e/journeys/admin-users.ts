import { expect, test } from '@jest/globals';
import { formatDate, formatDateTime, userListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/accounts.ts';
import type { BackOffice } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

const USERS = '/admin?tab=users';

const search = (page: Page) => page.getByRole('textbox', { name: 'ユーザーを検索' });
const card = (page: Page, email: string) => page.getByRole('article', { name: email, exact: true });
const deleteButton = (page: Page, email: string) => page.getByRole('button', { name: `${email}を削除` });
const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'ユーザーを削除しますか？' });

/** The list of accounts, and the deletion of an account. */
export const adminUserJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  const newMember = async (email: string) => {
    const member = shop.stack().newCustomer();
    await member.register({ email, password: PASSWORD, name: '名簿 花子' });
    return member;
  };

  test('when the accounts are listed, then each shows its role and dates, and can be found by a search (admin 1.4, 2.53, 2.54)', async () => {
    const email = 'listed-by-phone@example.jp';
    await newMember(email);
    const { page, context, inspect, wrong } = await office.open('/admin', { size: 'phone' });
    await page.getByRole('tab', { name: 'ユーザー管理' }).click();
    const users = userListSchema.parse(await (await page.request.get('/api/users')).json());
    await page.getByText(`登録ユーザー数：${users.length}人`, { exact: true }).waitFor();
    const member = users.find((user) => user.email === email);
    await card(page, email).getByText('一般', { exact: true }).waitFor();
    expect(await card(page, email).locator('dd').allTextContents()).toEqual([
      formatDate(String(member?.createdAt)),
      member?.lastLoginAt ? formatDateTime(member.lastLoginAt) : 'なし',
    ]);
    await inspect('admin-users');

    await search(page).fill('ＬＩＳＴＥＤ－ｂｙ');
    await page.getByText(`登録ユーザー数：${users.length}人（表示：1人）`).waitFor();
    await page.getByLabel('ユーザーの種別').selectOption('管理者');
    await page.getByText('条件に合うユーザーはいません').waitFor();
    await inspect('admin-users-none');
    await page.getByRole('button', { name: '検索条件を消す' }).click();
    const { admin } = shop.stack().info;
    await card(page, admin.email).getByText('管理者', { exact: true }).waitFor();
    await card(page, admin.email).getByText('ログイン中', { exact: true }).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  });

  test('when an account is deleted by keyboard only, then a confirmation is required, its sessions end, and its orders are kept (admin 2.55, 4.24, 6.4)', async () => {
    const email = 'is-deleted@example.jp';
    const member = await newMember(email);
    const { orderNumber } = await office.buy({ email, count: 1 });
    const { page, context, inspect, wrong } = await office.open(`${USERS}&q=is-deleted`);
    await card(page, email).waitFor();
    await tabTo(page, deleteButton(page, email));
    await page.keyboard.press('Enter');
    await confirmDialog(page).getByText('この操作は取り消せません。').waitFor();
    await waitForFocus(confirmDialog(page).getByRole('button', { name: 'キャンセル' }));
    await inspect('admin-user-question');
    await page.keyboard.press('Enter');
    await confirmDialog(page).waitFor({ state: 'detached' });
    await waitForFocus(deleteButton(page, email));
    await page.keyboard.press('Enter');
    await tabTo(page, confirmDialog(page).getByRole('button', { name: '削除する' }));
    await page.keyboard.press('Enter');
    await page.getByText('ユーザーを削除しました').waitFor();
    await card(page, email).waitFor({ state: 'detached' });
    await waitForFocus(page.getByRole('heading', { level: 2, name: 'ユーザー管理' }));
    await expect(member.call({ path: '/api/user' })).rejects.toMatchObject({ status: 401 });
    const orders = await (await office.elsewhere()).orders();
    expect(orders.some((line) => line.orderNumber.startsWith(orderNumber))).toBe(true);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
