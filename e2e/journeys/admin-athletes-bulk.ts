import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { deletedSwitch, rowColor, storedAthletes } from '../support/athlete-desk.ts';
import { type ContestDesk, expectToastAndClose } from '../support/contest-desk.ts';
import { adminSizes } from '../support/sizes.ts';

const bulkToolbar = (page: Page) => page.getByRole('region', { name: '選手の一括操作' });
const bulkButton = (page: Page, name: string) => bulkToolbar(page).getByRole('button', { name, exact: true });
const athleteCheckbox = (page: Page, bib: string) => page.getByRole('checkbox', { name: `${bib} を選択`, exact: true });
const selectAllCheckbox = (page: Page) => page.getByRole('checkbox', { name: '表示中の選手をすべて選択' });
const confirmDialog = (page: Page) => page.getByRole('dialog');
const submitDialog = (page: Page, name: RegExp) => confirmDialog(page).getByRole('button', { name }).click();
const selectedCount = (page: Page, count: number) => bulkToolbar(page).getByText(`${count}人を選択中`, { exact: true });

/** Each helper runs one bulk action on the selected athletes and submits its dialog. */
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

/** Bulk actions on selected athletes. */
export const bulkJourneys = (desk: ContestDesk): void => {
  describe.each(adminSizes)('bulk actions on athletes, on a %s', (size) => {
    test('when selected athletes are changed, deleted, restored and deleted permanently, then each action is stored for them only (admin 2.30, 2.31, 7.22, 7.23)', async () => {
      const { id, path } = await desk.newContest({
        name: '第60回 一括の大会',
        categories: ['ビキニ', 'フィジーク'],
        athletes: ['1', '2', '3'].map((athleteNumber) => ({ athleteNumber, category: 'ビキニ' })),
      });
      const { page, context, inspect, wrong } = await desk.open(path, { size });
      const deletedFlags = async () => (await storedAthletes(desk, id)).map(({ isDeleted }) => isDeleted).toSorted();
      await athleteCheckbox(page, '1').check();
      await athleteCheckbox(page, '2').check();
      await selectedCount(page, 2).waitFor();
      expect(await rowColor(page, '1')).not.toBe(await rowColor(page, '3'));
      await inspect('bulk-selected');

      await bulkButton(page, '一括価格変更').click();
      await confirmDialog(page).getByLabel('縦動画の価格（税込）').fill('６，５００');
      await inspect('bulk-price');
      await submitDialog(page, /^2人を変更する$/);
      await expectToastAndClose(page, { title: '変更しました', text: '2人の選手を変更しました。' });
      expect(
        (await storedAthletes(desk, id)).map(({ verticalVideoPrice, horizontalVideoPrice }) => [verticalVideoPrice, horizontalVideoPrice]),
      ).toEqual([
        [6500, 5000],
        [6500, 5000],
        [5000, 5000],
      ]);

      await selectAllCheckbox(page).check();
      await athleteCheckbox(page, '3').uncheck();
      await changeStatus(page);
      await expectToastAndClose(page, { title: '変更しました', text: '2人の選手を変更しました。' });
      // A change keeps the selection for the next one.
      await selectedCount(page, 2).waitFor();
      await athleteCheckbox(page, '3').check();
      for (const bib of ['1', '2']) await athleteCheckbox(page, bib).uncheck();
      await changeCategory(page);
      await expectToastAndClose(page, { title: '変更しました', text: '1人の選手を変更しました。' });
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

      await athleteCheckbox(page, '3').uncheck();
      await athleteCheckbox(page, '1').check();
      await athleteCheckbox(page, '2').check();
      await deleteSelected(page);
      await expectToastAndClose(page, { title: '削除しました', text: '2人の選手を削除しました。' });
      expect(await deletedFlags()).toEqual([false, true, true]);
      await deletedSwitch(page).click();
      // "Select all" covers the listed athletes only, and the deleted ones are listed after another request.
      for (const bib of ['1', '2', '3']) await athleteCheckbox(page, bib).waitFor();
      await selectAllCheckbox(page).check();
      await selectedCount(page, 3).waitFor();
      await bulkButton(page, '一括復元').click();
      await expectToastAndClose(page, { title: '復元しました', text: '2人の選手を復元しました。' });
      expect(await deletedFlags()).toEqual([false, false, false]);

      for (const bib of ['1', '2']) await athleteCheckbox(page, bib).uncheck();
      await deleteSelected(page);
      await expectToastAndClose(page, { title: '削除しました', text: '1人の選手を削除しました。' });
      await athleteCheckbox(page, '3').check();
      await deletePermanently(page);
      await expectToastAndClose(page, { title: '完全に削除しました', text: '1人の選手を完全に削除しました。' });
      expect(await deletedFlags()).toEqual([false, false]);
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
