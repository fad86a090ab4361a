import { describe, expect, test } from '@jest/globals';
import { contestSchema, priceDescriptionSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type ContestDesk, expectToastAndClose } from '../support/contest-desk.ts';
import { typeConverted, waitForFocus } from '../support/keyboard.ts';

const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: 'ほかの画面で変更されました' });
const takeTheirs = (page: Page) => conflict(page).getByRole('button', { name: '最新の内容を使う' });
const keepMine = (page: Page) => conflict(page).getByRole('button', { name: '入力した内容で上書きする' });

/** Concurrent edits of one contest: no saved change is overwritten without a warning. */
export const editConflictJourneys = (desk: ContestDesk): void => {
  describe('concurrent edits of a contest', () => {
    test('when another admin has changed the same field, then the conflict is shown, the input is kept, and the admin chooses what is stored (admin 2.25, 8.8, 8.9)', async () => {
      // With an athlete on sale: publishing asks for nothing first.
      const { id, path } = await desk.newContest({
        name: '第50回 元の名前',
        categories: ['ビキニ'],
        athletes: [{ athleteNumber: '1', category: 'ビキニ', videoStatus: '販売中' }],
      });
      const admin = await desk.elsewhere();
      const storedContest = () => admin.call({ path: `/api/contests/${id}`, schema: contestSchema });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=content`);
      const field = page.getByRole('textbox', { name: '大会名' });
      const editNameButton = page.getByRole('button', { name: '大会名を編集' });
      await editNameButton.click();
      await field.fill('第50回 ');
      await field.press('End');
      // The Enter that ends the conversion must not save.
      await typeConverted(page, { typed: 'わたし', converted: '私' });
      expect(await field.inputValue()).toBe('第50回 私');
      expect((await storedContest()).name).toBe('第50回 元の名前');
      await admin.updateContest(id, { name: '第50回 相手の名前' });
      await field.press('Enter');
      await conflict(page).getByText('現在の大会名：第50回 相手の名前').waitFor();
      await expectToastAndClose(page, { title: 'エラー', text: '大会名の更新に失敗しました。' });
      expect(await field.inputValue()).toBe('第50回 私');
      await inspect('conflict-name');
      await keepMine(page).click();
      await page.getByRole('heading', { level: 1, name: '第50回 私' }).waitFor();
      await waitForFocus(editNameButton);
      await expectToastAndClose(page, { title: '更新しました', text: '大会名を更新しました' });
      expect((await storedContest()).name).toBe('第50回 私');

      await page.getByRole('radio', { name: '公開', exact: true }).check();
      await admin.updateContest(id, { sitePublicStatus: '公開予約', scheduledPublishDate: '2031-01-02T01:00:00.000Z' });
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await conflict(page).getByText('現在の公開状態：公開予約（2031年1月2日(木) 10:00）').waitFor();
      await expectToastAndClose(page, { title: 'エラー', text: '大会の更新に失敗しました' });
      await inspect('conflict-publication');
      await takeTheirs(page).click();
      await conflict(page).waitFor({ state: 'detached' });
      expect(await page.getByRole('radio', { name: '公開予約', exact: true }).isChecked()).toBe(true);
      expect(await page.getByLabel('公開日時（日本時間）').inputValue()).toBe('2031-01-02T10:00');

      const notes = page.getByLabel('備考');
      await notes.fill('私の備考');
      const theirs = { items: [{ name: '相手の料金', price: 8000 }], notes: '相手の備考' };
      await admin.call({ method: 'PUT', path: `/api/contests/${id}/price-description`, body: theirs });
      await page.getByRole('button', { name: '価格表を保存' }).click();
      await conflict(page).getByText('相手の料金').waitFor();
      await expectToastAndClose(page, { title: '保存に失敗しました', text: '変更されました' });
      await inspect('conflict-prices');
      expect(await notes.inputValue()).toBe('私の備考');
      await keepMine(page).click();
      await expectToastAndClose(page, { title: '保存しました', text: '価格表を保存しました' });
      const prices = await admin.call({ path: `/api/contests/${id}/price-description`, schema: priceDescriptionSchema });
      expect(prices.notes).toBe('私の備考');
      expect(prices.items.map(({ price }) => price)).toEqual([3000, 4500]);
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
