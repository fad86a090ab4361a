import { expect, test } from '@jest/globals';
import { eventDates } from './event-dates.ts';

test.each([
  ['2026年11月15日', { startDate: '2026-11-15' }],
  ['２０２６年１１月５日（日）', { startDate: '2026-11-05' }],
  ['2026年11月3日(火・祝)', { startDate: '2026-11-03' }],
  ['2026/11/15', { startDate: '2026-11-15' }],
  ['2026-11-15', { startDate: '2026-11-15' }],
  ['2026.11.15', { startDate: '2026-11-15' }],
  ['2026年11月14日(土)〜15日(日)', { startDate: '2026-11-14', endDate: '2026-11-15' }],
  ['2026年10月17日・18日', { startDate: '2026-10-17', endDate: '2026-10-18' }],
  ['2026年11月30日 ～ 12月1日', { startDate: '2026-11-30', endDate: '2026-12-01' }],
  ['2026/12/31-2027/1/1', { startDate: '2026-12-31', endDate: '2027-01-01' }],
])('when a contest takes place on %s, then its days are known', (text, dates) => {
  expect(eventDates(text)).toEqual(dates);
});

test.each([
  '未定',
  '',
  '2026年11月',
  '11月15日',
  '2026年2月30日',
  '2026年13月1日',
  '2026年11月15日頃',
  '2026年11月15日〜14日',
  '2026年11月15日・22日',
])('when a contest takes place on %j, then no day is claimed', (text) => {
  expect(eventDates(text)).toBeUndefined();
});
