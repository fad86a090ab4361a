import { beforeAll, describe, expect, test } from '@jest/globals';
import { contestListSchema, refusalMessages } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import type { Locator, Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { chooseVideo, SMALL_CONTEST, SMALL_CONTEST_SLUG, videoGroup } from '../support/checkout.ts';
import { ONLY_CATEGORY, openContest } from '../support/contest.ts';
import { watchFor } from '../support/glimpses.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { breakFilm } from '../support/samples.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const card = (page: Page) => page.getByRole('article', { name: SMALL_CONTEST });
const category = (page: Page, position = 1) => videoGroup(page, position).getByLabel('カテゴリー');
const athlete = (page: Page, position = 1) => videoGroup(page, position).getByRole('combobox', { name: /選手/ });
const style = (page: Page, name: string, position = 1) => videoGroup(page, position).getByRole('radio', { name: new RegExp(`^${name}`) });
const continueButton = (page: Page) => page.getByRole('button', { name: '注文内容の確認へ進む' });

/** Waits until the picture itself is loaded, not only its placeholder. */
const waitForPicture = async (picture: Locator): Promise<void> => {
  await picture.waitFor();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
};

const openForm = async (page: Page, slug = SMALL_CONTEST_SLUG): Promise<void> => {
  await page.goto(`/order-form/${slug}`);
  await videoGroup(page, 1).waitFor();
};

/** The home page and the order form. The home page test runs first and expects only the contests of the demo data. */
export const orderFormJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('order-form');
  const samples = openTextLedger('sample-video');

  let admin: Admin;
  beforeAll(async () => {
    admin = await shop.stack().signedInAdmin();
  }, 120_000);

  describe('the home page', () => {
    test('when the list of contests is slow, fails or is empty, then the home page shows that, and retry loads the list', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const catalog = shop.stack().service('catalog');
      const release = await holdBack(page, '**/api/contests');
      await page.goto('/');
      await page.getByText('読み込み中').waitFor();
      await inspect('home-loading');
      await release();
      await card(page).getByText('動画販売').waitFor();
      await waitForPicture(card(page).locator('img'));
      await inspect('home');

      await catalog.stop();
      await page.reload();
      await page.getByRole('alert').getByText('大会の一覧を読み込めませんでした').waitFor();
      await inspect('home-failed');
      await catalog.start();
      await page.getByRole('button', { name: '再試行' }).click();
      await card(page).waitFor();

      const contests = await admin.call({ path: '/api/contests', answer: contestListSchema });
      try {
        for (const { id } of contests) await admin.updateContest(id, { videoPublished: false });
        await page.reload();
        await page.getByText('現在公開中の大会はありません。').waitFor();
        await inspect('home-empty');
      } finally {
        for (const { id } of contests) await admin.updateContest(id, { videoPublished: true });
      }
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the order form', () => {
    test('when fields are missing, then each shows an error and the first gets the focus, and another category clears the athlete', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await openForm(page);
      await ledger.see(page, '縦動画');
      await ledger.see(page, '横動画');
      expect(await videoGroup(page, 1).getByLabel('選手').isDisabled()).toBe(true);
      await continueButton(page).click();
      await ledger.see(page, 'すべての項目を選択してください');
      await page.getByText('カテゴリーを選択してください。', { exact: true }).waitFor();
      await waitForFocus(category(page));
      await inspect('order-form-incomplete');

      await category(page).selectOption('メンズフィジーク');
      await continueButton(page).click();
      await page.getByText('選手を選択してください。', { exact: true }).waitFor();
      await waitForFocus(athlete(page));
      await chooseVideo(page, { position: 1, category: 'メンズフィジーク', bib: '001', style: '縦動画' });
      expect(await page.getByText('すべての項目を選択してください').count()).toBe(0);
      await category(page).selectOption('ビキニ');
      expect(await athlete(page).inputValue()).toBe('');

      await chooseVideo(page, { position: 1, category: 'ビキニ', bib: '002', style: '横動画' });
      await page.getByRole('button', { name: '動画を追加' }).click();
      await waitForFocus(category(page, 2));
      await chooseVideo(page, { position: 2, category: 'ビキニ', bib: '002', style: '横動画' });
      await continueButton(page).click();
      await page.getByText('同じ動画がすでに選択されています。').waitFor();
      await inspect('order-form-twice');

      for (const position of [2, 1]) await page.getByRole('button', { name: `動画${position}を削除` }).click();
      await continueButton(page).click();
      await ledger.see(page, '注文項目を選択してください');
      await waitForFocus(page.getByRole('button', { name: '動画を追加' }));
      await inspect('order-form-no-item');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the page is reloaded or opened in a second tab, then the selection is restored, and both tabs stay in sync', async () => {
      const { page, context, wrong } = await shop.open();
      await openForm(page);
      await chooseVideo(page, { position: 1, category: 'メンズフィジーク', bib: '001', style: '縦動画' });
      await page.reload();
      await page.getByText('合計 1本').waitFor();
      expect([await athlete(page).inputValue(), await style(page, '縦動画').isChecked()]).toEqual([expect.stringMatching(/^001/), true]);

      const second = await context.newPage();
      await openForm(second);
      expect(await athlete(second).inputValue()).toMatch(/^001/);
      await style(second, '横動画').check();
      await second.getByRole('button', { name: '動画を追加' }).click();
      await chooseVideo(second, { position: 2, category: 'ビキニ', bib: '002', style: '縦動画' });
      await page.getByText('合計 2本').waitFor();
      expect([await style(page, '横動画').isChecked(), await athlete(page, 2).inputValue()]).toEqual([true, expect.stringMatching(/^002/)]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a selected athlete is no longer on sale, then the form names the video and does not accept it', async () => {
      const contest = await openContest(admin, { name: '販売停止の大会', athletes: [{ athleteNumber: '1' }, { athleteNumber: '2' }] });
      const { page, context, inspect, wrong } = await shop.open();
      await openForm(page, contest.slug);
      await chooseVideo(page, { position: 1, category: ONLY_CATEGORY, bib: '1', style: '縦動画' });
      await contest.changeAthlete('1', { videoStatus: '受注停止' });
      await page.reload();
      await page.getByText(`動画1：${ONLY_CATEGORY} ゼッケン番号1 縦動画`).waitFor();
      await inspect('order-form-off-sale');
      await continueButton(page).click();
      await waitForFocus(athlete(page));
      expect(new URL(page.url()).pathname).toContain('/order-form/');
      await chooseVideo(page, { position: 1, category: ONLY_CATEGORY, bib: '2', style: '縦動画' });
      await continueButton(page).click();
      await page.waitForURL('**/order-confirmation');

      await contest.setOnSale(false);
      await page.goto(`/order-form/${contest.slug}`);
      await page.getByText(refusalMessages.ContestNotFound).waitFor();
      await inspect('order-form-no-contest');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the list of athletes is slow or fails, then the form shows that, and retry loads the list', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const catalog = shop.stack().service('catalog');
      await page.goto('/');
      await card(page).waitFor();
      const release = await holdBack(page, '**/athletes?includeDeleted=false');
      await card(page).getByRole('link', { name: '注文を開始する' }).click();
      await page.getByText('読み込み中').waitFor();
      await inspect('order-form-loading');
      await catalog.stop();
      await release();
      await page.getByText('選手の一覧を読み込めませんでした').waitFor();
      await inspect('order-form-failed');
      await catalog.start();
      await page.getByRole('button', { name: '再試行' }).click();
      await videoGroup(page, 1).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('a contest with 2,000 athletes', () => {
    /** From the click until the list is rendered. A user perceives this as immediate. */
    const LIST_OPENS_WITHIN_MS = 500;
    const BIBS = ['12', '012', '12A', ...Array.from({ length: 1_997 }, (_, index) => String(1_000 + index))];
    const athletes = BIBS.map((athleteNumber) => ({ athleteNumber, name: athleteNumber === '12A' ? '山田 花子' : null }));

    /** Milliseconds, measured with the clock of the page. */
    const timeToOpen = (field: Locator): Promise<number> =>
      field.evaluate(
        (input: HTMLElement) =>
          new Promise<number>((resolve) => {
            const start = performance.now();
            const look = () => {
              if (document.querySelector('[role=option]')) resolve(performance.now() - start);
              else requestAnimationFrame(look);
            };
            input.click();
            look();
          }),
      );

    test('when all of them are in one category, then the list opens quickly, and a search finds the intended athlete', async () => {
      const contest = await openContest(admin, { name: '二千人の大会', athletes });
      const { page, context, inspect, wrong } = await shop.open();
      // The best of three measurements, because other processes may delay one.
      const times: number[] = [];
      for (let tries = 0; tries < 3; tries += 1) {
        await openForm(page, contest.slug);
        await category(page).selectOption(ONLY_CATEGORY);
        await page.getByText('2,000名の中から').waitFor();
        times.push(await timeToOpen(athlete(page)));
      }
      expect(Math.min(...times)).toBeLessThan(LIST_OPENS_WITHIN_MS);
      expect(await page.getByRole('option').count()).toBeLessThan(50);
      await inspect('athlete-list');

      const choose = async (typed: string): Promise<string> => {
        await athlete(page).fill(typed);
        await page.getByText(/^候補は[\d,]+名です。$/).waitFor({ state: 'attached' });
        await athlete(page).press('Enter');
        return athlete(page).inputValue();
      };
      for (const [typed, found] of [
        ['012', '012'],
        ['12A', '12A　山田 花子'],
        ['12', '12'],
        ['０１２', '012'],
        ['１２ａ', '12A　山田 花子'],
        [' 2996 ', '2996'],
        ['山田花子', '12A　山田 花子'],
      ] as const) {
        expect([typed, await choose(typed)]).toEqual([typed, found]);
      }
      await athlete(page).fill('12');
      await athlete(page).press('Tab');
      expect(await athlete(page).inputValue()).toBe('12');
      await athlete(page).fill('一番強い人');
      await page.getByText('該当する選手が見つかりません。').waitFor();
      await inspect('athlete-list-empty');
      await athlete(page).press('Escape');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the sample videos and images', () => {
    test('when a video does not load, then it is retried twice before an error is shown, and a click on retry plays it', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const { broken } = await breakFilm(page, 3);
      await openForm(page);
      await page.getByRole('heading', { name: '動画のサンプル' }).waitFor();
      await inspect('samples');
      const loading = await watchFor(page, { text: /動画を読み込み中\.\.\./ });
      await page.getByRole('button', { name: 'サンプル動画1を再生' }).click();
      await loading();
      await samples.see(page, '動画の読み込みに失敗しました');
      expect(broken()).toBe(3);
      const retry = page.getByRole('button', { name: 'サンプル動画1を再試行' });
      await waitForFocus(retry);
      await inspect('sample-failed');
      await retry.press('Enter');
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
      await inspect('sample-playing');

      await page.getByRole('button', { name: 'サンプル画像1を拡大' }).click();
      await page.getByRole('dialog').getByRole('img', { name: 'サンプル画像1' }).waitFor();
      await inspect('sample-picture');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when all tests of the order form have run, then every text that the specification quotes was shown', () => {
    expect([...ledger.unseen(), ...samples.unseen()]).toEqual([]);
  });
};
