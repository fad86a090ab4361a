import { describe, expect, test } from '@jest/globals';
import { contestSchema, errorCatalogue } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { type ContestDesk, contestRow, readToast, toast, videoSwitch } from '../support/contest-desk.ts';
import { tabTo, typeConverted, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { until } from '../support/poll.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const SAVED = { title: '更新しました', text: '大会の状態を更新しました' };
const UNREACHABLE = errorCatalogue.BadGateway.message;

const contestHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const editNameButton = (page: Page) => page.getByRole('button', { name: '大会名を編集' });
const nameField = (page: Page) => page.getByRole('textbox', { name: '大会名' });
const contentPanel = (page: Page) => page.getByRole('tabpanel', { name: 'コンテンツ管理' });
const publicationOption = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const timeField = (page: Page) => page.getByLabel('公開日時（日本時間）');
const savePublication = (page: Page) => contentPanel(page).getByRole('button', { name: '保存', exact: true });
const savePrices = (page: Page) => page.getByRole('button', { name: '価格表を保存' });

type EditScreen = { shop: ShopAndBrowser; desk: ContestDesk; ledger: TextLedger<'contest-edit'> };

/** The edit screen of a contest: loading, name and publication. */
export const contestEditJourneys = ({ shop, desk, ledger }: EditScreen): void => {
  const storedContest = async (id: string) => (await desk.elsewhere()).call({ path: `/api/contests/${id}`, answer: contestSchema });

  describe('loading the edit screen of a contest', () => {
    test('when the contest does not exist, then the page shows its id and a link back to the dashboard', async () => {
      const { page, context, inspect, wrong } = await desk.open('/contest-edit/no-such-contest', { size: 'phone' });
      const panel = page.getByRole('alert').filter({ hasText: '大会が見つかりませんでした' });
      await panel.getByText('大会ID「no-such-contest」の大会は存在しないか、削除されています。').waitFor();
      expect(await panel.getByRole('button').count()).toBe(0);
      await inspect('contest-missing');
      await page.getByRole('link', { name: 'ダッシュボードに戻る' }).click();
      await page.waitForURL('**/admin');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the catalog service is unavailable, then an error is shown after the retries, a button reloads the page, and a link leads back', async () => {
      const { path } = await desk.newContest({ name: '第10回 遅れる大会' });
      const { page, context, inspect, wrong } = await desk.open('/healthz');
      const releaseRequest = await holdBack(page, '**/api/contests/*');
      await page.goto(path);
      await page.getByText('読み込み中...').waitFor();
      const catalog = shop.stack().service('catalog');
      await catalog.stop();
      await releaseRequest();
      const panel = page.getByRole('alert').filter({ hasText: '大会を読み込めませんでした' });
      await panel.getByText(UNREACHABLE).waitFor();
      await inspect('contest-unreadable');
      await catalog.start();
      await panel.getByRole('button', { name: '再読み込み' }).click();
      await contestHeading(page, '第10回 遅れる大会').waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(expect.arrayContaining(['選手管理', 'コンテンツ管理']));
      await page.getByRole('link', { name: '戻る', exact: true }).click();
      await page.waitForURL('**/admin');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the name of a contest', () => {
    test('when the name is edited in place, then Enter saves it, Escape discards it, and the Enter that ends an IME conversion does neither', async () => {
      const { id, path } = await desk.newContest({ name: '第11回 旧名大会' });
      const { page, context, inspect, wrong } = await desk.open(path);
      await editNameButton(page).click();
      await waitForFocus(nameField(page));
      await nameField(page).fill('捨てる名前');
      await page.keyboard.press('Escape');
      await contestHeading(page, '第11回 旧名大会').waitFor();
      await waitForFocus(editNameButton(page));

      await page.keyboard.press('Enter');
      await nameField(page).fill(' 　');
      await page.keyboard.press('Enter');
      await ledger.see(page, '大会名を入力してください。');
      await inspect('contest-name-missing');

      await nameField(page).fill('第11回 ');
      await nameField(page).press('End');
      await typeConverted(page, { typed: 'かんとう', converted: '関東' });
      expect(await nameField(page).inputValue()).toBe('第11回 関東');
      expect((await storedContest(id)).name).toBe('第11回 旧名大会');

      await context.setOffline(true);
      await page.keyboard.press('Enter');
      await ledger.see(page, '大会名の更新に失敗しました。');
      await page.getByText(`大会名の更新に失敗しました。${networkMessages.offline}`).waitFor();
      await readToast(page, { title: 'エラー', text: '大会名の更新に失敗しました。' });
      expect(await nameField(page).inputValue()).toBe('第11回 関東');
      await inspect('contest-name-failed');
      await context.setOffline(false);
      await nameField(page).press('Enter');
      await contestHeading(page, '第11回 関東').waitFor();
      await readToast(page, { title: '更新しました', text: '大会名を更新しました' });
      await page.waitForFunction(() => document.title === '第11回 関東の編集｜StageReel');
      expect((await storedContest(id)).name).toBe('第11回 関東');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the publication of a contest', () => {
    test('when the publication is changed, then the videos follow it, a past time is rejected, and a scheduled contest becomes public at its time', async () => {
      const name = '第12回 予約大会';
      const { id, path } = await desk.newContest({ name });
      const isListed = async () => (await desk.publicContests()).some((contest) => contest.id === id);
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=content`, { size: 'phone' });
      await ledger.see(page, '非公開');
      await ledger.see(page, '公開');
      await ledger.see(page, '公開予約');
      expect(await publicationOption(page, '非公開').isChecked()).toBe(true);
      await publicationOption(page, '公開').check();
      await savePublication(page).click();
      await readToast(page, SAVED);
      expect(await storedContest(id)).toMatchObject({ sitePublicStatus: 'public', videoPublished: true });
      expect(await isListed()).toBe(true);

      await publicationOption(page, '公開予約').check();
      expect(Date.parse(`${await timeField(page).getAttribute('min')}+09:00`)).toBeGreaterThan(Date.now() - 120_000);
      for (const time of ['', '2020-01-02T10:00']) {
        await timeField(page).fill(time);
        await savePublication(page).click();
        await contentPanel(page).getByText(errorCatalogue.PublishDateRequired.message).waitFor();
        await waitForFocus(timeField(page));
      }
      await inspect('publication-in-the-past');
      expect(await isListed()).toBe(true);
      await timeField(page).fill('2030-01-02T10:00');
      await savePublication(page).click();
      await readToast(page, SAVED);
      await contentPanel(page).getByText('現在の予約：2030年1月2日(水) 10:00').waitFor();
      expect(await storedContest(id)).toMatchObject({
        sitePublicStatus: '公開予約',
        videoPublished: false,
        scheduledPublishDate: '2030-01-02T01:00:00.000Z',
      });
      expect(await isListed()).toBe(false);
      await page.goto('/admin');
      await contestRow(page, name).getByText('2030年1月2日(水) 10:00 に公開予約').waitFor();

      // The field accepts whole minutes only. The API accepts seconds, which keeps the test short.
      const publishAt = Date.now() + 5_000;
      const admin = await desk.elsewhere();
      await admin.updateContest(id, { sitePublicStatus: '公開予約', scheduledPublishDate: new Date(publishAt).toISOString() });
      await until({ what: 'the contest in the public list', find: isListed });
      expect(Date.now()).toBeGreaterThanOrEqual(publishAt);
      await page.goto(`${path}?tab=content`);
      await publicationOption(page, '公開').waitFor();
      expect(await publicationOption(page, '公開').isChecked()).toBe(true);
      await page.goto('/admin');
      await videoSwitch(page, name).waitFor();
      expect(await videoSwitch(page, name).isChecked()).toBe(true);

      await page.goto(`${path}?tab=content`);
      await publicationOption(page, '非公開').check();
      await context.setOffline(true);
      await savePublication(page).click();
      await contentPanel(page).getByText(`大会の更新に失敗しました: ${networkMessages.offline}`).waitFor();
      await readToast(page, { title: 'エラー', text: '大会の更新に失敗しました' });
      await context.setOffline(false);
      expect(await isListed()).toBe(true);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the edit screen of a contest by keyboard only', () => {
    test('when only the keyboard is used, then the name, the publication and the prices can be changed', async () => {
      const { id, path } = await desk.newContest({ name: '第16回 鍵盤大会' });
      const { page, context, wrong } = await desk.open(path);
      await editNameButton(page).waitFor();
      await tabTo(page, editNameButton(page));
      await page.keyboard.press('Enter');
      await waitForFocus(nameField(page));
      await page.keyboard.press('End');
      await page.keyboard.type('改');
      await page.keyboard.press('Enter');
      await waitForFocus(editNameButton(page));
      await tabTo(page, page.getByRole('tab', { name: '選手管理' }));
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await publicationOption(page, '非公開').waitFor();
      await tabTo(page, publicationOption(page, '非公開'));
      await page.keyboard.press('ArrowDown');
      await tabTo(page, savePublication(page));
      await page.keyboard.press('Enter');
      await toast(page).getByText(SAVED.text).waitFor();
      await tabTo(page, page.getByRole('button', { name: '料金2を削除' }));
      await page.keyboard.press('Enter');
      await tabTo(page, savePrices(page));
      await page.keyboard.press('Enter');
      await toast(page).getByText('価格表を保存しました').waitFor();
      expect(await storedContest(id)).toMatchObject({ name: '第16回 鍵盤大会改', sitePublicStatus: 'public' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
