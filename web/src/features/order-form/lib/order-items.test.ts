import { describe, expect, test } from '@jest/globals';
import type { Athlete, Category } from '@stagereel/contracts';
import type { DraftItem } from '../../../lib/saved-data.ts';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { checkItems, orderableAthletes, totalSoFar, unavailableErrors } from './order-items.ts';

const category = (name: string): Category => ({
  id: `cat-${name}`,
  contestId: 'c1',
  name,
  color: '#e03131',
  createdAt: '2026-11-01T00:00:00.000Z',
});

const athlete = (athleteNumber: string, changes: Partial<Athlete> = {}) =>
  buildAthlete(athleteNumber, { horizontalVideoPrice: 4000, ...changes });

const assortment = orderableAthletes(
  [category('一般'), category('マスターズ')],
  [
    athlete('012', { name: '山田 太郎' }),
    athlete('12', { verticalVideoPrice: null, horizontalVideoPrice: null }),
    athlete('20', { videoStatus: '確認中' }),
    athlete('21', { videoStatus: '受注停止' }),
    athlete('22', { videoStatus: '未撮影' }),
    athlete('23', { isDeleted: true }),
    athlete('30', { category: '未分類' }),
  ],
);

const item = (id: string, athleteNumber: string, videoStyle: DraftItem['videoStyle'] = '縦動画', categoryName = '一般'): DraftItem => ({
  id,
  category: categoryName,
  athleteNumber,
  videoStyle,
});

describe('orderableAthletes', () => {
  test('when athletes are not on sale or deleted, they cannot be chosen', () => {
    expect(assortment.athletesOf('一般').map(({ athleteNumber }) => athleteNumber)).toEqual(['012', '12']);
  });

  test('when an athlete on sale has an unlisted category, that category can be chosen', () => {
    expect(assortment.categories).toEqual(['一般', 'マスターズ', '未分類']);
  });
});

describe('checkItems', () => {
  test('when nothing is chosen, an item is required', () => {
    expect(checkItems([], assortment)).toEqual({ ok: false, message: '注文項目を選択してください', errors: {} });
  });

  test('when parts are missing, each field has an error', () => {
    const items = [item('a', '012'), item('b', '', null), { ...item('c', '', null), category: '' }];
    expect(checkItems(items, assortment)).toEqual({
      ok: false,
      message: 'すべての項目を選択してください',
      errors: {
        b: { athleteNumber: '選手を選択してください。', videoStyle: '動画の向きを選択してください。' },
        c: { category: 'カテゴリーを選択してください。', videoStyle: '動画の向きを選択してください。' },
      },
    });
  });

  test('when a saved athlete is no longer on sale, the field asks for another', () => {
    const checked = checkItems([item('a', '20')], assortment);
    expect(checked).toMatchObject({
      ok: false,
      errors: { a: { athleteNumber: 'この選手の動画は現在販売していません。別の選手を選択してください。' } },
    });
  });

  test('when a saved category no longer exists, the field names it', () => {
    expect(checkItems([item('a', '012', '縦動画', 'ビキニ')], assortment)).toMatchObject({
      errors: { a: { category: 'カテゴリー「ビキニ」は現在販売していません。別のカテゴリーを選択してください。' } },
    });
  });

  test('when the same video is chosen twice, the second has an error', () => {
    const checked = checkItems([item('a', '012'), item('b', '012', '横動画'), item('c', '012')], assortment);
    expect(checked).toMatchObject({ ok: false, message: '同じ動画が重複して選択されています。重複した項目を削除してください。' });
    expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(['c']);
  });

  test('when everything is chosen, 012 and 12 are different athletes with their own prices, and a missing price is 3500', () => {
    expect(checkItems([item('a', '012', '横動画'), item('b', '12')], assortment)).toEqual({
      ok: true,
      items: [
        { id: 'a', category: '一般', athleteNumber: '012', athleteName: '山田 太郎', videoStyle: '横動画', price: 4000 },
        { id: 'b', category: '一般', athleteNumber: '12', athleteName: null, videoStyle: '縦動画', price: 3500 },
      ],
    });
  });
});

describe('unavailableErrors', () => {
  test('when an athlete or a category was withdrawn, only its item has an error, and missing choices are no errors', () => {
    const items = [item('a', '012'), item('b', '20'), item('c', '', null), item('d', '012', '縦動画', 'ビキニ')];
    expect(unavailableErrors(items, assortment)).toEqual({
      b: { athleteNumber: 'この選手の動画は現在販売していません。別の選手を選択してください。' },
      d: { category: 'カテゴリー「ビキニ」は現在販売していません。別のカテゴリーを選択してください。' },
    });
  });
});

describe('totalSoFar', () => {
  test('when some items are incomplete, only complete items are added up', () => {
    expect(totalSoFar([item('a', '012'), item('b', '12'), item('c', '', null)], assortment)).toEqual({ count: 2, amount: 8500 });
  });
});
