import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { bibField, storedAthletes } from '../support/athlete-desk.ts';
import { type ContestDesk, expectToastAndClose } from '../support/contest-desk.ts';
import { saveBy } from '../support/files.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { adminSizes } from '../support/sizes.ts';

type File = { name: string; buffer: Buffer };

const csv = (name: string, lines: readonly string[]): File => ({ name, buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'utf8') });

const openButton = (page: Page) => page.getByRole('button', { name: 'CSVを取り込む' });
const exportButton = (page: Page) => page.getByRole('button', { name: 'CSVで書き出す' });
const dialog = (page: Page) => page.getByRole('dialog', { name: '選手のCSV取り込み' });
const chooseFile = (page: Page, file: File) =>
  dialog(page)
    .locator('input[type="file"]')
    .setInputFiles({ ...file, mimeType: 'text/csv' });
const rows = (page: Page) => dialog(page).getByRole('region', { name: 'CSVファイルの内容' }).locator('tbody tr');
const summary = (page: Page) => dialog(page).getByRole('status').filter({ hasText: '取り込めない行' });
const counts = ({ create = 0, update = 0, same = 0, refused = 0 }): string =>
  `追加 ${create}人 ・ 更新 ${update}人 ・ 変更なし ${same}人 ・ 取り込めない行 ${refused}行`;
const applyButton = (page: Page) => dialog(page).getByRole('button', { name: /人を取り込む$/ });

/** Import and export of athletes as CSV files. */
export const rosterJourneys = (desk: ContestDesk): void => {
  describe.each(adminSizes)('rosters, on a %s', (size) => {
    test('when a roster is imported, then only a confirmation stores its valid rows; its export has no formulas, and importing it changes nothing', async () => {
      const { id, path } = await desk.newContest({
        name: '第40回 名簿の大会',
        categories: ['ビキニ'],
        athletes: [
          { athleteNumber: '001', category: 'ビキニ' },
          { athleteNumber: '002', category: 'ビキニ' },
          { athleteNumber: '012', name: '=SUM(1,1)', category: 'ビキニ', videoStatus: '販売中' },
          { athleteNumber: '12A', name: '"引用", 葵', category: 'ビキニ', horizontalVideoPrice: null },
        ],
      });
      const { page, context, inspect, wrong } = await desk.open(path, { size });
      await bibField(page, '002').waitFor();
      await openButton(page).click();
      await waitForFocus(dialog(page).getByRole('button', { name: 'CSVファイルを選ぶ' }));
      // Before the inspection, because the browser needs a moment until it reports file choosers.
      const chooser = page.waitForEvent('filechooser');
      await inspect('roster-pick');
      await page.keyboard.press('Enter');
      const file = csv('名簿.csv', [
        'ゼッケン番号,氏名,カテゴリ,縦動画価格,メモ',
        '001,渡辺 健,ビキニ,5000,常連',
        '002,,ビキニ,,',
        '００３,斎藤 葵,ビキニ,６０００円,',
        '004,,知らない部門,,',
        '005,,ビキニ,無料,',
        '006,,ビキニ,,',
        '006,,ビキニ,,',
      ]);
      await (await chooser).setFiles({ ...file, mimeType: 'text/csv' });
      await summary(page)
        .getByText(counts({ create: 1, update: 1, same: 1, refused: 4 }))
        .waitFor();
      await waitForFocus(summary(page));
      await summary(page).getByText('名簿.csv（UTF-8）').waitFor();
      await dialog(page).getByText('取り込まない列：メモ').waitFor();
      expect((await rows(page).allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim())).toEqual([
        '2 001 渡辺 健 ビキニ 更新',
        '3 002 ビキニ 変更なし',
        '4 003 斎藤 葵 ビキニ 追加',
        '5 004 知らない部門 取り込めません このカテゴリは大会に登録されていません。先にカテゴリを追加するか、ファイルを修正してください。',
        '6 005 ビキニ 取り込めません 縦動画価格は0以上1,000,000以下の数字で入力してください。',
        '7 006 ビキニ 取り込めません 同じカテゴリに同じゼッケン番号の行が、このファイルにほかにもあります。',
        '8 006 ビキニ 取り込めません 同じカテゴリに同じゼッケン番号の行が、このファイルにほかにもあります。',
      ]);
      await inspect('roster-preview');
      expect(await storedAthletes(desk, id)).toHaveLength(4);

      await applyButton(page).filter({ hasText: '2人を取り込む' }).click();
      await expectToastAndClose(page, { title: '取り込みました', text: '1人を追加し、1人を更新しました。' });
      await applyButton(page).waitFor({ state: 'detached' });
      await dialog(page).getByRole('button', { name: '閉じる', exact: true }).last().click();
      await bibField(page, '003').waitFor();
      expect((await storedAthletes(desk, id)).slice(0, 3)).toEqual([
        expect.objectContaining({ athleteNumber: '001', name: '渡辺 健', verticalVideoPrice: 5000 }),
        expect.objectContaining({ athleteNumber: '002', name: null }),
        expect.objectContaining({ athleteNumber: '003', name: '斎藤 葵', verticalVideoPrice: 6000, videoStatus: '未撮影' }),
      ]);

      const { name, hasBom, lines } = await saveBy(exportButton(page));
      expect([name, hasBom]).toEqual([expect.stringMatching(/^第40回.?名簿の大会.*\.csv$/), true]);
      expect(lines).toEqual([
        'ゼッケン番号,選手名,カテゴリ,動画の販売状況,写真の販売状況,縦動画価格,横動画価格',
        '001,渡辺 健,ビキニ,未撮影,未撮影,5000,5000',
        '002,,ビキニ,未撮影,未撮影,5000,5000',
        '003,斎藤 葵,ビキニ,未撮影,未撮影,6000,5000',
        `012,"'=SUM(1,1)",ビキニ,販売中,未撮影,5000,5000`,
        '12A,"""引用"", 葵",ビキニ,未撮影,未撮影,5000,',
      ]);
      await openButton(page).click();
      await chooseFile(page, csv(name, [`\uFEFF${lines[0]}`, ...lines.slice(1)]));
      await summary(page)
        .getByText(counts({ same: 5 }))
        .waitFor();
      expect(await applyButton(page).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
