import { describe, expect, test } from '@jest/globals';
import { formatDate, formatDateTime, userListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/accounts.ts';
import { appointAdmin, removeOtherAdmins } from '../support/admins.ts';
import { type BackOffice, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { readToast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';

const USERS = '/admin?tab=users';
const DELETE_FAILED = 'ユーザーを削除できませんでした。';
const LOAD_ERROR = 'ユーザーの一覧を読み込めませんでした';

const search = (page: Page) => page.getByRole('textbox', { name: 'ユーザーを検索' });
const card = (page: Page, email: string) => page.getByRole('article', { name: email, exact: true });
const deleteButton = (page: Page, email: string) => page.getByRole('button', { name: `${email}を削除` });
const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'ユーザーを削除しますか？' });
const confirmDeletion = async (page: Page, email: string): Promise<void> => {
  await deleteButton(page, email).click();
  await confirmDialog(page).getByRole('button', { name: '削除する' }).click();
};

/** The list of accounts, and the deletion of an account. */
export const adminUserJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  const newMember = async (email: string) => {
    const member = shop.stack().newCustomer();
    await member.register({ email, password: PASSWORD, name: '名簿 花子' });
    return member;
  };

  test.each(['phone', 'desk'] as const)(
    'when the accounts are listed, then each shows its role and dates, and can be found by a search, on a %s',
    async (size) => {
      const email = `listed-on-${size}@example.jp`;
      await newMember(email);
      const { page, context, inspect, wrong } = await office.open('/admin', { size });
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

      await search(page).fill(`ＬＩＳＴＥＤ－ｏｎ－${size}`);
      await page.getByText(`登録ユーザー数：${users.length}人（表示：1人）`).waitFor();
      await page.getByLabel('ユーザーの種別').selectOption('管理者');
      await page.getByText('条件に合うユーザーはいません').waitFor();
      await inspect('admin-users-none');
      await page.getByRole('button', { name: '検索条件を消す' }).click();
      const { admin } = shop.stack().info;
      await card(page, admin.email).getByText('管理者', { exact: true }).waitFor();
      await card(page, admin.email).getByText('ログイン中', { exact: true }).waitFor();
      await page.waitForURL((url) => url.searchParams.get('role') === 'admin' && !url.searchParams.has('q'));
      await page.reload();
      await card(page, admin.email).waitFor();
      expect(await card(page, email).count()).toBe(0);
      expect(wrong()).toEqual([]);
      await context.close();
    },
    120_000,
  );

  test('when an account is deleted by keyboard only, then a confirmation is required, its sessions end, and its orders are kept', async () => {
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
    const releaseRequest = await holdBack(page, '**/api/users/*');
    await page.keyboard.press('Enter');
    await deleteButton(page, email).and(page.locator('[data-loading]')).waitFor();
    await releaseRequest();
    await page.getByText('ユーザーを削除しました').waitFor();
    await card(page, email).waitFor({ state: 'detached' });
    await waitForFocus(page.getByRole('heading', { level: 2, name: 'ユーザー管理' }));
    await expect(member.call({ path: '/api/user' })).rejects.toMatchObject({ status: 401 });
    const orders = await (await office.elsewhere()).orders();
    expect(orders.some((line) => line.orderNumber.startsWith(orderNumber))).toBe(true);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when an account cannot be deleted, then its card shows the reason; when it is already deleted, then success is reported', async () => {
    const { stack } = shop;
    const [first, second] = ['stays-for-now@example.jp', 'goes-elsewhere@example.jp'];
    await newMember(first);
    await newMember(second);
    const { page, context, inspect, wrong } = await office.open(USERS);
    await card(page, first).waitFor();
    await context.setOffline(true);
    await confirmDeletion(page, first);
    await card(page, first).getByText(`${DELETE_FAILED}インターネットに接続されていません。`).waitFor();
    await readToast(page, { title: '削除に失敗しました', text: DELETE_FAILED });
    await context.setOffline(false);
    await stack().service('identity').stop();
    try {
      await confirmDeletion(page, first);
      await card(page, first).getByText(`${DELETE_FAILED}サービスに接続できませんでした。`).waitFor();
      await readToast(page, { title: '削除に失敗しました', text: DELETE_FAILED });
      await page.getByText(LOAD_ERROR).waitFor();
      await inspect('admin-user-not-deleted');
    } finally {
      await stack().service('identity').start();
    }
    await retry(page, LOAD_ERROR).click();
    await page.getByText(LOAD_ERROR).waitFor({ state: 'detached' });

    const users = userListSchema.parse(await (await page.request.get('/api/users')).json());
    const id = users.find(({ email }) => email === second)?.id;
    await (await office.elsewhere()).call({ method: 'DELETE', path: `/api/users/${id}` });
    await confirmDeletion(page, second);
    await readToast(page, { title: '', text: 'ユーザーを削除しました' });
    await card(page, second).waitFor({ state: 'detached' });
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  describe('an admin’s own account', () => {
    test('when an admin deletes it, then a message is shown, and the admin is signed out', async () => {
      const admin = await appointAdmin(shop.stack(), 'deletes-herself@stagereel.example');
      const { page, context, inspect, wrong } = await office.open(USERS, { admin });
      await deleteButton(page, admin.email).click();
      await confirmDialog(page).getByText('ご自身のアカウントです。削除すると、この画面からもログアウトします。').waitFor();
      await inspect('admin-self-question');
      await confirmDialog(page).getByRole('button', { name: '削除する' }).click();
      await page.getByText('アカウントが削除されたため、ログアウトしました').waitFor();
      await page.waitForURL('**/admin-login');
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('admin')))).toEqual([]);
      expect((await page.request.get('/api/users')).status()).toBe(401);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it is the last admin account, then it cannot be deleted', async () => {
      const { admin } = shop.stack().info;
      await removeOtherAdmins(shop.stack());
      const { page, context, inspect, wrong } = await office.open(`${USERS}&role=admin`);
      await confirmDeletion(page, admin.email);
      await card(page, admin.email).getByText(`${DELETE_FAILED}最後の管理者は削除できません。`).waitFor();
      await readToast(page, { title: '削除に失敗しました', text: '最後の管理者は削除できません。' });
      await inspect('admin-last-one');
      await page.reload();
      await card(page, admin.email).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
