import { describe, expect, test } from '@jest/globals';
import { hourBars, hourText } from './hours.ts';

describe('hours of the sign-in chart', () => {
  test('when an hour is shown, it is in Tokyo time', () => {
    expect(hourText('2026-11-19T15:00:00.000Z')).toBe('11月20日 0時');
  });

  test('when the hours are shown, each has a bar and every third a label', () => {
    const bars = hourBars([
      { hour: '2026-11-20T09:00:00.000Z', successful: 4, failed: 1 },
      { hour: '2026-11-20T10:00:00.000Z', successful: 0, failed: 2 },
    ]);
    expect(bars).toEqual([
      { key: '2026-11-20T09:00:00.000Z', label: '11月20日 18時', tick: '18時', values: [4, 1] },
      { key: '2026-11-20T10:00:00.000Z', label: '11月20日 19時', values: [0, 2] },
    ]);
  });
});
