import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  ATHLETE_CALLS,
  athleteRegion,
  bibField,
  bibsOn,
  countField,
  deletedSwitch,
  inRow,
  rowColor,
  storedAthletes,
} from '../support/athlete-desk.ts';
import { type ContestDesk, expectToastAndClose } from '../support/contest-desk.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { adminSizes } from '../support/sizes.ts';

/** The name of the colour of a field's left border, which stands for the sales status. */
const colorOf = (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(field).borderLeftColor.match(/\d+/g) ?? []).map(Number);
    if (red > 200 && green > 150) return 'yellow';
    return green > red && green > blue ? 'green' : red > green ? 'red' : 'none';
  });

/** Adding, changing and deleting single athletes. */
export const athleteJourneys = (desk: ContestDesk): void => {
  describe.each(adminSizes)('athletes, on a %s', (size) => {
    test('when athletes are added, changed, deleted, restored and deleted permanently, then every step is stored (customer 4.1; admin 1.1, 2.28, 2.29, 2.30, 2.32, 4.14, 4.17, 5.5, 7.19, 7.20, 7.21, 7.42, 9.11, 9.12)', async () => {
      const { id, path } = await desk.newContest({
        name: '第20回 選手の大会',
        categories: ['ビキニ', 'フィジーク'],
        athletes: ['販売中', '未撮影', '受注停止'].map((videoStatus, index) => ({
          athleteNumber: `${index + 1}`,
          category: 'ビキニ',
          videoStatus,
        })),
      });
      const { page, context, inspect, wrong } = await desk.open(path, { size });
      const storedAs = async (bib: string) => (await storedAthletes(desk, id)).filter(({ athleteNumber }) => athleteNumber === bib);
      await bibField(page, '3').waitFor();
      const colors = await Promise.all(['1', '2', '3'].map((bib) => colorOf(page, `${bib} の動画の販売状況`)));
      expect(colors).toEqual(['green', 'yellow', 'red']);

      await countField(page).fill('2');
      await countField(page).press('Enter');
      await waitForFocus(countField(page));
      await expectToastAndClose(page, { title: '追加しました', text: '2人の選手を追加しました' });
      expect(await bibsOn(page)).toEqual(['1', '2', '3', '4', '5']);
      const defaults = {
        category: 'ビキニ',
        videoStatus: '未撮影',
        photoStatus: '未撮影',
        verticalVideoPrice: 5000,
        horizontalVideoPrice: 5000,
      };
      expect([...(await storedAs('4')), ...(await storedAs('5'))]).toEqual([
        expect.objectContaining(defaults),
        expect.objectContaining(defaults),
      ]);
      await inspect('athletes');
      await page.getByLabel('ゼッケン番号').fill('０１３');
      await page.getByLabel('選手名（任意）').fill('渡辺 健');
      await page.getByRole('button', { name: '1人追加' }).click();
      await expectToastAndClose(page, { title: '追加しました', text: '1人の選手を追加しました' });
      expect(await storedAs('013')).toEqual([expect.objectContaining({ name: '渡辺 健', category: 'ビキニ' })]);

      await bibField(page, '1').press('End');
      await page.keyboard.type('05');
      await page.getByText('保存しました', { exact: true }).waitFor({ state: 'attached' });
      expect(await rowColor(page, '105')).not.toBe(await rowColor(page, '2'));
      await inspect('athlete-saved');
      const { category, photo, vertical, horizontal, erase, restore, purge } = inRow(page, '105');
      for (const [field, typed] of [
        [vertical, '￥６，０００'],
        [horizontal, ''],
      ] as const) {
        const response = page.waitForResponse(ATHLETE_CALLS);
        await field.fill(typed);
        await field.press('Enter');
        await response;
      }
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), category.selectOption('フィジーク')]);
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), photo.selectOption('受注停止')]);
      const changes = { category: 'フィジーク', videoStatus: '販売中', photoStatus: '受注停止' };
      expect(await storedAs('1')).toEqual([]);
      expect(await storedAs('105')).toEqual([
        expect.objectContaining({ ...changes, verticalVideoPrice: 6000, horizontalVideoPrice: null }),
      ]);

      await erase.click();
      await expectToastAndClose(page, {
        title: '削除しました',
        text: '番号 105 の選手を削除しました。「削除済みの選手も表示」から元に戻せます。',
      });
      expect(await storedAs('105')).toEqual([expect.objectContaining({ isDeleted: true })]);
      await deletedSwitch(page).click();
      await restore.waitFor();
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await rowColor(page, '105')).not.toBe(await rowColor(page, '2'));
      }
      await inspect('athlete-deleted');
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), restore.click()]);
      await erase.waitFor();
      expect(await storedAs('105')).toEqual([expect.objectContaining({ isDeleted: false })]);
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), erase.click()]);
      await restore.waitFor();

      const confirmDialog = page.getByRole('dialog', { name: '完全に削除しますか？' });
      await purge.click();
      await confirmDialog.waitFor();
      await inspect('athlete-purging');
      await confirmDialog.getByRole('button', { name: '完全に削除する' }).click();
      await waitForFocus(athleteRegion(page));
      await expectToastAndClose(page, { title: '削除しました', text: '番号 105 の選手を完全に削除しました' });
      expect(await storedAs('105')).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
