import { describe, expect, test } from '@jest/globals';
import { salesBars } from './sales-bars.ts';

const sale = (day: string, total: number, refunded = 0) => ({ day, total, refunded, videos: 1 });

describe('sales bars', () => {
  test('when there were no sales, there are no bars', () => {
    expect(salesBars([]).bars).toEqual([]);
  });

  test('when a day in between had no sale, it has an empty bar', () => {
    const { unit, bars } = salesBars([sale('2026-02-28', 5000), sale('2026-03-02', 9000, 4000)]);
    expect(unit).toBe('day');
    expect(bars.map(({ label, values }) => [label, values])).toEqual([
      ['2026年2月28日', [5000, 0]],
      ['2026年3月1日', [0, 0]],
      ['2026年3月2日', [5000, 4000]],
    ]);
  });

  test('when there are many days, only some are labelled', () => {
    const { bars } = salesBars([sale('2026-03-01', 1), sale('2026-05-31', 1)]);
    expect(bars).toHaveLength(92);
    expect(bars.filter(({ tick }) => tick !== undefined).length).toBeLessThanOrEqual(8);
  });

  test('when there are too many days for bars, months are shown', () => {
    const { unit, bars } = salesBars([sale('2025-12-01', 5000), sale('2025-12-31', 1000, 1000), sale('2026-03-15', 7000)]);
    expect(unit).toBe('month');
    expect(bars.map(({ label, values }) => [label, values])).toEqual([
      ['2025年12月', [5000, 1000]],
      ['2026年1月', [0, 0]],
      ['2026年2月', [0, 0]],
      ['2026年3月', [7000, 0]],
    ]);
  });
});
