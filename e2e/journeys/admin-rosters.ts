import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import { bibField, storedAthletes } from '../support/athlete-desk.ts';
import { type ContestDesk, readToast } from '../support/contest-desk.ts';
import { saveBy } from '../support/files.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

type File = { name: string; buffer: Buffer };

const csv = (name: string, lines: readonly string[]): File => ({ name, buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'utf8') });

/** 010 髙橋 葵 and 011 表 十, both in ビキニ, as Excel in Japan saves them. Base64, because Node cannot encode Shift_JIS. */
const SHIFT_JIS: File = {
  name: '名簿.csv',
  buffer: Buffer.from('g1uDYoNQg5OU1I2GLI6Blrwsg0qDZYNTg4oNCjAxMCzu4Iu0IIioLINyg0yDag0KMDExLJVcII9cLINyg0yDag0K', 'base64'),
};

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

/** Drops a file on the dialog. */
const drop = async (page: Page, { name, buffer }: File): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [name, [...buffer]] as const,
  );
  await dialog(page).getByRole('region', { name: 'CSVファイルの選択' }).dispatchEvent('drop', { dataTransfer });
};

/** Import and export of athletes as CSV files. */
export const rosterJourneys = (desk: ContestDesk): void => {
  describe('the import of a roster', () => {
    test('when a file is chosen, then each row shows its effect, and only a confirmation stores the valid rows', async () => {
      const { id, path } = await desk.newContest({
        name: '第40回 名簿大会',
        categories: ['ビキニ'],
        athletes: ['001', '002'].map((athleteNumber) => ({ athleteNumber, category: 'ビキニ' })),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await bibField(page, '002').waitFor();
      await openButton(page).click();
      await waitForFocus(dialog(page).getByRole('button', { name: 'CSVファイルを選ぶ' }));
      await inspect('roster-pick');
      await chooseFile(
        page,
        csv('名簿.csv', [
          'ゼッケン番号,氏名,カテゴリ,縦動画価格,メモ',
          '001,渡辺 健,ビキニ,5000,常連',
          '002,,ビキニ,,',
          '００３,斎藤 葵,ビキニ,６０００円,',
          '004,,知らない部門,,',
          '005,,ビキニ,無料,',
          '006,,ビキニ,,',
          '006,,ビキニ,,',
        ]),
      );
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
      await dialog(page).getByRole('switch', { name: '取り込めない行だけを表示' }).click();
      expect(await rows(page).count()).toBe(4);
      expect(await storedAthletes(desk, id)).toHaveLength(2);

      await applyButton(page).filter({ hasText: '2人を取り込む' }).click();
      await readToast(page, { title: '取り込みました', text: '1人を追加し、1人を更新しました。' });
      await applyButton(page).waitFor({ state: 'detached' });
      await dialog(page).getByRole('button', { name: '閉じる', exact: true }).last().click();
      await bibField(page, '003').waitFor();
      expect(await storedAthletes(desk, id)).toEqual([
        expect.objectContaining({ athleteNumber: '001', name: '渡辺 健', verticalVideoPrice: 5000 }),
        expect.objectContaining({ athleteNumber: '002', name: null }),
        expect.objectContaining({ athleteNumber: '003', name: '斎藤 葵', verticalVideoPrice: 6000, videoStatus: '未撮影' }),
      ]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a file is no CSV file or cannot be read, then the dialog shows the reason, and another file can be chosen', async () => {
      const { id, path } = await desk.newContest({ name: '第41回 壊れた名簿', categories: ['ビキニ'] });
      const { page, context, inspect, wrong } = await desk.open(path, { size: 'phone' });
      await openButton(page).click();
      for (const [file, reason] of [
        [csv('名簿.xlsx', ['PK']), 'CSVファイルを選んでください。Excelのファイルは、CSV形式で保存してから選んでください。'],
        [{ name: '空.csv', buffer: Buffer.alloc(0) }, 'ファイルが空です。'],
        [{ name: '大.csv', buffer: Buffer.alloc(700_001, 'a') }, 'ファイルが大きすぎます。700KBまでのCSVファイルを選んでください。'],
        [csv('別.csv', ['日付,金額', '1,2']), errorCatalogue.RosterUnreadable.message],
        [csv('無.csv', ['ゼッケン番号', '1']), 'CSVファイルの1行目に「カテゴリ」の見出しがありません。'],
        [csv('頭.csv', ['ゼッケン番号,カテゴリ']), 'CSVファイルに選手が1人も入っていません。'],
        [csv('引.csv', ['ゼッケン番号,カテゴリ', '1,"ビキニ']), 'CSVファイルの2行目で、引用符（"）の対応が正しくありません。'],
      ] as const) {
        await chooseFile(page, file);
        await dialog(page).getByRole('alert').getByText(reason).waitFor();
      }
      await inspect('roster-unreadable');
      await drop(page, SHIFT_JIS);
      await summary(page).getByText('名簿.csv（Shift_JIS）').waitFor();
      await inspect('roster-preview');

      await context.setOffline(true);
      await applyButton(page).click();
      await dialog(page).getByRole('alert').getByText(networkMessages.offline).waitFor();
      await context.setOffline(false);
      // Another admin adds one of the athletes, so the preview is out of date.
      await (await desk.elsewhere()).createAthlete(id, { athleteNumber: '010', category: 'ビキニ' });
      await applyButton(page).click();
      await dialog(page).getByRole('alert').getByText(errorCatalogue.RosterChanged.message).waitFor();
      await dialog(page).getByRole('button', { name: '内容を確認し直す' }).click();
      await summary(page)
        .getByText(counts({ create: 1, update: 1 }))
        .waitFor();
      await applyButton(page).click();
      await readToast(page, { title: '取り込みました', text: '1人を追加し、1人を更新しました。' });
      expect((await storedAthletes(desk, id)).map(({ name }) => name)).toEqual(['髙橋 葵', '表 十']);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, then a file can be imported, Escape closes the dialog, and the focus returns to its button', async () => {
      const { path } = await desk.newContest({ name: '第42回 鍵盤の名簿' });
      const { page, context, wrong } = await desk.open(path);
      await openButton(page).waitFor();
      await tabTo(page, openButton(page));
      await page.keyboard.press('Enter');
      const chooser = page.waitForEvent('filechooser');
      await waitForFocus(dialog(page).getByRole('button', { name: 'CSVファイルを選ぶ' }));
      await page.keyboard.press('Enter');
      await (await chooser).setFiles({ ...csv('名簿.csv', ['番号,部門', '1,未分類']), mimeType: 'text/csv' });
      await waitForFocus(summary(page));
      await tabTo(page, applyButton(page));
      await page.keyboard.press('Enter');
      await page.getByText('1人を追加し、0人を更新しました。').waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await waitForFocus(openButton(page));
      await bibField(page, '1').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the export of a roster', () => {
    test('when a roster is exported, then spreadsheets can read it and run no formula in it, and importing it again changes nothing', async () => {
      const { path } = await desk.newContest({
        name: '第43回 書き出し大会',
        categories: ['ビキニ'],
        athletes: [
          { athleteNumber: '012', name: '=SUM(1,1)', category: 'ビキニ', videoStatus: '販売中' },
          { athleteNumber: '12A', name: '"引用", 葵', category: 'ビキニ', horizontalVideoPrice: null },
        ],
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await bibField(page, '012').waitFor();
      const { name, hasBom, lines } = await saveBy(exportButton(page));
      expect([name, hasBom]).toEqual([expect.stringMatching(/^第43回.?書き出し大会.*\.csv$/), true]);
      expect(lines).toEqual([
        'ゼッケン番号,氏名,カテゴリ,動画の販売状況,写真の販売状況,縦動画価格,横動画価格',
        `012,"'=SUM(1,1)",ビキニ,販売中,未撮影,5000,5000`,
        '12A,"""引用"", 葵",ビキニ,未撮影,未撮影,5000,',
      ]);
      await openButton(page).click();
      await chooseFile(page, csv(name, [`\uFEFF${lines[0]}`, ...lines.slice(1)]));
      await summary(page)
        .getByText(counts({ same: 2 }))
        .waitFor();
      expect(await applyButton(page).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });

      await context.setOffline(true);
      await exportButton(page).click();
      await page.getByRole('alert').getByText(networkMessages.offline).waitFor();
      await inspect('roster-export-failed');
      await context.setOffline(false);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
