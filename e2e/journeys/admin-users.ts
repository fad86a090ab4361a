import { describe, expect, test } from '@jest/globals';
import { formatDate, formatDateTime, userListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/accounts.ts';
import { appointAdmin, dismissOthers } from '../support/admins.ts';
import { type BackOffice, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { readToast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';

const USERS = '/admin?tab=users';
const FAILED = 'ユーザーを削除できませんでした。';
const UNLOADED = 'ユーザーの一覧を読み込めませんでした';

const search = (page: Page) => page.getByRole('textbox', { name: 'ユーザーを検索' });
const card = (page: Page, email: string) => page.getByRole('article', { name: email, exact: true });
const deleteButton = (page: Page, email: string) => page.getByRole('button', { name: `${email}を削除` });
const question = (page: Page) => page.getByRole('dialog', { name: 'ユーザーを削除しますか？' });
const confirmDeletion = async (page: Page, email: string): Promise<void> => {
  await deleteButton(page, email).click();
  await question(page).getByRole('button', { name: '削除する' }).click();
};

/** Who has an account, and how an account ends. */
export const adminUserJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  const newMember = async (email: string) => {
    const member = shop.stack().newCustomer();
    await member.register({ email, password: PASSWORD, name: '名簿 花子' });
    return member;
  };

  test.each(['phone', 'desk'] as const)(
    'when the accounts are listed, each shows what it may do and since when, and a search finds them, on a %s',
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

  test('when an account is deleted by keyboard alone, a question comes first, its sessions end, and its orders stay', async () => {
    const email = 'is-deleted@example.jp';
    const member = await newMember(email);
    const { orderNumber } = await office.buy({ email, count: 1 });
    const { page, context, inspect, wrong } = await office.open(`${USERS}&q=is-deleted`);
    await card(page, email).waitFor();
    await tabTo(page, deleteButton(page, email));
    await page.keyboard.press('Enter');
    await question(page).getByText('この操作は取り消せません。').waitFor();
    await waitForFocus(question(page).getByRole('button', { name: 'キャンセル' }));
    await inspect('admin-user-question');
    await page.keyboard.press('Enter');
    await question(page).waitFor({ state: 'detached' });
    await waitForFocus(deleteButton(page, email));
    await page.keyboard.press('Enter');
    await tabTo(page, question(page).getByRole('button', { name: '削除する' }));
    const letThrough = await holdBack(page, '**/api/users/*');
    await page.keyboard.press('Enter');
    await deleteButton(page, email).and(page.locator('[data-loading]')).waitFor();
    await letThrough();
    await page.getByText('ユーザーを削除しました').waitFor();
    await card(page, email).waitFor({ state: 'detached' });
    await waitForFocus(page.getByRole('heading', { level: 2, name: 'ユーザー管理' }));
    await expect(member.call({ path: '/api/user' })).rejects.toMatchObject({ status: 401 });
    const orders = await (await office.elsewhere()).orders();
    expect(orders.some((line) => line.orderNumber.startsWith(orderNumber))).toBe(true);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when an account cannot be deleted, its card says why; one that is gone already counts as deleted', async () => {
    const { stack } = shop;
    const [first, second] = ['stays-for-now@example.jp', 'goes-elsewhere@example.jp'];
    await newMember(first);
    await newMember(second);
    const { page, context, inspect, wrong } = await office.open(USERS);
    await card(page, first).waitFor();
    await context.setOffline(true);
    await confirmDeletion(page, first);
    await card(page, first).getByText(`${FAILED}インターネットに接続されていません。`).waitFor();
    await readToast(page, { title: '削除に失敗しました', text: FAILED });
    await context.setOffline(false);
    await stack().service('identity').stop();
    try {
      await confirmDeletion(page, first);
      await card(page, first).getByText(`${FAILED}サービスに接続できませんでした。`).waitFor();
      await readToast(page, { title: '削除に失敗しました', text: FAILED });
      await page.getByText(UNLOADED).waitFor();
      await inspect('admin-user-not-deleted');
    } finally {
      await stack().service('identity').start();
    }
    await retry(page, UNLOADED).click();
    await page.getByText(UNLOADED).waitFor({ state: 'detached' });

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
    test('when an admin deletes it, the page says so, and nobody is signed in any more', async () => {
      const admin = await appointAdmin(shop.stack(), 'deletes-herself@stagereel.example');
      const { page, context, inspect, wrong } = await office.open(USERS, { admin });
      await deleteButton(page, admin.email).click();
      await question(page).getByText('ご自身のアカウントです。削除すると、この画面からもログアウトします。').waitFor();
      await inspect('admin-self-question');
      await question(page).getByRole('button', { name: '削除する' }).click();
      await page.getByText('アカウントが削除されたため、ログアウトしました').waitFor();
      await page.waitForURL('**/admin-login');
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('admin')))).toEqual([]);
      expect((await page.request.get('/api/users')).status()).toBe(401);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it is the last one of an admin, it stays', async () => {
      const { admin } = shop.stack().info;
      await dismissOthers(shop.stack());
      const { page, context, inspect, wrong } = await office.open(`${USERS}&role=admin`);
      await confirmDeletion(page, admin.email);
      await card(page, admin.email).getByText(`${FAILED}最後の管理者は削除できません。`).waitFor();
      await readToast(page, { title: '削除に失敗しました', text: '最後の管理者は削除できません。' });
      await inspect('admin-last-one');
      await page.reload();
      await card(page, admin.email).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
