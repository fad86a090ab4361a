import { describe, expect, test } from '@jest/globals';
import { CATEGORY_COLORS, contestSchema, errorCatalogue, priceDescriptionSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { type ContestDesk, contestRow, readToast, toast, videoSwitch } from '../support/contest-desk.ts';
import { tabTo, typeConverted, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const SAVED = { title: '更新しました', text: '大会の状態を更新しました' };
const UNREACHABLE = errorCatalogue.BadGateway.message;

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const penButton = (page: Page) => page.getByRole('button', { name: '大会名を編集' });
const nameField = (page: Page) => page.getByRole('textbox', { name: '大会名' });
const content = (page: Page) => page.getByRole('tabpanel', { name: 'コンテンツ管理' });
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const timeField = (page: Page) => page.getByLabel('公開日時（日本時間）');
const savePublication = (page: Page) => content(page).getByRole('button', { name: '保存', exact: true });
const savePrices = (page: Page) => page.getByRole('button', { name: '価格表を保存' });
const categoryField = (page: Page) => page.getByRole('textbox', { name: 'カテゴリ名' });
const addCategory = (page: Page) => page.getByRole('button', { name: 'カテゴリを追加' });
const colorButton = (page: Page) => page.getByRole('button', { name: /^カテゴリの色：/ });

/** The edit screen of a contest, but for its athletes. */
export const contestEditJourneys = (shop: ShopAndBrowser, desk: ContestDesk): void => {
  const ledger = openTextLedger('contest-edit');
  const stored = async (id: string) => (await desk.elsewhere()).call({ path: `/api/contests/${id}`, answer: contestSchema });

  describe('the way to the edit screen', () => {
    test('when there is no such contest, the page names the id and leads back to the dashboard', async () => {
      const { page, context, inspect, wrong } = await desk.open('/contest-edit/no-such-contest', 'phone');
      const panel = page.getByRole('alert').filter({ hasText: '大会が見つかりませんでした' });
      await panel.getByText('大会ID「no-such-contest」の大会は存在しないか、削除されています。').waitFor();
      expect(await panel.getByRole('button').count()).toBe(0);
      await inspect('contest-missing');
      await page.getByRole('link', { name: 'ダッシュボードに戻る' }).click();
      await page.waitForURL('**/admin');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 60_000);

    test('when the catalog is away, the page says so after its tries, loads by hand when it is back, and leads back', async () => {
      const { path } = await desk.newContest({ name: '第10回 遅れる大会' });
      const { page, context, inspect, wrong } = await desk.open('/healthz');
      const letThrough = await holdBack(page, '**/api/contests/*');
      await page.goto(path);
      await page.getByText('読み込み中...').waitFor();
      const catalog = shop.stack().service('catalog');
      await catalog.stop();
      await letThrough();
      const panel = page.getByRole('alert').filter({ hasText: '大会を読み込めませんでした' });
      await panel.getByText(UNREACHABLE).waitFor();
      await inspect('contest-unreadable');
      await catalog.start();
      await panel.getByRole('button', { name: '再読み込み' }).click();
      await title(page, '第10回 遅れる大会').waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(expect.arrayContaining(['選手管理', 'コンテンツ管理']));
      await page.getByRole('link', { name: '戻る', exact: true }).click();
      await page.waitForURL('**/admin');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 60_000);
  });

  describe('the name of a contest', () => {
    test('when it is edited in place, Enter saves, Escape does not, and the Enter of a conversion does neither', async () => {
      const { id, path } = await desk.newContest({ name: '第11回 旧名大会' });
      const { page, context, inspect, wrong } = await desk.open(path);
      await penButton(page).click();
      await waitForFocus(nameField(page));
      await nameField(page).fill('捨てる名前');
      await page.keyboard.press('Escape');
      await title(page, '第11回 旧名大会').waitFor();
      await waitForFocus(penButton(page));

      await page.keyboard.press('Enter');
      await nameField(page).fill(' 　');
      await page.keyboard.press('Enter');
      await ledger.see(page, '大会名を入力してください。');
      await inspect('contest-name-missing');

      await nameField(page).fill('第11回 ');
      await nameField(page).press('End');
      await typeConverted(page, { typed: 'かんとう', converted: '関東' });
      expect(await nameField(page).inputValue()).toBe('第11回 関東');
      expect((await stored(id)).name).toBe('第11回 旧名大会');

      await context.setOffline(true);
      await page.keyboard.press('Enter');
      await ledger.see(page, '大会名の更新に失敗しました。');
      await page.getByText(`大会名の更新に失敗しました。${networkMessages.offline}`).waitFor();
      await readToast(page, { title: 'エラー', text: '大会名の更新に失敗しました。' });
      expect(await nameField(page).inputValue()).toBe('第11回 関東');
      await inspect('contest-name-failed');
      await context.setOffline(false);
      await nameField(page).press('Enter');
      await title(page, '第11回 関東').waitFor();
      await readToast(page, { title: '更新しました', text: '大会名を更新しました' });
      expect(await page.title()).toBe('第11回 関東の編集｜StageReel');
      expect((await stored(id)).name).toBe('第11回 関東');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 60_000);
  });

  describe('the publication of a contest', () => {
    test('when it is set, videos follow the status, a time in the past is refused, and the contest opens by itself when its time comes', async () => {
      const name = '第12回 予約大会';
      const { id, path } = await desk.newContest({ name });
      const isListed = async () => (await desk.publicContests()).some((contest) => contest.id === id);
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=content`, 'phone');
      await ledger.see(page, '非公開');
      await ledger.see(page, '公開');
      await ledger.see(page, '公開予約');
      expect(await choice(page, '非公開').isChecked()).toBe(true);
      await choice(page, '公開').check();
      await savePublication(page).click();
      await readToast(page, SAVED);
      expect(await stored(id)).toMatchObject({ sitePublicStatus: 'public', videoPublished: true });
      expect(await isListed()).toBe(true);

      await choice(page, '公開予約').check();
      expect(Date.parse(`${await timeField(page).getAttribute('min')}+09:00`)).toBeGreaterThan(Date.now() - 120_000);
      for (const time of ['', '2020-01-02T10:00']) {
        await timeField(page).fill(time);
        await savePublication(page).click();
        await content(page).getByText(errorCatalogue.PublishDateRequired.message).waitFor();
        await waitForFocus(timeField(page));
      }
      await inspect('publication-in-the-past');
      expect(await isListed()).toBe(true);
      await timeField(page).fill('2030-01-02T10:00');
      await savePublication(page).click();
      await readToast(page, SAVED);
      await content(page).getByText('現在の予約：2030年1月2日(水) 10:00').waitFor();
      expect(await stored(id)).toMatchObject({
        sitePublicStatus: '公開予約',
        videoPublished: false,
        scheduledPublishDate: '2030-01-02T01:00:00.000Z',
      });
      expect(await isListed()).toBe(false);
      await page.goto('/admin');
      await contestRow(page, name).getByText('2030年1月2日(水) 10:00 に公開予約').waitFor();

      // The field goes by minutes; nobody here waits for one.
      const due = Date.now() + 1_500;
      const admin = await desk.elsewhere();
      await admin.updateContest(id, { sitePublicStatus: '公開予約', scheduledPublishDate: new Date(due).toISOString() });
      const guest = await shop.open();
      await guest.page.goto('/');
      await guest.page.waitForFunction(
        async (wanted) => (await (await fetch('/api/contests')).json()).some((contest: { id: string }) => contest.id === wanted),
        id,
        { polling: 200 },
      );
      expect(Date.now()).toBeGreaterThanOrEqual(due);
      await guest.context.close();
      await page.goto(`${path}?tab=content`);
      await choice(page, '公開').waitFor();
      expect(await choice(page, '公開').isChecked()).toBe(true);
      await page.goto('/admin');
      await videoSwitch(page, name).waitFor();
      expect(await videoSwitch(page, name).isChecked()).toBe(true);

      await page.goto(`${path}?tab=content`);
      await choice(page, '非公開').check();
      await context.setOffline(true);
      await savePublication(page).click();
      await content(page).getByText(`大会の更新に失敗しました: ${networkMessages.offline}`).waitFor();
      await readToast(page, { title: 'エラー', text: '大会の更新に失敗しました' });
      await context.setOffline(false);
      expect(await isListed()).toBe(true);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 90_000);
  });

  describe('the prices that the order form shows', () => {
    test('when they are edited, what is wrong is marked, a failure keeps what was typed, and customers see what was saved', async () => {
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
      await content(page).getByText(`保存に失敗しました: ${networkMessages.offline}`).waitFor();
      await readToast(page, { title: '保存に失敗しました', text: networkMessages.offline });
      await inspect('price-table-failed');
      await context.setOffline(false);
      await page.reload();
      await page.getByText('保存していない変更があります。').waitFor();
      expect([await item(2).inputValue(), await price(2).inputValue()]).toEqual(['セット', '￥７，０００']);
      await savePrices(page).click();
      await readToast(page, { title: '保存しました', text: '価格表を保存しました' });
      const customer = (await desk.elsewhere()).call({ path: `/api/contests/${id}/price-description`, answer: priceDescriptionSchema });
      expect(await customer).toEqual({
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
    }, 60_000);
  });

  describe('the categories of a contest', () => {
    test('when categories are added, each gets the next free colour or the one that is picked, and a name is needed once only', async () => {
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
    }, 60_000);

    test('when a category is deleted, one that athletes are in stays and the page says why', async () => {
      const { path } = await desk.newContest({
        name: '第15回 使用中大会',
        categories: ['使用中', '空き'],
        athletes: [{ athleteNumber: '1', category: '使用中' }],
      });
      const { page, context, inspect, wrong } = await desk.open(path, 'phone');
      await page.getByRole('button', { name: '使用中を削除' }).click();
      await page.getByRole('alert').getByText(errorCatalogue.CategoryInUse.message).waitFor();
      await inspect('category-in-use');
      await page.getByRole('button', { name: '空きを削除' }).click();
      await readToast(page, { title: '削除しました', text: 'カテゴリを削除しました' });
      expect(await page.getByRole('button', { name: '空きを削除' }).count()).toBe(0);
      await page.getByRole('button', { name: '使用中を削除' }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 60_000);
  });

  describe('the content of a contest by keyboard alone', () => {
    test('when nobody touches a mouse, the name, the publication and the prices are changed all the same', async () => {
      const { id, path } = await desk.newContest({ name: '第16回 鍵盤大会' });
      const { page, context, wrong } = await desk.open(path);
      await penButton(page).waitFor();
      await tabTo(page, penButton(page));
      await page.keyboard.press('Enter');
      await waitForFocus(nameField(page));
      await page.keyboard.press('End');
      await page.keyboard.type('改');
      await page.keyboard.press('Enter');
      await waitForFocus(penButton(page));
      await tabTo(page, page.getByRole('tab', { name: '選手管理' }));
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await choice(page, '非公開').waitFor();
      await tabTo(page, choice(page, '非公開'));
      await page.keyboard.press('ArrowDown');
      await tabTo(page, savePublication(page));
      await page.keyboard.press('Enter');
      await toast(page).getByText(SAVED.text).waitFor();
      await tabTo(page, page.getByRole('button', { name: '料金2を削除' }));
      await page.keyboard.press('Enter');
      await tabTo(page, savePrices(page));
      await page.keyboard.press('Enter');
      await toast(page).getByText('価格表を保存しました').waitFor();
      expect(await stored(id)).toMatchObject({ name: '第16回 鍵盤大会改', sitePublicStatus: 'public' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 60_000);
  });

  test('when all of this was done, every text of the edit screen was seen', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
