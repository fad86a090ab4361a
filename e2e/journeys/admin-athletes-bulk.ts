import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import { athleteRow, bibField, deletedSwitch, inRow, storedAthletes } from '../support/athlete-desk.ts';
import { type ContestDesk, readToast, toast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const BULK_CALLS = /\/athletes\/bulk-(update|permanent-delete)$/;

const bulkToolbar = (page: Page) => page.getByRole('region', { name: '選手の一括操作' });
const bulkButton = (page: Page, name: string) => bulkToolbar(page).getByRole('button', { name, exact: true });
const athleteCheckbox = (page: Page, bib: string) => page.getByRole('checkbox', { name: `${bib} を選択`, exact: true });
const selectAllCheckbox = (page: Page) => page.getByRole('checkbox', { name: '表示中の選手をすべて選択' });
const bulkError = (page: Page, text: string) => bulkToolbar(page).getByRole('alert').filter({ hasText: text });
const confirmDialog = (page: Page) => page.getByRole('dialog');
const submitDialog = (page: Page, name: RegExp) => confirmDialog(page).getByRole('button', { name }).click();
const selectedCount = (page: Page, count: number) => bulkToolbar(page).getByText(`${count}人を選択中`, { exact: true });

const athletesWithBibs = (bibs: readonly string[], category = 'ビキニ') => bibs.map((athleteNumber) => ({ athleteNumber, category }));

/** Bulk actions on selected athletes. */
export const bulkJourneys = (desk: ContestDesk, ledger: TextLedger<'athletes'>): void => {
  /** Each helper runs one bulk action on the selected athletes and submits its dialog. */
  const changePrice = async (page: Page): Promise<void> => {
    await bulkButton(page, '一括価格変更').click();
    await confirmDialog(page).getByLabel('縦動画の価格（税込）').fill('６，５００');
    await submitDialog(page, /人を変更する$/);
  };
  const changeCategory = async (page: Page): Promise<void> => {
    await bulkButton(page, '一括カテゴリ変更').click();
    await confirmDialog(page).getByLabel('変更後のカテゴリ').selectOption('フィジーク');
    await submitDialog(page, /人を変更する$/);
  };
  const changeStatus = async (page: Page): Promise<void> => {
    await bulkButton(page, '一括ステータス変更').click();
    await confirmDialog(page).getByLabel('動画の販売状況').selectOption('販売中');
    await submitDialog(page, /人を変更する$/);
  };
  const deleteSelected = async (page: Page): Promise<void> => {
    await bulkButton(page, '一括削除').click();
    await submitDialog(page, /人を削除する$/);
  };
  const deletePermanently = async (page: Page): Promise<void> => {
    await bulkButton(page, '一括完全削除').click();
    await submitDialog(page, /人を完全に削除する$/);
  };

  describe('bulk actions on athletes', () => {
    test('when athletes are selected, then their number is shown, and price, status and category changes apply to them only', async () => {
      const { id, path } = await desk.newContest({
        name: '第60回 一括変更',
        categories: ['ビキニ', 'フィジーク'],
        athletes: athletesWithBibs(['1', '2', '3']),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await athleteCheckbox(page, '1').check();
      await selectedCount(page, 1).waitFor();
      await page.getByLabel('選手を検索').fill('2');
      await bibField(page, '1').waitFor({ state: 'detached' });
      await selectAllCheckbox(page).check();
      await bulkToolbar(page).getByText('2人を選択中（うち1人は下の一覧に表示されていません）').waitFor();
      await page.getByRole('button', { name: '検索条件を消す' }).click();
      await selectedCount(page, 2).waitFor();
      await inspect('bulk-picked');

      await bulkButton(page, '一括価格変更').click();
      await submitDialog(page, /^2人を変更する$/);
      await confirmDialog(page).getByText('縦動画・横動画のどちらかの価格を入力してください。').waitFor();
      await confirmDialog(page).getByLabel('横動画の価格（税込）').fill('6550');
      await submitDialog(page, /^2人を変更する$/);
      await confirmDialog(page).getByText('0円から1,000,000円まで、100円単位で入力してください。').waitFor();
      await inspect('bulk-price-wrong');
      await confirmDialog(page).getByRole('button', { name: 'キャンセル' }).click();
      await confirmDialog(page).waitFor({ state: 'detached' });
      await changePrice(page);
      await readToast(page, { title: '変更しました', text: '2人の選手を変更しました。' });
      expect(
        (await storedAthletes(desk, id)).map(({ verticalVideoPrice, horizontalVideoPrice }) => [verticalVideoPrice, horizontalVideoPrice]),
      ).toEqual([
        [6500, 5000],
        [6500, 5000],
        [5000, 5000],
      ]);

      await selectAllCheckbox(page).check();
      await athleteCheckbox(page, '3').uncheck();
      await bulkButton(page, '一括ステータス変更').click();
      await submitDialog(page, /^2人を変更する$/);
      await confirmDialog(page).getByText('動画・写真のどちらかの販売状況を選択してください。').waitFor();
      await confirmDialog(page).getByRole('button', { name: 'キャンセル' }).click();
      await confirmDialog(page).waitFor({ state: 'detached' });
      await changeStatus(page);
      await readToast(page, { title: '変更しました', text: '2人の選手を変更しました。' });
      await athleteCheckbox(page, '3').check();
      await changeCategory(page);
      await readToast(page, { title: '変更しました', text: '1人の選手を変更しました。' });
      const stored = await storedAthletes(desk, id);
      expect(
        stored
          .map(({ athleteNumber, category, videoStatus, photoStatus }) => [athleteNumber, category, videoStatus, photoStatus])
          .toSorted(),
      ).toEqual([
        ['1', 'ビキニ', '販売中', '未撮影'],
        ['2', 'ビキニ', '販売中', '未撮影'],
        ['3', 'フィジーク', '未撮影', '未撮影'],
      ]);
      await bulkToolbar(page).getByText('選手を選択すると、まとめて変更・削除できます。').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when selected athletes are deleted, then they can be restored together, and a permanent deletion requires a confirmation', async () => {
      const { id, path } = await desk.newContest({
        name: '第61回 一括削除',
        categories: ['ビキニ'],
        athletes: athletesWithBibs(['1', '2', '3']),
      });
      const { page, context, inspect, wrong } = await desk.open(path, { size: 'phone' });
      const deletedFlags = async () => (await storedAthletes(desk, id)).map(({ isDeleted }) => isDeleted).toSorted();
      await athleteCheckbox(page, '1').check();
      await athleteCheckbox(page, '2').check();
      await bulkButton(page, '一括削除').click();
      await confirmDialog(page)
        .getByText('2人の選手を削除します。お客様には表示されなくなり、注文もできなくなります。あとから復元できます。')
        .waitFor();
      await inspect('bulk-deleting');
      await confirmDialog(page).getByRole('button', { name: 'キャンセル' }).click();
      await confirmDialog(page).waitFor({ state: 'detached' });
      await deleteSelected(page);
      await readToast(page, { title: '削除しました', text: '2人の選手を削除しました。' });
      expect(await deletedFlags()).toEqual([false, true, true]);

      await deletedSwitch(page).click();
      // "Select all" covers the listed athletes only, and the deleted ones are listed after another request.
      for (const bib of ['1', '2', '3']) await athleteCheckbox(page, bib).waitFor();
      await selectAllCheckbox(page).check();
      await selectedCount(page, 3).waitFor();
      await bulkButton(page, '一括復元').click();
      await readToast(page, { title: '復元しました', text: '2人の選手を復元しました。' });
      expect(await deletedFlags()).toEqual([false, false, false]);
      await athleteCheckbox(page, '3').check();
      await bulkButton(page, '一括完全削除').click();
      await ledger.see(page, '削除対象の選手がいません。');
      expect(await confirmDialog(page).count()).toBe(0);
      await inspect('bulk-nobody-to-purge');

      await deleteSelected(page);
      await readToast(page, { title: '削除しました', text: '1人の選手を削除しました。' });
      await athleteCheckbox(page, '3').check();
      await bulkButton(page, '一括完全削除').click();
      await confirmDialog(page)
        .getByText('1人の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。')
        .waitFor();
      await submitDialog(page, /^1人を完全に削除する$/);
      await readToast(page, { title: '完全に削除しました', text: '1人の選手を完全に削除しました。' });
      expect(await deletedFlags()).toEqual([false, false]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('bulk actions that fail completely or partly', () => {
    test('when no request reaches the server, then each action shows its error, the list shows the stored values, and the selection is kept', async () => {
      const { path } = await desk.newContest({
        name: '第62回 届かない一括',
        categories: ['ビキニ', 'フィジーク'],
        athletes: athletesWithBibs(['1', '2', '3']),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await athleteCheckbox(page, '3').check();
      await deleteSelected(page);
      await readToast(page, { title: '削除しました', text: '1人の選手を削除しました。' });
      await deletedSwitch(page).click();
      await athleteCheckbox(page, '3').waitFor();
      await selectAllCheckbox(page).check();
      await page.route(BULK_CALLS, (route) => route.abort('connectionreset'));
      for (const [runAction, text] of [
        [changePrice, '一括価格変更に失敗しました。'],
        [changeCategory, '一括カテゴリ変更に失敗しました。'],
        [changeStatus, '一括ステータス変更に失敗しました。'],
        [deleteSelected, '一括削除に失敗しました。'],
        [deletePermanently, '選手の完全削除に失敗しました。'],
      ] as const) {
        await runAction(page);
        await ledger.see(page, text);
        await bulkError(page, text).getByText(networkMessages.unreachable).waitFor();
        await readToast(page, { title: 'エラー', text });
        await selectAllCheckbox(page).check();
      }
      await inspect('bulk-failed');
      const { vertical, category, video } = inRow(page, '1');
      expect([await vertical.inputValue(), await category.inputValue(), await video.inputValue()]).toEqual(['5,000', 'ビキニ', '確認中']);
      expect(await page.getByRole('button', { name: /^[12] を削除$/ }).count()).toBe(2);
      expect(await athleteRow(page, '3').count()).toBe(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the server rejects some changes, then the number of failures is shown, and the unchanged athletes stay selected', async () => {
      const { id, path } = await desk.newContest({
        name: '第63回 一部だけの一括',
        categories: ['ビキニ', 'フィジーク'],
        athletes: [...athletesWithBibs(['1', '2']), ...athletesWithBibs(['1'], 'フィジーク')],
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await athleteCheckbox(page, '2').check();
      await athleteCheckbox(page, '1').first().check();
      await athleteCheckbox(page, '1').last().check();
      await changeCategory(page);
      await bulkError(page, '1人は変更できませんでした。').waitFor();
      await bulkError(page, '同じカテゴリに同じゼッケン番号の選手がいるか、ほかの画面で変更された可能性があります。').waitFor();
      await selectedCount(page, 1).waitFor();
      await inspect('bulk-partly');
      expect((await storedAthletes(desk, id)).map(({ athleteNumber, category }) => athleteNumber + category).toSorted()).toEqual([
        '1ビキニ',
        '1フィジーク',
        '2フィジーク',
      ]);

      // Another admin restores the deleted athlete before its permanent deletion is confirmed, so nobody is deleted.
      await deleteSelected(page);
      await toast(page).getByText('1人の選手を削除しました。').waitFor();
      await deletedSwitch(page).click();
      const deleted = (await storedAthletes(desk, id)).find(({ isDeleted }) => isDeleted);
      // The reloaded list shows the deleted athlete and another one with the same number.
      await athleteCheckbox(page, '1').nth(1).waitFor();
      await athleteCheckbox(page, '1').first().check();
      await athleteCheckbox(page, '1').last().check();
      const admin = await desk.elsewhere();
      await bulkButton(page, '一括完全削除').click();
      await confirmDialog(page).waitFor();
      await admin.call({ method: 'PATCH', path: `/api/contests/${id}/athletes/${deleted?.id}`, body: { isDeleted: false } });
      await submitDialog(page, /^1人を完全に削除する$/);
      await ledger.see(page, '選手の削除に失敗しました。');
      await bulkError(page, '選手の削除に失敗しました。').waitFor();
      expect(await storedAthletes(desk, id)).toHaveLength(3);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when many athletes are changed, then the progress is shown, and the action can be stopped between two batches', async () => {
      const { id, path } = await desk.newContest({
        name: '第64回 長い一括',
        categories: ['ビキニ', 'フィジーク'],
        athletes: athletesWithBibs(Array.from({ length: 501 }, (_, index) => `${index + 1}`)),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      const heldRequests: (() => Promise<void>)[] = [];
      await page.route(BULK_CALLS, (route) => void heldRequests.push(() => route.continue()));
      await selectAllCheckbox(page).check();
      await selectedCount(page, 501).waitFor();
      const requestSent = page.waitForRequest(BULK_CALLS);
      await changeStatus(page);
      await requestSent;
      const progress = bulkToolbar(page).getByRole('progressbar', { name: '変更しています' });
      await progress.waitFor();
      expect(await progress.getAttribute('aria-valuetext')).toBe('501人のうち0人');
      await bulkToolbar(page).getByText('0 / 501人').waitFor();
      expect(await page.getByRole('button', { name: '1 を削除', exact: true }).isDisabled()).toBe(true);
      // Each row has seven fields. The search leaves few rows, so that the accessibility check stays fast.
      await page.getByLabel('選手を検索').fill('501');
      await bibField(page, '1').waitFor({ state: 'detached' });
      await inspect('bulk-running');
      await bulkButton(page, '一括操作を中止').click();
      await heldRequests[0]?.();
      await bulkToolbar(page).getByText('中止しました。501人のうち500人を変更しました。残りの1人は選択されたままです。').waitFor();
      await selectedCount(page, 1).waitFor();
      expect((await storedAthletes(desk, id)).filter(({ videoStatus }) => videoStatus === '販売中')).toHaveLength(500);
      expect(heldRequests).toHaveLength(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('bulk actions by keyboard only', () => {
    test('when only the keyboard is used, then athletes can be selected and changed, and the focus is never lost', async () => {
      const { id, path } = await desk.newContest({
        name: '第65回 鍵盤の一括',
        categories: ['ビキニ'],
        athletes: athletesWithBibs(['1', '2']),
      });
      const { page, context, wrong } = await desk.open(path);
      await selectAllCheckbox(page).waitFor();
      await tabTo(page, selectAllCheckbox(page));
      await page.keyboard.press('Space');
      await selectedCount(page, 2).waitFor();
      // In the focus order, the toolbar precedes the list.
      await bulkButton(page, '一括削除').focus();
      await page.keyboard.press('Shift+Tab');
      await waitForFocus(bulkButton(page, '一括ステータス変更'));
      await page.keyboard.press('Enter');
      await waitForFocus(confirmDialog(page).getByLabel('動画の販売状況'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await tabTo(page, confirmDialog(page).getByRole('button', { name: '2人を変更する' }));
      await page.keyboard.press('Enter');
      await toast(page).getByText('2人の選手を変更しました。').waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('[aria-label="選手の一括操作"]'));
      expect((await storedAthletes(desk, id)).map(({ videoStatus }) => videoStatus)).toEqual(['販売中', '販売中']);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
