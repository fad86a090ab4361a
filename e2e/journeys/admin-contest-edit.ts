import { describe, expect, test } from '@jest/globals';
import { CATEGORY_COLORS, categoryListSchema, contestSchema, priceDescriptionSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type ContestDesk, confirmPublication, contestRow, expectToastAndClose } from '../support/contest-desk.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { adminSizes } from '../support/sizes.ts';

const SAVED = { title: '更新しました', text: '大会の状態を更新しました' };

const nameField = (page: Page) => page.getByRole('textbox', { name: '大会名' });
const contentPanel = (page: Page) => page.getByRole('tabpanel', { name: 'コンテンツ管理' });
const publicationOption = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const savePublication = (page: Page) => contentPanel(page).getByRole('button', { name: '保存', exact: true });
const colorButton = (page: Page) => page.getByRole('button', { name: /^カテゴリの色：/ });

const addCategory = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'カテゴリ名' }).fill(name);
  await page.getByRole('button', { name: 'カテゴリを追加' }).click();
  await expectToastAndClose(page, { title: '追加しました', text: 'カテゴリを追加しました' });
};

/** The edit screen of a contest: its name, categories, publication and prices. */
export const contestEditJourneys = (desk: ContestDesk): void => {
  describe.each(adminSizes)('the edit screen of a contest on a %s', (size) => {
    const name = '第10回 関東大会';
    test('when name, categories, publication and prices are changed, then they are stored, and visitors see what is public (admin 1.1, 2.22, 2.25, 2.33, 2.36, 2.37, 4.13, 7.34, 9.13, 9.16)', async () => {
      const { id, path } = await desk.newContest({ name: '第10回 旧名大会' });
      const admin = await desk.elsewhere();
      const storedContest = () => admin.call({ path: `/api/contests/${id}`, schema: contestSchema });
      const untilListed = (isListed: boolean) =>
        desk.untilVisitorsSee((contests) => contests.some((contest) => contest.id === id) === isListed);
      const { page, context, inspect, wrong } = await desk.open(path, { size });
      await page.getByRole('button', { name: '大会名を編集' }).click();
      await waitForFocus(nameField(page));
      await nameField(page).fill(name);
      await inspect('contest-name');
      await nameField(page).press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expectToastAndClose(page, { title: '更新しました', text: '大会名を更新しました' });
      expect((await storedContest()).name).toBe(name);

      await addCategory(page, 'ビキニ');
      await page.getByRole('button', { name: 'カテゴリの色：ピンク' }).click();
      const palette = page.getByRole('dialog', { name: 'カテゴリの色' });
      await palette.getByRole('button', { name: '赤', exact: true }).waitFor();
      expect(await palette.getByRole('button').count()).toBe(15);
      await inspect('category-palette');
      await palette.getByRole('button', { name: '黒' }).click();
      await palette.waitFor({ state: 'detached' });
      await waitForFocus(colorButton(page));
      await addCategory(page, 'フィジーク');
      const categories = await admin.call({ path: `/api/contests/${id}/categories`, schema: categoryListSchema });
      expect(categories.map(({ color }) => color)).toEqual([CATEGORY_COLORS[0], CATEGORY_COLORS[14]]);
      await page.getByRole('button', { name: 'ビキニを削除' }).click();
      const deletion = page.getByRole('dialog', { name: '本当に削除しますか？' });
      await deletion.getByText('カテゴリ「ビキニ」を削除します。このカテゴリの選手は0人です。').waitFor();
      await inspect('category-deletion');
      await deletion.getByRole('button', { name: '削除する' }).click();
      await expectToastAndClose(page, { title: '削除しました', text: 'カテゴリを削除しました' });
      await page.getByRole('button', { name: 'ビキニを削除' }).waitFor({ state: 'detached' });

      await page.getByRole('tab', { name: 'コンテンツ管理' }).click();
      await page.getByLabel('開催日', { exact: true }).fill('2030年1月12日・13日');
      await page.getByLabel('会場', { exact: true }).fill('東京・品川');
      await page.getByRole('button', { name: '開催日と会場を保存' }).click();
      await expectToastAndClose(page, { title: '更新しました', text: '開催日と会場を更新しました' });
      expect(await storedContest()).toMatchObject({ date: '2030年1月12日・13日', location: '東京・品川' });
      await publicationOption(page, '公開').check();
      await savePublication(page).click();
      await confirmPublication(page);
      await expectToastAndClose(page, SAVED);
      expect(await storedContest()).toMatchObject({ sitePublicStatus: 'public', videoPublished: true });
      await untilListed(true);
      await publicationOption(page, '公開予約').check();
      await page.getByLabel('公開日時（日本時間）').fill('2030-01-02T10:00');
      await savePublication(page).click();
      await expectToastAndClose(page, SAVED);
      await contentPanel(page).getByText('現在の予約：2030年1月2日(水) 10:00').waitFor();
      expect(await storedContest()).toMatchObject({
        sitePublicStatus: '公開予約',
        videoPublished: false,
        scheduledPublishDate: '2030-01-02T01:00:00.000Z',
      });
      await untilListed(false);

      const item = (n: number) => page.getByLabel(`料金${n}の項目名`);
      const price = (n: number) => page.getByLabel(`料金${n}の価格（税込）`);
      const notes = page.getByLabel('備考');
      expect([await item(1).inputValue(), await price(1).inputValue()]).toEqual(['第1カテゴリー', '3,000']);
      expect([await item(2).inputValue(), await price(2).inputValue()]).toEqual(['第2カテゴリー', '4,500']);
      expect(await notes.inputValue()).toBe('※カテゴリー単位での販売は行っておりません。');
      await page.getByRole('button', { name: '料金1を削除' }).click();
      await page.getByRole('button', { name: '料金を追加' }).click();
      await waitForFocus(item(2));
      await item(2).fill('セット');
      await price(2).fill('￥７，０００');
      await notes.fill('一行目\n二行目');
      await inspect('contest-content');
      await page.getByRole('button', { name: '価格表を保存' }).click();
      await expectToastAndClose(page, { title: '保存しました', text: '価格表を保存しました' });
      expect(await admin.call({ path: `/api/contests/${id}/price-description`, schema: priceDescriptionSchema })).toEqual({
        items: [
          { name: '第2カテゴリー', price: 4500 },
          { name: 'セット', price: 7000 },
        ],
        notes: '一行目\n二行目',
      });
      await page.getByRole('link', { name: '戻る', exact: true }).click();
      await contestRow(page, name).getByText('2030年1月2日(水) 10:00 に公開予約').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
