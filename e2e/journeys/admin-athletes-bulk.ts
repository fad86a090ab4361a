import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import { athleteRow, bibField, deletedSwitch, inRow, storedAthletes } from '../support/athlete-desk.ts';
import { type ContestDesk, readToast, toast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const BULK_CALLS = /\/athletes\/bulk-(update|permanent-delete)$/;

const bar = (page: Page) => page.getByRole('region', { name: '選手の一括操作' });
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const box = (page: Page, who: string) => page.getByRole('checkbox', { name: `${who} を選択`, exact: true });
const allBox = (page: Page) => page.getByRole('checkbox', { name: '表示中の選手をすべて選択' });
const error = (page: Page, text: string) => bar(page).getByRole('alert').filter({ hasText: text });
const question = (page: Page) => page.getByRole('dialog');
const agree = (page: Page, name: RegExp) => question(page).getByRole('button', { name }).click();
const picked = (page: Page, count: number) => bar(page).getByText(`${count}人を選択中`, { exact: true });

const people = (bibs: readonly string[], category = 'ビキニ') => bibs.map((athleteNumber) => ({ athleteNumber, category }));

/** The acts on athletes that are picked together. */
export const bulkJourneys = (desk: ContestDesk, ledger: TextLedger<'athletes'>): void => {
  /** What is pressed to do an act to whoever is picked, with a change in it. */
  const doPrice = async (page: Page): Promise<void> => {
    await act(page, '一括価格変更').click();
    await question(page).getByLabel('縦動画の価格（税込）').fill('６，５００');
    await agree(page, /人を変更する$/);
  };
  const doCategory = async (page: Page): Promise<void> => {
    await act(page, '一括カテゴリ変更').click();
    await question(page).getByLabel('変更後のカテゴリ').selectOption('フィジーク');
    await agree(page, /人を変更する$/);
  };
  const doStatus = async (page: Page): Promise<void> => {
    await act(page, '一括ステータス変更').click();
    await question(page).getByLabel('動画の販売状況').selectOption('販売中');
    await agree(page, /人を変更する$/);
  };
  const doDelete = async (page: Page): Promise<void> => {
    await act(page, '一括削除').click();
    await agree(page, /人を削除する$/);
  };
  const doPurge = async (page: Page): Promise<void> => {
    await act(page, '一括完全削除').click();
    await agree(page, /人を完全に削除する$/);
  };

  describe('athletes changed together', () => {
    test('when they are picked, the count says how many, and prices, categories and states change for them and no others', async () => {
      const { id, path } = await desk.newContest({
        name: '第60回 一括変更',
        categories: ['ビキニ', 'フィジーク'],
        athletes: people(['1', '2', '3']),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await box(page, '1').check();
      await picked(page, 1).waitFor();
      await page.getByLabel('選手を検索').fill('2');
      await bibField(page, '1').waitFor({ state: 'detached' });
      await allBox(page).check();
      await bar(page).getByText('2人を選択中（うち1人は下の一覧に表示されていません）').waitFor();
      await page.getByRole('button', { name: '検索条件を消す' }).click();
      await picked(page, 2).waitFor();
      await inspect('bulk-picked');

      await act(page, '一括価格変更').click();
      await agree(page, /^2人を変更する$/);
      await question(page).getByText('縦動画・横動画のどちらかの価格を入力してください。').waitFor();
      await question(page).getByLabel('横動画の価格（税込）').fill('6550');
      await agree(page, /^2人を変更する$/);
      await question(page).getByText('0円から1,000,000円まで、100円単位で入力してください。').waitFor();
      await inspect('bulk-price-wrong');
      await question(page).getByRole('button', { name: 'キャンセル' }).click();
      await question(page).waitFor({ state: 'detached' });
      await doPrice(page);
      await readToast(page, { title: '変更しました', text: '2人の選手を変更しました。' });
      expect(
        (await storedAthletes(desk, id)).map(({ verticalVideoPrice, horizontalVideoPrice }) => [verticalVideoPrice, horizontalVideoPrice]),
      ).toEqual([
        [6500, 5000],
        [6500, 5000],
        [5000, 5000],
      ]);

      await allBox(page).check();
      await box(page, '3').uncheck();
      await act(page, '一括ステータス変更').click();
      await agree(page, /^2人を変更する$/);
      await question(page).getByText('動画・写真のどちらかの販売状況を選択してください。').waitFor();
      await question(page).getByRole('button', { name: 'キャンセル' }).click();
      await question(page).waitFor({ state: 'detached' });
      await doStatus(page);
      await readToast(page, { title: '変更しました', text: '2人の選手を変更しました。' });
      await box(page, '3').check();
      await doCategory(page);
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
      await bar(page).getByText('選手を選択すると、まとめて変更・削除できます。').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when they are deleted together, they can be restored together, and go for good only after a question', async () => {
      const { id, path } = await desk.newContest({ name: '第61回 一括削除', categories: ['ビキニ'], athletes: people(['1', '2', '3']) });
      const { page, context, inspect, wrong } = await desk.open(path, { size: 'phone' });
      const livingAndDeleted = async () => (await storedAthletes(desk, id)).map(({ isDeleted }) => isDeleted).toSorted();
      await box(page, '1').check();
      await box(page, '2').check();
      await act(page, '一括削除').click();
      await question(page)
        .getByText('2人の選手を削除します。お客様には表示されなくなり、注文もできなくなります。あとから復元できます。')
        .waitFor();
      await inspect('bulk-deleting');
      await question(page).getByRole('button', { name: 'キャンセル' }).click();
      await question(page).waitFor({ state: 'detached' });
      await doDelete(page);
      await readToast(page, { title: '削除しました', text: '2人の選手を削除しました。' });
      expect(await livingAndDeleted()).toEqual([false, true, true]);

      await deletedSwitch(page).click();
      // All are those that are shown, and the deleted ones come anew.
      for (const who of ['1', '2', '3']) await box(page, who).waitFor();
      await allBox(page).check();
      await picked(page, 3).waitFor();
      await act(page, '一括復元').click();
      await readToast(page, { title: '復元しました', text: '2人の選手を復元しました。' });
      expect(await livingAndDeleted()).toEqual([false, false, false]);
      await box(page, '3').check();
      await act(page, '一括完全削除').click();
      await ledger.see(page, '削除対象の選手がいません。');
      expect(await question(page).count()).toBe(0);
      await inspect('bulk-nobody-to-purge');

      await doDelete(page);
      await readToast(page, { title: '削除しました', text: '1人の選手を削除しました。' });
      await box(page, '3').check();
      await act(page, '一括完全削除').click();
      await question(page).getByText('1人の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。').waitFor();
      await agree(page, /^1人を完全に削除する$/);
      await readToast(page, { title: '完全に削除しました', text: '1人の選手を完全に削除しました。' });
      expect(await livingAndDeleted()).toEqual([false, false]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('athletes that cannot all be changed', () => {
    test('when nothing reaches the server, each act says what failed, the list shows what is stored, and everybody stays picked', async () => {
      const { path } = await desk.newContest({
        name: '第62回 届かない一括',
        categories: ['ビキニ', 'フィジーク'],
        athletes: people(['1', '2', '3']),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await box(page, '3').check();
      await doDelete(page);
      await readToast(page, { title: '削除しました', text: '1人の選手を削除しました。' });
      await deletedSwitch(page).click();
      await box(page, '3').waitFor();
      await allBox(page).check();
      await page.route(BULK_CALLS, (route) => route.abort('connectionreset'));
      for (const [attempt, text] of [
        [doPrice, '一括価格変更に失敗しました。'],
        [doCategory, '一括カテゴリ変更に失敗しました。'],
        [doStatus, '一括ステータス変更に失敗しました。'],
        [doDelete, '一括削除に失敗しました。'],
        [doPurge, '選手の完全削除に失敗しました。'],
      ] as const) {
        await attempt(page);
        await ledger.see(page, text);
        await error(page, text).getByText(networkMessages.unreachable).waitFor();
        await readToast(page, { title: 'エラー', text });
        await allBox(page).check();
      }
      await inspect('bulk-failed');
      const { vertical, category, video } = inRow(page, '1');
      expect([await vertical.inputValue(), await category.inputValue(), await video.inputValue()]).toEqual(['5,000', 'ビキニ', '確認中']);
      expect(await page.getByRole('button', { name: /^[12] を削除$/ }).count()).toBe(2);
      expect(await athleteRow(page, '3').count()).toBe(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the server takes some and not others, the count tells, and those that are left stay picked', async () => {
      const { id, path } = await desk.newContest({
        name: '第63回 一部だけの一括',
        categories: ['ビキニ', 'フィジーク'],
        athletes: [...people(['1', '2']), ...people(['1'], 'フィジーク')],
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await box(page, '2').check();
      await box(page, '1').first().check();
      await box(page, '1').last().check();
      await doCategory(page);
      await error(page, '1人は変更できませんでした。').waitFor();
      await error(page, '同じカテゴリに同じゼッケン番号の選手がいるか、ほかの画面で変更された可能性があります。').waitFor();
      await picked(page, 1).waitFor();
      await inspect('bulk-partly');
      expect((await storedAthletes(desk, id)).map(({ athleteNumber, category }) => athleteNumber + category).toSorted()).toEqual([
        '1ビキニ',
        '1フィジーク',
        '2フィジーク',
      ]);

      // Deleted here, restored elsewhere before it is erased: none of those that were asked for goes.
      await doDelete(page);
      await toast(page).getByText('1人の選手を削除しました。').waitFor();
      await deletedSwitch(page).click();
      const gone = (await storedAthletes(desk, id)).find(({ isDeleted }) => isDeleted);
      // The deleted one stands beside the other once the list has come anew.
      await box(page, '1').nth(1).waitFor();
      await box(page, '1').first().check();
      await box(page, '1').last().check();
      const admin = await desk.elsewhere();
      await act(page, '一括完全削除').click();
      await question(page).waitFor();
      await admin.call({ method: 'PATCH', path: `/api/contests/${id}/athletes/${gone?.id}`, body: { isDeleted: false } });
      await agree(page, /^1人を完全に削除する$/);
      await ledger.see(page, '選手の削除に失敗しました。');
      await error(page, '選手の削除に失敗しました。').waitFor();
      expect(await storedAthletes(desk, id)).toHaveLength(3);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when many are changed, the progress shows, and it can be stopped between two parts', async () => {
      const { id, path } = await desk.newContest({
        name: '第64回 長い一括',
        categories: ['ビキニ', 'フィジーク'],
        athletes: people(Array.from({ length: 501 }, (_, index) => `${index + 1}`)),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      const held: (() => Promise<void>)[] = [];
      await page.route(BULK_CALLS, (route) => void held.push(() => route.continue()));
      await allBox(page).check();
      await picked(page, 501).waitFor();
      const asked = page.waitForRequest(BULK_CALLS);
      await doStatus(page);
      await asked;
      const progress = bar(page).getByRole('progressbar', { name: '変更しています' });
      await progress.waitFor();
      expect(await progress.getAttribute('aria-valuetext')).toBe('501人のうち0人');
      await bar(page).getByText('0 / 501人').waitFor();
      expect(await page.getByRole('button', { name: '1 を削除', exact: true }).isDisabled()).toBe(true);
      // Seven fields a row: one screen of them is enough for axe.
      await page.getByLabel('選手を検索').fill('501');
      await bibField(page, '1').waitFor({ state: 'detached' });
      await inspect('bulk-running');
      await act(page, '一括操作を中止').click();
      await held[0]?.();
      await bar(page).getByText('中止しました。501人のうち500人を変更しました。残りの1人は選択されたままです。').waitFor();
      await picked(page, 1).waitFor();
      expect((await storedAthletes(desk, id)).filter(({ videoStatus }) => videoStatus === '販売中')).toHaveLength(500);
      expect(held).toHaveLength(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('athletes changed together by keyboard alone', () => {
    test('when nobody touches a mouse, they are picked, changed and deleted, and the focus is never lost', async () => {
      const { id, path } = await desk.newContest({ name: '第65回 鍵盤の一括', categories: ['ビキニ'], athletes: people(['1', '2']) });
      const { page, context, wrong } = await desk.open(path);
      await allBox(page).waitFor();
      await tabTo(page, allBox(page));
      await page.keyboard.press('Space');
      await picked(page, 2).waitFor();
      // The bar stands before the list.
      await act(page, '一括削除').focus();
      await page.keyboard.press('Shift+Tab');
      await waitForFocus(act(page, '一括ステータス変更'));
      await page.keyboard.press('Enter');
      await waitForFocus(question(page).getByLabel('動画の販売状況'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await tabTo(page, question(page).getByRole('button', { name: '2人を変更する' }));
      await page.keyboard.press('Enter');
      await toast(page).getByText('2人の選手を変更しました。').waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('[aria-label="選手の一括操作"]'));
      expect((await storedAthletes(desk, id)).map(({ videoStatus }) => videoStatus)).toEqual(['販売中', '販売中']);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
