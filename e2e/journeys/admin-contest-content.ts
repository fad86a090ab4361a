import { describe, expect, test } from '@jest/globals';
import { CATEGORY_COLORS, errorCatalogue, priceDescriptionSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import { type ContestDesk, readToast } from '../support/contest-desk.ts';
import { waitForFocus } from '../support/keyboard.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const contentPanel = (page: Page) => page.getByRole('tabpanel', { name: 'コンテンツ管理' });
const savePrices = (page: Page) => page.getByRole('button', { name: '価格表を保存' });
const categoryField = (page: Page) => page.getByRole('textbox', { name: 'カテゴリ名' });
const addCategory = (page: Page) => page.getByRole('button', { name: 'カテゴリを追加' });
const colorButton = (page: Page) => page.getByRole('button', { name: /^カテゴリの色：/ });

/** The price table and the categories on the edit screen of a contest. */
export const contestContentJourneys = (desk: ContestDesk, ledger: TextLedger<'contest-edit'>): void => {
  describe('the price table of a contest', () => {
    test('when prices are edited, then invalid values are marked, a failed save keeps the input, and customers receive the saved prices', async () => {
      const { id, path } = await desk.newContest({ name: '第13回 価格大会' });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=content`);
      const item = (n: number) => page.getByLabel(`料金${n}の項目名`);
      const price = (n: number) => page.getByLabel(`料金${n}の価格（税込）`);
      const notes = page.getByLabel('備考');
      await item(1).waitFor();
      expect([await item(1).inputValue(), await price(1).inputValue()]).toEqual(['第1カテゴリー', '3,000']);
      expect([await item(2).inputValue(), await price(2).inputValue()]).toEqual(['第2カテゴリー', '4,500']);
      expect(await notes.inputValue()).toBe('※カテゴリー単位での販売は行っておりません。');
      await inspect('price-table');

      await page.getByRole('button', { name: '料金1を削除' }).click();
      await page.getByRole('button', { name: '料金を追加' }).click();
      await waitForFocus(item(2));
      for (const [typed, error] of [
        ['', '価格を入力してください。'],
        ['3050', '0円から1,000,000円まで、100円単位で入力してください。'],
        ['-100', '0円から1,000,000円まで、100円単位で入力してください。'],
      ] as const) {
        await price(2).fill(typed);
        await savePrices(page).click();
        await page.getByText('項目名を入力してください。').waitFor();
        await page.getByText(error).waitFor();
        await waitForFocus(item(2));
      }
      await inspect('price-table-wrong');
      await item(2).fill('セット');
      await price(2).fill('￥７，０００');
      await notes.fill('一行目\n二行目');

      await context.setOffline(true);
      await savePrices(page).click();
      await ledger.see(page, '保存に失敗しました');
      await contentPanel(page).getByText(`保存に失敗しました: ${networkMessages.offline}`).waitFor();
      await readToast(page, { title: '保存に失敗しました', text: networkMessages.offline });
      await inspect('price-table-failed');
      await context.setOffline(false);
      await page.reload();
      await page.getByText('保存していない変更があります。').waitFor();
      expect([await item(2).inputValue(), await price(2).inputValue()]).toEqual(['セット', '￥７，０００']);
      await savePrices(page).click();
      await readToast(page, { title: '保存しました', text: '価格表を保存しました' });
      const publicPrices = (await desk.elsewhere()).call({ path: `/api/contests/${id}/price-description`, answer: priceDescriptionSchema });
      expect(await publicPrices).toEqual({
        items: [
          { name: '第2カテゴリー', price: 4500 },
          { name: 'セット', price: 7000 },
        ],
        notes: '一行目\n二行目',
      });
      await notes.fill('やめておく');
      await page.getByRole('button', { name: '変更を取り消す' }).click();
      expect(await notes.inputValue()).toBe('一行目\n二行目');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the categories of a contest', () => {
    test('when categories are added, then each gets the next free colour or the chosen one, and its name is required and unique', async () => {
      const { id, path } = await desk.newContest({ name: '第14回 カテゴリ大会' });
      const { page, context, inspect, wrong } = await desk.open(path);
      await page.getByText('カテゴリはまだありません。').waitFor();
      await addCategory(page).click();
      await ledger.see(page, 'カテゴリ名を入力してください。');
      await waitForFocus(categoryField(page));
      await inspect('category-name-missing');

      const add = async (name: string) => {
        await categoryField(page).fill(name);
        await addCategory(page).click();
        await readToast(page, { title: '追加しました', text: 'カテゴリを追加しました' });
      };
      expect(await colorButton(page).getAttribute('aria-label')).toBe('カテゴリの色：赤');
      await add('ビキニ');
      await page.getByRole('button', { name: 'カテゴリの色：ピンク' }).click();
      const palette = page.getByRole('dialog', { name: 'カテゴリの色' });
      await palette.getByRole('button', { name: '赤', exact: true }).waitFor();
      expect(await palette.getByRole('button').count()).toBe(15);
      await inspect('category-palette');
      await palette.getByRole('button', { name: '黒' }).click();
      await palette.waitFor({ state: 'detached' });
      await waitForFocus(colorButton(page));
      await add('フィジーク');
      const admin = await desk.elsewhere();
      const categories = async () =>
        ((await admin.call({ path: `/api/contests/${id}/categories` })) as { color: string }[]).map(({ color }) => color);
      expect(await categories()).toEqual([CATEGORY_COLORS[0], CATEGORY_COLORS[14]]);

      await categoryField(page).fill('ビキニ');
      await addCategory(page).click();
      await page.getByText(errorCatalogue.CategoryNameTaken.message).waitFor();
      await waitForFocus(categoryField(page));
      for (const n of CATEGORY_COLORS.keys()) if (n > 1) await admin.createCategory(id, `カテゴリ${n}`);
      expect((await categories()).toSorted()).toEqual([...CATEGORY_COLORS].toSorted());
      await page.reload();
      await page.getByRole('button', { name: /^カテゴリの色：#[0-9a-f]{6}$/ }).waitFor();
      await add('16番目');
      expect(CATEGORY_COLORS).not.toContain((await categories()).at(-1));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when categories are deleted, then one with athletes is kept, and the page shows the reason', async () => {
      const { path } = await desk.newContest({
        name: '第15回 使用中大会',
        categories: ['使用中', '空き'],
        athletes: [{ athleteNumber: '1', category: '使用中' }],
      });
      const { page, context, inspect, wrong } = await desk.open(path, { size: 'phone' });
      await page.getByRole('button', { name: '使用中を削除' }).click();
      await page.getByRole('alert').getByText(errorCatalogue.CategoryInUse.message).waitFor();
      await inspect('category-in-use');
      await page.getByRole('button', { name: '空きを削除' }).click();
      await readToast(page, { title: '削除しました', text: 'カテゴリを削除しました' });
      await page.getByRole('button', { name: '空きを削除' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: '使用中を削除' }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
