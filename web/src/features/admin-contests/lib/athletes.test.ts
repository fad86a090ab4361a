import { describe, expect, test } from '@jest/globals';
import type { Athlete, Category } from '@stagereel/contracts';
import { revertChange, withChange, withSaved } from './athlete-cache.ts';
import { newAthletes, nextNumbers } from './athlete-numbers.ts';
import { parseCount, parsePrice } from './parse-input.ts';
import { pickColor } from './pick-color.ts';

const athlete = (more: Partial<Athlete> = {}): Athlete => ({
  id: 'a1',
  contestId: 'c1',
  athleteNumber: '1',
  name: null,
  category: 'ビキニ',
  videoStatus: '販売中',
  photoStatus: '販売中',
  verticalVideoPrice: 5000,
  horizontalVideoPrice: 5000,
  isDeleted: false,
  version: 1,
  ...more,
});
const numbered = (...numbers: string[]) => numbers.map((athleteNumber) => athlete({ id: athleteNumber, athleteNumber }));

describe('numbers of new athletes', () => {
  test.each([
    [[], 2, ['1', '2']],
    [['3', '11', '7'], 2, ['12', '13']],
    [['008', '012'], 1, ['013']],
    [['12A', 'B'], 1, ['13']],
    [['0999'], 2, ['1000', '1001']],
  ])('when there are %j, %i more are %j', (existing, count, expected) => {
    expect(nextNumbers({ athletes: numbered(...existing), count })).toEqual(expected);
  });

  test('when the contest has categories, the first is theirs, else 未分類', () => {
    const categories = [{ name: '男子' }, { name: '女子' }] as Category[];
    expect(newAthletes({ athletes: [], categories, count: 1 })[0]?.category).toBe('男子');
    expect(newAthletes({ athletes: [], categories: [], count: 1 })[0]?.category).toBe('未分類');
  });
});

describe('optimistic changes', () => {
  test('when a change is refused, its fields go back and others stay', () => {
    const before = athlete();
    const shown = withChange({ rows: [before], athleteId: 'a1', change: { category: '男子' } });
    const meanwhile = withChange({ rows: shown, athleteId: 'a1', change: { videoStatus: '受注停止' } });
    const [row] = revertChange({ rows: meanwhile, athleteId: 'a1', change: { category: '男子' }, before });
    expect(row).toEqual({ ...before, videoStatus: '受注停止' });
  });

  test('when the field was changed again meanwhile, the newer value stays', () => {
    const before = athlete();
    const newer = withChange({ rows: [before], athleteId: 'a1', change: { category: '女子' } });
    expect(revertChange({ rows: newer, athleteId: 'a1', change: { category: '男子' }, before })[0]?.category).toBe('女子');
  });
});

describe('saved changes', () => {
  test('when the server spells a value its own way, the row shows that and the new version', () => {
    const rows = withChange({ rows: [athlete()], athleteId: 'a1', change: { athleteNumber: '１２' } });
    const saved = athlete({ athleteNumber: '12', version: 2 });
    expect(withSaved({ rows, saved, change: { athleteNumber: '１２' } })).toEqual([saved]);
  });

  test('when another change of the row is still on its way, it stays shown', () => {
    const first = withChange({ rows: [athlete()], athleteId: 'a1', change: { category: '男子' } });
    const rows = withChange({ rows: first, athleteId: 'a1', change: { category: '女子', videoStatus: '受注停止' } });
    const [row] = withSaved({ rows, saved: athlete({ category: '男子', version: 2 }), change: { category: '男子' } });
    expect(row).toEqual(athlete({ category: '女子', videoStatus: '受注停止', version: 2 }));
  });
});

describe('typed input', () => {
  test.each([
    ['5000', 5000],
    ['５，０００', 5000],
    [' 3,500円 ', 3500],
    ['¥0', 0],
    ['', null],
  ])('when the price is typed as %j, it is %j', (text, price) => {
    expect(parsePrice(text)).toEqual({ price });
  });

  test.each(['-100', '50', '1e3', 'abc', '2000000'])('when the price is typed as %j, it is refused', (text) => {
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
  ])('when %j people are to be added, %j is understood', (text, count) => {
    expect(parseCount(text)).toBe(count);
  });
});

describe('colours', () => {
  test('when colours are taken, the first free one is picked; when all are, a hue of its own', () => {
    expect(pickColor(['#E03131'])).toBe('#c2255c');
    const palette: string[] = [];
    for (let n = 0; n < 15; n += 1) palette.push(pickColor(palette));
    expect(new Set(palette).size).toBe(15);
    expect(pickColor(palette, () => 0.5)).toMatch(/^#[0-9a-f]{6}$/);
  });
});
