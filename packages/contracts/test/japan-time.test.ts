import { expect, test } from '@jest/globals';
import { japaneseDay, japaneseHour } from '../src/index.ts';

test.each([
  ['2026-11-19T14:59:59.999Z', '2026-11-19', 23],
  ['2026-11-19T15:00:00.000Z', '2026-11-20', 0],
  ['2026-12-31T15:00:00.000Z', '2027-01-01', 0],
])('when it is %s, then it is %s in Japan, hour %i', (time, day, hour) => {
  expect(japaneseDay(time)).toBe(day);
  expect(japaneseHour(new Date(time))).toBe(hour);
});
