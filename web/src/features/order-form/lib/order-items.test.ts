import { describe, expect, test } from '@jest/globals';
import { type Athlete, MAX_ORDER_ITEMS, type VideoStyle } from '@stagereel/contracts';
import type { DraftItem } from '../../../lib/saved-data.ts';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { orderableAthletes } from './assortment.ts';
import { checkItems, countVideos, stylesElsewhere, totalSoFar, unavailableErrors, withAthlete } from './order-items.ts';

const athlete = (athleteNumber: string, changes: Partial<Athlete> = {}) =>
  buildAthlete(athleteNumber, { horizontalVideoPrice: 4000, ...changes });

const assortment = orderableAthletes(
  [],
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

const item = (
  id: string,
  athleteNumber: string,
  styles: VideoStyle | readonly VideoStyle[] = '縦動画',
  categoryName = athleteNumber === '' ? '' : '一般',
): DraftItem => ({ id, category: categoryName, athleteNumber, videoStyles: [styles].flat() });

describe('checkItems', () => {
  test('when nothing is chosen, an item is required (customer 5.6)', () => {
    expect(checkItems([], assortment)).toEqual({ ok: false, message: '注文項目を選択してください', errors: {} });
  });

  test('when parts are missing, each field has an error (customer 5.6)', () => {
    const items = [item('a', '012'), item('b', '', [], '一般'), item('c', '', [])];
    expect(checkItems(items, assortment)).toEqual({
      ok: false,
      message: 'すべての項目を選択してください',
      errors: {
        b: { athleteNumber: '選手を選択してください。', videoStyles: '動画の向きを選択してください。' },
        c: { category: 'カテゴリーを選択してください。', videoStyles: '動画の向きを選択してください。' },
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

  test('when everything is chosen, 012 and 12 are different athletes with their own prices, and a missing price is 3500 (customer 2.24, 3.5)', () => {
    expect(checkItems([item('a', '012', '横動画'), item('b', '12')], assortment)).toEqual({
      ok: true,
      items: [
        { id: 'a-horizontal', category: '一般', athleteNumber: '012', athleteName: '山田 太郎', videoStyle: '横動画', price: 4000 },
        { id: 'b-vertical', category: '一般', athleteNumber: '12', athleteName: null, videoStyle: '縦動画', price: 3500 },
      ],
    });
  });

  test('when both styles of an athlete are chosen, they are two items of the order (customer 2.24)', () => {
    expect(checkItems([item('a', '012', ['横動画', '縦動画'])], assortment)).toMatchObject({
      ok: true,
      items: [
        { id: 'a-vertical', videoStyle: '縦動画', price: 5000 },
        { id: 'a-horizontal', videoStyle: '横動画', price: 4000 },
      ],
    });
  });

  test('when there are more videos than one order may contain, they are too many', () => {
    const athletes = Array.from({ length: MAX_ORDER_ITEMS }, (_, index) => athlete(String(index)));
    const large = orderableAthletes([], athletes);
    const items = athletes.map(({ athleteNumber }) => item(athleteNumber, athleteNumber));
    expect(checkItems(items, large)).toMatchObject({ ok: true });
    expect(checkItems([...items.slice(1), item('0', '0', ['縦動画', '横動画'])], large)).toEqual({
      ok: false,
      message: '1回のご注文は50本までです。',
      errors: {},
    });
  });
});

describe('unavailableErrors', () => {
  test('when an athlete or a category was withdrawn, only its item has an error, and missing choices are no errors', () => {
    const items = [item('a', '012'), item('b', '20'), item('c', '', []), item('d', '012', '縦動画', 'ビキニ')];
    expect(unavailableErrors(items, assortment)).toEqual({
      b: { athleteNumber: 'この選手の動画は現在販売していません。別の選手を選択してください。' },
      d: { category: 'カテゴリー「ビキニ」は現在販売していません。別のカテゴリーを選択してください。' },
    });
  });
});

describe('totalSoFar', () => {
  test('when some items are incomplete, only complete items are added up', () => {
    expect(totalSoFar([item('a', '012'), item('b', '12'), item('c', '', [])], assortment)).toEqual({ count: 2, amount: 8500 });
  });

  test('when both styles of an athlete are chosen, both count, and a repeated video counts once', () => {
    const items = [item('a', '012', ['縦動画', '横動画']), item('b', '012', '横動画')];
    expect(totalSoFar(items, assortment)).toEqual({ count: 2, amount: 9000 });
  });
});

describe('countVideos', () => {
  test('when an item has no style yet, it counts as one video', () => {
    expect(countVideos([item('a', '012', ['縦動画', '横動画']), item('b', '12'), item('c', '', [])])).toBe(4);
  });
});

describe('stylesElsewhere', () => {
  test('when another item has the same athlete, its styles are named with its position', () => {
    const items = [item('a', '012'), item('b', '12', '横動画'), item('c', '012', '横動画')];
    expect([...stylesElsewhere(item('c', '012', '横動画'), items)]).toEqual([['縦動画', 1]]);
    expect([...stylesElsewhere(item('b', '12'), items)]).toEqual([]);
    expect([...stylesElsewhere(item('new', ''), [item('a', '')])]).toEqual([]);
  });
});

describe('withAthlete', () => {
  const yamada = athlete('012');
  const filled = (items: readonly DraftItem[]) => withAthlete(items, { athlete: yamada, newId: 'new' });

  test('when the athlete is chosen already, nothing changes', () => {
    const items = [item('a', '', []), item('b', '012')];
    expect(filled(items)).toEqual({ id: 'b', items });
  });

  test('when an item has no athlete, the first of them is filled, also with the category', () => {
    expect(filled([item('a', '12'), item('b', '', '横動画', 'ビキニ'), item('c', '', [])])).toEqual({
      id: 'b',
      items: [item('a', '12'), item('b', '012', '横動画'), item('c', '', [])],
    });
  });

  test('when every item has an athlete, an item is added', () => {
    expect(filled([item('a', '12')])).toEqual({ id: 'new', items: [item('a', '12'), item('new', '012', [])] });
  });

  test('when the order is full, nothing is added', () => {
    expect(filled(Array.from({ length: MAX_ORDER_ITEMS }, (_, index) => item(String(index), String(1_000 + index))))).toBeNull();
  });
});
