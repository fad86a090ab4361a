import { describe, expect, test } from '@jest/globals';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { buildCategory } from '../../../testing/build-contest.ts';
import { orderableAthletes, priceRangeOf, priceRangeText } from './assortment.ts';

const categories = [buildCategory('一般', '#e03131'), buildCategory('マスターズ', '#1971c2'), buildCategory('ビキニ', '#2f9e44')];

describe('orderableAthletes', () => {
  const assortment = orderableAthletes(categories, [
    buildAthlete('012'),
    buildAthlete('12'),
    buildAthlete('20', { videoStatus: '確認中' }),
    buildAthlete('21', { videoStatus: '受注停止' }),
    buildAthlete('22', { videoStatus: '未撮影' }),
    buildAthlete('23', { isDeleted: true }),
    buildAthlete('24', { category: 'マスターズ', videoStatus: '受注停止' }),
    buildAthlete('30', { category: '未分類' }),
    buildAthlete('1', { category: 'ビキニ' }),
  ]);

  test('when athletes are not on sale or deleted, they cannot be chosen (customer 2.26)', () => {
    expect(assortment.athletesOf('一般').map(({ athleteNumber }) => athleteNumber)).toEqual(['012', '12']);
    expect(assortment.athletes.map(({ athleteNumber }) => athleteNumber)).toEqual(['012', '12', '1', '30']);
    expect(assortment.find('一般', '20')).toBeNull();
  });

  test('when a category has no athletes on sale, it is not offered, and an unlisted category of an athlete on sale is offered last', () => {
    expect(assortment.categories).toEqual(['一般', 'ビキニ', '未分類']);
  });
});

describe('the price of one video', () => {
  const rangeText = (...athletes: Parameters<typeof buildAthlete>[1][]) => {
    const range = priceRangeOf(
      orderableAthletes(
        categories,
        athletes.map((changes, index) => buildAthlete(String(index), changes)),
      ),
    );
    return range && priceRangeText(range);
  };

  test('when all videos cost the same, it is one price', () => {
    expect(rangeText({}, {})).toBe('1本 ¥5,000（税込）');
  });

  test('when prices differ, it is the range of what is on sale, where a missing price is 3500 (customer 9.4)', () => {
    expect(rangeText({ horizontalVideoPrice: 4_000 }, { verticalVideoPrice: 12_000 })).toBe('1本 ¥4,000〜¥12,000（税込）');
    expect(rangeText({}, { verticalVideoPrice: null })).toBe('1本 ¥3,500〜¥5,000（税込）');
    expect(rangeText({}, { verticalVideoPrice: 100, videoStatus: '受注停止' })).toBe('1本 ¥5,000（税込）');
  });

  test('when nothing is on sale, there is no price', () => {
    expect(rangeText()).toBeNull();
  });
});
