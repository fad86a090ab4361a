import { describe, expect, test } from '@jest/globals';
import type { Athlete, Category } from '@stagereel/contracts';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { parseCount, parsePrice, readBulkPrices, readBulkStatuses } from './athlete-input.ts';
import { newAthletes, nextNumbers } from './athlete-numbers.ts';
import { pickColor } from './pick-color.ts';

const athlete = (changes: Partial<Athlete> = {}): Athlete => buildAthlete('1', { id: 'a1', category: 'ビキニ', ...changes });
const numbered = (...numbers: string[]) => numbers.map((athleteNumber) => athlete({ id: athleteNumber, athleteNumber }));

describe('numbers of new athletes', () => {
  test.each([
    [[], 2, ['1', '2']],
    [['3', '11', '7'], 2, ['12', '13']],
    [['008', '012'], 1, ['013']],
    [['12A', 'B'], 1, ['13']],
    [['0999'], 2, ['1000', '1001']],
  ])('when there are %j, the next %i are %j (admin 5.5)', (existing, count, expected) => {
    expect(nextNumbers({ athletes: numbered(...existing), count })).toEqual(expected);
  });

  test('when the contest has categories, the first is used, else 未分類 (admin 5.5)', () => {
    const categories = [{ name: '男子' }, { name: '女子' }] as Category[];
    expect(newAthletes({ athletes: [], categories, count: 1 })[0]?.category).toBe('男子');
    expect(newAthletes({ athletes: [], categories: [], count: 1 })[0]?.category).toBe('未分類');
  });
});

describe('typed input', () => {
  test.each([
    ['5000', 5000],
    ['５，０００', 5000],
    [' 3,500円 ', 3500],
    ['¥0', 0],
    ['', null],
  ])('when the price is entered as %j, it is parsed as %j (customer 5.15)', (text, price) => {
    expect(parsePrice(text)).toEqual({ price });
  });

  test.each(['-100', '50', '1e3', 'abc', '2000000'])('when the price is entered as %j, it is refused (customer 5.15)', (text) => {
    expect(parsePrice(text)).toEqual({ error: expect.stringContaining('100円単位') });
  });

  test.each([
    ['10', 10],
    ['１０', 10],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['99999999999999999999', null],
  ])('when the number of people is %j, it is parsed as %j (admin 5.4)', (text, count) => {
    expect(parseCount(text)).toBe(count);
  });
});

describe('colours', () => {
  test('when colours are used, the first unused one is chosen; when all are used, a random one (admin 9.16)', () => {
    expect(pickColor(['#E03131'])).toBe('#c2255c');
    const palette: string[] = [];
    for (let n = 0; n < 15; n += 1) palette.push(pickColor(palette));
    expect(new Set(palette).size).toBe(15);
    expect(pickColor(palette, () => 0.5)).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('bulk input', () => {
  test('when one price is typed in full-width digits and the other is empty, only that price changes', () => {
    expect(readBulkPrices({ verticalVideoPrice: '４，５００', horizontalVideoPrice: ' ' })).toEqual({
      change: { verticalVideoPrice: 4500 },
    });
    expect(readBulkPrices({ verticalVideoPrice: '0', horizontalVideoPrice: '' })).toEqual({ change: { verticalVideoPrice: 0 } });
  });

  test('when a price is negative or no multiple of 100, its field has the error', () => {
    expect(readBulkPrices({ verticalVideoPrice: '4550', horizontalVideoPrice: '3000' })).toEqual({
      errors: { verticalVideoPrice: expect.stringContaining('100円単位') },
    });
    expect(readBulkPrices({ verticalVideoPrice: '', horizontalVideoPrice: '-100' })).toEqual({
      errors: { horizontalVideoPrice: expect.stringContaining('100円単位') },
    });
  });

  test('when one status is chosen, the other is not changed', () => {
    expect(readBulkStatuses({ videoStatus: '', photoStatus: '受注停止' })).toEqual({ photoStatus: '受注停止' });
    expect(readBulkStatuses({ videoStatus: '', photoStatus: '' })).toEqual({});
  });
});
