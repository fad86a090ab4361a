import { describe, expect, test } from '@jest/globals';
import { contestListSchema, errorCatalogue } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { enterBackOffice } from '../support/admin.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import {
  addContestButton,
  addContestDialog,
  type ContestDesk,
  contestRow,
  contestTable,
  photoSwitch,
  readToast,
  toast,
  videoSwitch,
} from '../support/contest-desk.ts';
import { inTime } from '../support/glimpses.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';

const UNREACHABLE = errorCatalogue.BadGateway.message;
const ADDED = { title: '追加しました', text: '新しい大会を追加しました' };
const UPDATED = { title: '更新しました', text: '大会の状態を更新しました' };
const DELETED = { title: '削除しました', text: '大会を削除しました' };
const EXPIRED = 'セッションの有効期限が切れました。再度ログインしてください。';

/** Watches for the redirect to the sign-in page. Returns the text of the toast before it, and the milliseconds from the response to the redirect. */
const watchRedirect = async (page: Page) => {
  const watch = await page.evaluateHandle(() => {
    let toastBefore: string | null = null;
    const redirected = new Promise<{ toastBefore: string | null; afterMs: number }>((resolve) => {
      const observer = new MutationObserver(() => {
        const card = document.querySelector('[role=alert]:has([aria-label="通知を閉じる"])');
        if (location.pathname === '/admin') toastBefore ??= card?.textContent ?? null;
        if (location.pathname !== '/admin-login') return;
        observer.disconnect();
        const responses = performance.getEntriesByType('resource').filter(({ name }) => /\/api\/contests\/[\w-]+$/.test(name));
        resolve({ toastBefore, afterMs: performance.now() - Number(responses.at(-1)?.toJSON().responseEnd) });
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    });
    return { redirected };
  });
  return () => inTime({ what: 'the redirect to the sign-in page', coming: watch.evaluate(({ redirected }) => redirected) });
};

/** The list of contests. */
export const contestListJourneys = (shop: ShopAndBrowser, desk: ContestDesk): void => {
  describe('the list of contests', () => {
    test('when there are no contests, then a loading message and an empty message are shown, and the first contest can be added', async () => {
      const { page, context, inspect, wrong } = await desk.open('/healthz');
      const releaseRequest = await holdBack(page, '**/api/contests');
      await page.goto('/admin');
      await page.getByRole('tabpanel', { name: '大会管理' }).getByRole('status').getByText('読み込み中...').waitFor();
      await inspect('contests-loading');
      await releaseRequest();
      await page.getByText('大会データがありません').waitFor();
      await inspect('contests-empty');

      await addContestButton(page).click();
      const name = page.getByLabel('大会名');
      await waitForFocus(name);
      await inspect('contests-adding');
      for (const blank of ['', ' 　']) {
        await name.fill(blank);
        await page.getByRole('button', { name: '追加する' }).click();
        await addContestDialog(page).getByText('大会名を入力してください').waitFor();
        await waitForFocus(name);
        await readToast(page, { title: '入力エラー', text: '大会名を入力してください' });
      }
      await inspect('contests-name-missing');
      await name.fill('　第1回 春季大会 ');
      await page.keyboard.press('Escape');
      await addContestDialog(page).waitFor({ state: 'detached' });
      await waitForFocus(addContestButton(page));
      await addContestButton(page).click();
      expect(await name.inputValue()).toBe('　第1回 春季大会 ');
      await page.getByRole('button', { name: '追加する' }).click();
      await readToast(page, ADDED);

      const row = contestRow(page, '第1回 春季大会');
      await row.getByText('未定', { exact: true }).waitFor();
      expect(await contestTable(page).getByRole('columnheader').allTextContents()).toEqual(['大会名', '動画', '写真', '削除', '編集']);
      expect([await videoSwitch(page, '第1回 春季大会').isChecked(), await photoSwitch(page, '第1回 春季大会').isChecked()]).toEqual([
        false,
        false,
      ]);
      expect(await desk.publicContests()).toEqual([]);
      await inspect('contests');
      await row.getByRole('link', { name: '第1回 春季大会を編集' }).click();
      await page.waitForURL('**/admin/contest/*');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when videos and photos are switched, then each changes separately, and only the videos make the contest public', async () => {
      const name = '第2回 公開大会';
      await desk.newContest({ name });
      const { page, context, inspect, wrong } = await desk.open('/admin', { size: 'phone' });
      const readStates = async () => {
        const stored = await (await desk.elsewhere()).call({ path: '/api/contests', answer: contestListSchema });
        const { videoPublished, photoPublished, sitePublicStatus } = stored.find((contest) => contest.name === name) ?? {};
        const shown = [await videoSwitch(page, name).isChecked(), await photoSwitch(page, name).isChecked()];
        expect(shown).toEqual([videoPublished, photoPublished]);
        return [videoPublished, photoPublished, sitePublicStatus];
      };
      const toggle = async (which: typeof videoSwitch) => {
        await which(page, name).click();
        await readToast(page, UPDATED);
        return readStates();
      };
      await videoSwitch(page, name).waitFor();
      expect(await toggle(photoSwitch)).toEqual([false, true, 'private']);
      expect(await desk.publicContests()).toEqual([]);
      expect(await toggle(videoSwitch)).toEqual([true, true, 'public']);
      expect((await desk.publicContests()).map((contest) => contest.name)).toEqual([name]);
      await inspect('contests');
      expect(await toggle(photoSwitch)).toEqual([true, false, 'public']);
      expect(await toggle(videoSwitch)).toEqual([false, false, 'private']);
      expect(await desk.publicContests()).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a contest is to be deleted, then the dialog names the content that is deleted with it, and only a confirmation deletes it', async () => {
      const name = '第3回 消える大会';
      const { id } = await desk.newContest({ name, categories: ['ビキニ'], athletes: [{ athleteNumber: '1', category: 'ビキニ' }] });
      const { page, context, inspect, wrong } = await desk.open('/admin');
      const deleteButton = page.getByRole('button', { name: `${name}を削除` });
      await deleteButton.click();
      const confirmDialog = page.getByRole('dialog', { name: '本当に削除しますか？' });
      await confirmDialog
        .getByText(
          `「${name}」を、カテゴリ・選手・価格表・カバー画像などの掲載内容ごと削除します。この操作は取り消せません。受け付け済みの注文は残ります。`,
        )
        .waitFor();
      await inspect('contests-deleting');
      await waitForFocus(confirmDialog.getByRole('button', { name: 'キャンセル' }));
      await page.keyboard.press('Enter');
      await confirmDialog.waitFor({ state: 'detached' });
      await contestRow(page, name).waitFor();

      await deleteButton.click();
      await confirmDialog.getByRole('button', { name: '削除する' }).click();
      await contestRow(page, name).waitFor({ state: 'detached' });
      await waitForFocus(page.getByRole('heading', { name: '大会管理' }));
      await readToast(page, DELETED);
      const admin = await desk.elsewhere();
      await expect(admin.call({ path: `/api/contests/${id}` })).rejects.toMatchObject({ status: 404 });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the catalog service is unavailable, then each change shows an error and is reverted, and the list can be reloaded', async () => {
      const name = '第4回 止まる大会';
      await desk.newContest({ name });
      const { page, context, inspect, wrong } = await desk.open('/admin');
      await contestRow(page, name).waitFor();
      const catalog = shop.stack().service('catalog');
      await catalog.stop();

      await videoSwitch(page, name).click();
      await contestRow(page, name).getByText(`大会の更新に失敗しました: ${UNREACHABLE}`).waitFor();
      await readToast(page, { title: 'エラー', text: `大会の更新に失敗しました: ${UNREACHABLE}` });
      expect(await videoSwitch(page, name).isChecked()).toBe(false);
      await page.getByRole('button', { name: `${name}を削除` }).click();
      await page.getByRole('button', { name: '削除する' }).click();
      await contestRow(page, name).getByText(`大会の削除に失敗しました: ${UNREACHABLE}`).waitFor();
      await readToast(page, { title: 'エラー', text: `大会の削除に失敗しました: ${UNREACHABLE}` });
      await addContestButton(page).click();
      await page.getByLabel('大会名').fill('届かない大会');
      await page.getByRole('button', { name: '追加する' }).click();
      await addContestDialog(page).getByText(`大会の追加に失敗しました: ${UNREACHABLE}`).waitFor();
      await readToast(page, { title: 'エラー', text: `大会の追加に失敗しました: ${UNREACHABLE}` });
      await inspect('contests-failed');

      await page.reload();
      const panel = page.getByRole('alert').filter({ hasText: '大会の一覧を読み込めませんでした' });
      await panel.getByText(UNREACHABLE).waitFor();
      await inspect('contests-unreadable');
      await catalog.start();
      await panel.getByRole('button', { name: '再読み込み' }).click();
      await contestRow(page, name).waitFor();
      expect(await panel.count()).toBe(0);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session has ended, then a change shows a message, and one second later the page redirects to the sign-in page', async () => {
      const name = '第5回 時間切れの大会';
      await desk.newContest({ name });
      const { page, context, wrong } = await desk.open('/admin', { hasOwnSession: true });
      await videoSwitch(page, name).waitFor();
      await page.request.post('/api/logout');
      const redirected = await watchRedirect(page);
      await videoSwitch(page, name).click();
      expect(await redirected()).toEqual({ toastBefore: `認証エラー${EXPIRED}`, afterMs: expect.any(Number) });
      expect((await redirected()).afterMs).toBeGreaterThanOrEqual(990);
      await page.waitForURL('**/admin-login');
      await page.locator('form').getByText(EXPIRED).waitFor();

      await enterBackOffice({ stack: shop.stack(), page });
      await page.request.post('/api/logout');
      await page.goto('/admin?tab=users');
      // The toast stays visible on the sign-in page.
      await toast(page).filter({ hasText: '認証エラー' }).getByText(EXPIRED).waitFor();
      await page.waitForURL('**/admin-login');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, then a contest can be added, made public and deleted, and the next one can be opened', async () => {
      const name = '第6回 キーボード大会';
      const { page, context, wrong } = await desk.open('/admin');
      await addContestButton(page).waitFor();
      await tabTo(page, addContestButton(page));
      await page.keyboard.press('Enter');
      await waitForFocus(page.getByLabel('大会名'));
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await toast(page).getByText(ADDED.text).waitFor();
      await waitForFocus(addContestButton(page));
      await tabTo(page, videoSwitch(page, name));
      await page.keyboard.press('Space');
      await toast(page).getByText(UPDATED.text).waitFor();
      expect(await videoSwitch(page, name).isChecked()).toBe(true);
      await tabTo(page, page.getByRole('button', { name: `${name}を削除` }));
      await page.keyboard.press('Enter');
      await waitForFocus(page.getByRole('button', { name: 'キャンセル' }));
      await tabTo(page, page.getByRole('button', { name: '削除する' }));
      await page.keyboard.press('Enter');
      await contestRow(page, name).waitFor({ state: 'detached' });
      await waitForFocus(page.getByRole('heading', { name: '大会管理' }));
      await tabTo(page, page.getByRole('link', { name: /を編集$/ }).first());
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/contest/*');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
