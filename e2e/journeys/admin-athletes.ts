import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import {
  ATHLETE_CALLS,
  addByCount,
  bibField,
  bibsOn,
  countField,
  inRow,
  nextHighlight,
  pauseBeforeChange,
  storedAthletes,
} from '../support/athlete-desk.ts';
import { type ContestDesk, readToast } from '../support/contest-desk.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const ERROR = 'エラー';
const PRICE_ERROR = '0円から1,000,000円まで、100円単位で入力してください。';

/** The name of the colour of a field's left border, which stands for the sales status. */
const colorOf = (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(field).borderLeftColor.match(/\d+/g) ?? []).map(Number);
    if (red > 200 && green > 150) return 'yellow';
    return green > red && green > blue ? 'green' : red > green ? 'red' : 'none';
  });

/** Adding athletes to a contest, and changing single athletes. */
export const athleteJourneys = (desk: ContestDesk, ledger: TextLedger<'athletes'>): void => {
  describe('adding athletes', () => {
    test('when a number of athletes is entered, then only a positive whole number is accepted, and that many athletes are added with default values', async () => {
      const { id, path } = await desk.newContest({ name: '第20回 最初の選手' });
      const { page, context, inspect, wrong } = await desk.open(path, { size: 'phone' });
      await page.getByText('選手はまだ登録されていません').waitFor();
      for (const wrongCount of ['', '0', '-1', '1.5', '二人']) {
        await countField(page).fill(wrongCount);
        await addByCount(page).click();
        await ledger.see(page, '正しい人数を入力してください。');
        await waitForFocus(countField(page));
      }
      await inspect('athletes-count-wrong');
      await countField(page).fill('5001');
      await addByCount(page).click();
      await page.getByText('一度に追加できるのは5,000人までです。').waitFor();

      await countField(page).fill('３');
      await context.setOffline(true);
      await addByCount(page).click();
      await ledger.see(page, '選手の追加に失敗しました。');
      await readToast(page, { title: ERROR, text: `選手の追加に失敗しました。${networkMessages.offline}` });
      await context.setOffline(false);
      await addByCount(page).click();
      await waitForFocus(countField(page));
      await readToast(page, { title: '追加しました', text: '3人の選手を追加しました' });
      expect(await countField(page).inputValue()).toBe('');
      expect(await bibsOn(page)).toEqual(['1', '2', '3']);
      await ledger.seeChosen(inRow(page, '1').category, '未分類');
      expect(await inRow(page, '1').video.inputValue()).toBe('確認中');
      await inspect('athletes');
      const defaults = {
        category: '未分類',
        videoStatus: '未撮影',
        photoStatus: '未撮影',
        verticalVideoPrice: 5000,
        horizontalVideoPrice: 5000,
      };
      expect(await storedAthletes(desk, id)).toEqual(
        ['1', '2', '3'].map((n) => expect.objectContaining({ ...defaults, athleteNumber: n })),
      );
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the contest has bib numbers, then new athletes continue from the highest, and one athlete can be added by number and name', async () => {
      const { id, path } = await desk.newContest({
        name: '第21回 続きの番号',
        categories: ['ビキニ', 'フィジーク'],
        athletes: ['012', '12A', '007'].map((athleteNumber) => ({ athleteNumber, category: 'フィジーク' })),
      });
      const { page, context, wrong } = await desk.open(path);
      await countField(page).fill('2');
      await countField(page).press('Enter');
      await readToast(page, { title: '追加しました', text: '2人の選手を追加しました' });
      const added = (await storedAthletes(desk, id)).filter(({ category }) => category === 'ビキニ');
      expect(added.map(({ athleteNumber }) => athleteNumber)).toEqual(['013', '014']);

      const addOne = page.getByRole('button', { name: '1人追加' });
      await addOne.click();
      await page.getByText('ゼッケン番号を入力してください。').waitFor();
      await page.getByLabel('ゼッケン番号').fill('０１３');
      await page.getByLabel('選手名（任意）').fill('渡辺 健');
      await addOne.click();
      await page.getByText(`選手の追加に失敗しました。（1人）${errorCatalogue.AthleteNumberTaken.message}`).first().waitFor();
      await page.getByLabel('カテゴリ', { exact: true }).selectOption('フィジーク');
      await addOne.click();
      await readToast(page, { title: '追加しました', text: '1人の選手を追加しました' });
      expect(await storedAthletes(desk, id)).toContainEqual(
        expect.objectContaining({ athleteNumber: '013', name: '渡辺 健', category: 'フィジーク' }),
      );
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('changing an athlete', () => {
    test('when a bib number is typed, then it is saved once, half a second after the last key, and the row is highlighted for two seconds', async () => {
      const { id, path } = await desk.newContest({
        name: '第22回 番号の変更',
        categories: ['ビキニ'],
        athletes: ['1', '2'].map((athleteNumber) => ({ athleteNumber, category: 'ビキニ' })),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      const changes: string[] = [];
      page.on('request', (request) => void (request.method() === 'PATCH' && changes.push(String(request.postData()))));
      await bibField(page, '1').waitFor();
      const [pause, highlight] = [pauseBeforeChange(page), nextHighlight(page)];
      await bibField(page, '1').press('End');
      await page.keyboard.type('05');
      expect(await pause).toBeGreaterThanOrEqual(495);
      await page.getByText('保存しました', { exact: true }).waitFor({ state: 'attached' });
      await inspect('athlete-saved');
      const { markedFor, late } = await highlight;
      expect(markedFor).toBeGreaterThanOrEqual(1_990);
      expect(markedFor - late).toBeLessThan(8_000);
      expect(changes.map((change) => JSON.parse(change))).toEqual([expect.objectContaining({ athleteNumber: '105' })]);
      expect((await storedAthletes(desk, id)).map(({ athleteNumber }) => athleteNumber).toSorted()).toEqual(['105', '2']);

      await bibField(page, '105').fill(' ');
      await page.getByText('ゼッケン番号を入力してください。').waitFor();
      await bibField(page, '105').press('Escape');
      expect(await bibField(page, '105').inputValue()).toBe('105');
      await bibField(page, '105').fill('2');
      await page.getByText(`選手情報の更新に失敗しました。${errorCatalogue.AthleteNumberTaken.message}`).first().waitFor();
      expect(await bibField(page, '105').inputValue()).toBe('105');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when athletes have any of the six stored statuses, then three labels and colours represent them, and a change is shown before it is stored', async () => {
      const states = ['未撮影', '撮影完了', '編集中', '確認中', '販売中', '受注停止'];
      const { id, path } = await desk.newContest({
        name: '第23回 販売状況',
        categories: ['ビキニ'],
        athletes: states.map((videoStatus, index) => ({
          athleteNumber: `${index + 1}`,
          category: 'ビキニ',
          videoStatus,
          photoStatus: videoStatus,
        })),
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      await bibField(page, '6').waitFor();
      const shown = await Promise.all(states.map((_, index) => inRow(page, `${index + 1}`).video.inputValue()));
      expect(shown).toEqual(['確認中', '確認中', '確認中', '確認中', '販売中', '受注停止']);
      expect(await inRow(page, '1').photo.locator('option').allTextContents()).toEqual(['販売中', '確認中', '受注停止']);
      await ledger.seeChosen(inRow(page, '5').video, '販売中');
      await ledger.seeChosen(inRow(page, '4').video, '確認中');
      await ledger.seeChosen(inRow(page, '6').video, '受注停止');
      const colors = await Promise.all(['5', '1', '6'].map((bib) => colorOf(page, `${bib} の動画の販売状況`)));
      expect(colors).toEqual(['green', 'yellow', 'red']);

      const releaseRequest = await holdBack(page, '**/athletes/*');
      await inRow(page, '1').video.selectOption('販売中');
      expect(await inRow(page, '1').video.inputValue()).toBe('販売中');
      expect((await storedAthletes(desk, id))[0]?.videoStatus).toBe('未撮影');
      const response = page.waitForResponse(ATHLETE_CALLS);
      await releaseRequest();
      await response;
      await page.getByText('保存しました', { exact: true }).waitFor({ state: 'attached' });
      expect((await storedAthletes(desk, id))[0]).toMatchObject({ videoStatus: '販売中', photoStatus: '未撮影' });
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), inRow(page, '1').photo.selectOption('受注停止')]);
      expect((await storedAthletes(desk, id))[0]).toMatchObject({ videoStatus: '販売中', photoStatus: '受注停止' });
      await inspect('athlete-states');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a price is typed, then multiples of 100 yen are accepted in every notation, and an empty field means the default price', async () => {
      const { id, path } = await desk.newContest({
        name: '第24回 選手の価格',
        categories: ['ビキニ'],
        athletes: [{ athleteNumber: '1', category: 'ビキニ' }],
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      const { vertical, horizontal } = inRow(page, '1');
      expect(await vertical.inputValue()).toBe('5,000');
      for (const typed of ['4950', '-100', '1000100', '五千円']) {
        await vertical.fill(typed);
        await vertical.press('Enter');
        await page.getByText(PRICE_ERROR).waitFor();
        expect(await vertical.inputValue()).toBe(typed);
      }
      await inspect('athlete-price-wrong');
      const save = async (field: typeof vertical, typed: string) => {
        const response = page.waitForResponse(ATHLETE_CALLS);
        await field.fill(typed);
        await field.press('Enter');
        await response;
      };
      await save(vertical, '￥６，０００');
      await save(horizontal, '');
      expect((await storedAthletes(desk, id))[0]).toMatchObject({ verticalVideoPrice: 6000, horizontalVideoPrice: null });
      expect([await vertical.inputValue(), await horizontal.getAttribute('placeholder')]).toEqual(['6,000', '3,500']);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a change does not reach the server, then the row is reverted, and its error is shown until the change is saved', async () => {
      const { id, path } = await desk.newContest({
        name: '第25回 届かない変更',
        categories: ['ビキニ', 'フィジーク'],
        athletes: [{ athleteNumber: '1', category: 'ビキニ' }],
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      const { category, video } = inRow(page, '1');
      await category.waitFor();
      await page.route(ATHLETE_CALLS, (route) => route.abort('connectionreset'));
      await category.selectOption('フィジーク');
      await ledger.see(page, '選手のカテゴリ更新に失敗しました。');
      await readToast(page, { title: ERROR, text: `選手のカテゴリ更新に失敗しました。${networkMessages.unreachable}` });
      expect(await category.inputValue()).toBe('ビキニ');
      await video.selectOption('販売中');
      await ledger.see(page, '選手情報の更新に失敗しました。');
      await readToast(page, { title: ERROR, text: `選手情報の更新に失敗しました。${networkMessages.unreachable}` });
      expect(await video.inputValue()).toBe('確認中');
      await inspect('athlete-change-failed');
      await page.unroute(ATHLETE_CALLS);
      await category.selectOption('フィジーク');
      await page.getByText(/更新に失敗しました。/).waitFor({ state: 'detached' });
      expect(await storedAthletes(desk, id)).toEqual([expect.objectContaining({ category: 'フィジーク', videoStatus: '未撮影' })]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
