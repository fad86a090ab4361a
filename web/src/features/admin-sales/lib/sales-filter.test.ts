import { describe, expect, test } from '@jest/globals';
import { salesPath } from '../../../api/sales.ts';
import { daysProblem, monthPresets } from './sales-filter.ts';

describe('month presets', () => {
  test.each([
    // The last minute of October in Japan, and the first of November.
    ['2026-10-31T14:59:00.000Z', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-10-31T15:00:00.000Z', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['2027-01-10T00:00:00.000Z', '2027-01-01', '2027-01-31', '2026-12-01', '2026-12-31'],
    ['2028-03-01T00:00:00.000Z', '2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
  ])('when it is %s, they are the months in Japan', (now, from, to, lastFrom, lastTo) => {
    expect(monthPresets(new Date(now))).toEqual([
      { label: '今月', from, to },
      { label: '先月', from: lastFrom, to: lastTo },
    ]);
  });
});

describe('the day range', () => {
  test.each([
    ['2026-11-01', '2026-11-01', false],
    ['2026-11-02', '2026-11-01', true],
    ['2026-11-02', '', false],
    ['', '2026-11-01', false],
  ])('when it is from %j to %j, it is refused: %s', (from, to, isRefused) => {
    expect(daysProblem({ from, to }) !== null).toBe(isRefused);
  });

  test('when parts of the filter are set, the path contains exactly these', () => {
    expect(salesPath('/sales', { contestId: '', from: '', to: '' })).toBe('/sales');
    expect(salesPath('/sales', { contestId: 'c 1', from: '', to: '2026-11-30' })).toBe('/sales?contestId=c+1&to=2026-11-30');
  });
});
