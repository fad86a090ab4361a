import { describe, expect, jest, test } from '@jest/globals';
import type { Athlete, Contest } from '@stagereel/contracts';
import { refusalMessages } from '@stagereel/contracts';
import { screen, within } from '@testing-library/react';
import { encode } from 'uqr';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { buildCategory, buildContest } from '../../src/testing/build-contest.ts';
import { errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const contest = buildContest({
  name: '秋の大会 2026',
  slug: '秋の大会2026',
  date: '2026年11月15日(日)',
  location: '東京体育館',
  videoPublished: true,
  sitePublicStatus: 'public',
  priceRange: { min: 3000, max: 5000 },
});
const athletes = [
  buildAthlete('12', { name: '山田 太郎' }),
  buildAthlete('2', { category: 'マスターズ' }),
  buildAthlete('3'),
  buildAthlete('4', { videoStatus: '受注停止' }),
  buildAthlete('5', { isDeleted: true }),
];
const FORM = `${window.location.origin}/order-form/${encodeURIComponent('秋の大会2026')}`;

type Shop = { contests?: Contest[]; given?: Athlete[]; path?: string };

const open = ({ contests = [contest], given = athletes, path = '/print/秋の大会2026' }: Shop = {}) =>
  openPage(path, {
    'GET /api/contests': () => json(contests),
    'GET /api/contests/c1/athletes': () => json(given),
    'GET /api/contests/c1/categories': () => json([buildCategory('マスターズ', '#e03131'), buildCategory('一般', '#1971c2')]),
  });

/** The dark modules that are drawn, row by row, without the quiet zone. */
const drawnModules = (code: HTMLElement): string[] => {
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const rows = Array.from({ length: size }, () => Array<string>(size).fill('0'));
  for (const [, x, y, run] of (code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]?.fill('1', Number(x), Number(x) + Number(run));
  }
  return rows.map((row) => row.join(''));
};
const modulesOf = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 4 }).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));

const chooseCards = async (user: ReturnType<typeof open>['user']) => user.click(await screen.findByRole('radio', { name: '選手カード' }));
const cards = () => screen.getAllByRole('listitem').filter((item) => within(item).queryByText('ゼッケン番号'));

describe('the poster', () => {
  test('when the page opens, then the poster names the contest and its code opens the order form', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = open();
    const poster = await screen.findByRole('article', { name: 'ポスター' });
    expect(within(poster).getByRole('heading', { name: '秋の大会 2026' })).toBeVisible();
    expect(poster).toHaveTextContent('2026年11月15日(日) 東京体育館');
    expect(poster).toHaveTextContent('動画1本 ¥3,000〜¥5,000（税込）');
    expect(drawnModules(within(poster).getByRole('img'))).toEqual(modulesOf(FORM));
    expect(document.title).toBe('秋の大会 2026の印刷物｜StageReel');
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: '印刷する' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test('when price, date and place are unknown, then the poster claims none', async () => {
    open({ contests: [{ ...contest, priceRange: null, date: '未定', location: '' }] });
    const poster = await screen.findByRole('article', { name: 'ポスター' });
    expect(poster).not.toHaveTextContent('未定');
    expect(poster).not.toHaveTextContent('¥');
  });
});

describe('the cards', () => {
  test('when cards are chosen, then each athlete on sale has one, by category and bib, with a code that preselects the athlete', async () => {
    const { user } = open();
    await chooseCards(user);
    const codes = ['2', '3', '12'].map((number) => screen.getByRole('img', { name: `${number}番の動画を開くQRコード` }));
    expect(cards().map((card) => within(card).getByText(/^\d+$/).textContent)).toEqual(['2', '3', '12']);
    expect(screen.getByText('山田 太郎')).toBeVisible();
    expect(codes.map(drawnModules)).toEqual([
      modulesOf(`${FORM}?category=${encodeURIComponent('マスターズ')}&athlete=2`),
      modulesOf(`${FORM}?category=${encodeURIComponent('一般')}&athlete=3`),
      modulesOf(`${FORM}?category=${encodeURIComponent('一般')}&athlete=12`),
    ]);
    expect(screen.getByText('A4サイズ 1ページ')).toBeVisible();
    await expectAccessible();
  });

  test('when a category is chosen, then only its athletes have cards', async () => {
    const { user } = open();
    await chooseCards(user);
    await user.selectOptions(screen.getByRole('combobox', { name: 'カテゴリー' }), '一般（2名）');
    expect(cards()).toHaveLength(2);
  });

  test('when there are many athletes, then cards appear little by little and can be printed once all are there', async () => {
    const many = Array.from({ length: 120 }, (_, index) => buildAthlete(String(index + 1)));
    const { user } = open({ given: many });
    await chooseCards(user);
    expect(screen.getByRole('button', { name: '印刷する' })).toBeDisabled();
    expect(screen.getByText(/^カードを準備しています（\d+／12ページ）$/)).toBeVisible();
    expect(await screen.findByText('A4サイズ 12ページ')).toBeVisible();
    expect(screen.getByRole('button', { name: '印刷する' })).toBeEnabled();
    expect(document.querySelectorAll('[role="img"]')).toHaveLength(120);
  });

  test('when no athlete is on sale, then the page says so and nothing can be printed', async () => {
    const { user } = open({ given: [] });
    await chooseCards(user);
    expect(screen.getByText('販売中の選手がいません')).toBeVisible();
    expect(screen.getByRole('button', { name: '印刷する' })).toBeDisabled();
    await expectAccessible();
  });
});

describe('other states', () => {
  test('when an admin opens an unpublished contest, then a warning says that its codes do not work yet', async () => {
    open({ contests: [{ ...contest, videoPublished: false }] });
    expect(await screen.findByText('この大会は公開されていません')).toBeVisible();
    expect(screen.getByRole('article', { name: 'ポスター' })).toBeVisible();
  });

  test('when the contest is unknown, then the page says so and leads to the home page', async () => {
    open({ path: '/print/unknown' });
    expect(await screen.findByText(refusalMessages.ContestNotFound)).toBeVisible();
    expect(screen.getByRole('link', { name: '販売中の大会を見る' })).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  test('when the athletes cannot be loaded, then they can be requested again', async () => {
    let isDown = true;
    const page = openPage('/print/秋の大会2026', {
      'GET /api/contests': () => json([contest]),
      'GET /api/contests/c1/athletes': () => (isDown ? errorResponse('NotFound') : json(athletes)),
      'GET /api/contests/c1/categories': () => json([]),
    });
    expect(await screen.findByText('選手の一覧を読み込めませんでした')).toBeVisible();
    await expectAccessible();
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByRole('article', { name: 'ポスター' })).toBeVisible();
  });
});
