import { expect, test } from '@jest/globals';
import { periodOf } from './period.ts';

test.each([
  [{}, null, null],
  [{ from: '2026-11-20' }, '2026-11-19T15:00:00.000Z', null],
  [{ to: '2026-11-30' }, null, '2026-11-30T15:00:00.000Z'],
  [{ from: '2026-02-28', to: '2026-02-28' }, '2026-02-27T15:00:00.000Z', '2026-02-28T15:00:00.000Z'],
  [{ from: '2026-12-31', to: '2027-01-01' }, '2026-12-30T15:00:00.000Z', '2027-01-01T15:00:00.000Z'],
])('when the days are %j, then the period starts at %s and ends before %s (admin 2.51)', (days, from, before) => {
  const period = periodOf(days);
  expect([period.from?.toISOString() ?? null, period.before?.toISOString() ?? null]).toEqual([from, before]);
});
