import { expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { newMember, signIn } from '../support/accounts.ts';
import { leaveMarker } from '../support/admin.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { addContestButton, addContestDialog, type ContestDesk, expectToastAndClose } from '../support/contest-desk.ts';

/** Access to the back office without an admin account. */
export const officeFrameJourneys = (shop: ShopAndBrowser, desk: ContestDesk): void => {
  test('when a customer forges the admin marker, then the server rejects every request, and nothing is stored (admin 2.4, 6.2, 6.5)', async () => {
    const { page, context, inspect, wrong } = await shop.open('desk');
    await signIn(page, await newMember(shop.stack(), 'curious@example.jp'));
    await page.goto('/admin');
    await page.waitForURL('**/admin-login');
    await leaveMarker(page, 'curious@example.jp');
    await page.goto('/admin');
    await addContestButton(page).click();
    await page.getByLabel('大会名').fill('お客様の大会');
    await page.getByRole('button', { name: '追加する' }).click();
    await addContestDialog(page).getByText(`大会の追加に失敗しました: ${errorCatalogue.Forbidden.message}`).waitFor();
    await page.goto('/admin?tab=users');
    await page.getByRole('alert', { name: 'ユーザーの一覧を読み込めませんでした' }).getByText(errorCatalogue.Forbidden.message).waitFor();
    await page.goto('/admin');
    await page.getByRole('button', { name: 'セキュリティ監視' }).click();
    await page.getByRole('navigation', { name: '管理ツール' }).getByText('アクセスが拒否されました').waitFor();
    await expectToastAndClose(page, { title: 'アクセスが拒否されました', text: '管理者としてログインしてください。' });
    await inspect('admin-access-denied');
    expect(new URL(page.url()).pathname).toBe('/admin');
    expect(await (await desk.elsewhere()).call({ path: '/api/contests' })).toEqual([]);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
