import { describe, expect, test } from '@jest/globals';
import { formatDate } from '../src/index.ts';
import { deliveryPromise, isPromiseOver } from '../src/rules/delivery-promise.ts';

const promised = (orderedAt: string): string[] => {
  const { earliest, latest } = deliveryPromise(new Date(orderedAt));
  return [formatDate(earliest), formatDate(latest)];
};

describe('deliveryPromise', () => {
  test.each([
    ['a Monday of a plain week', '2026-11-09T10:00:00+09:00', '2026年11月11日(水)', '2026年11月12日(木)'],
    ['a Friday before a holiday Monday', '2026-11-20T18:00:00+09:00', '2026年11月25日(水)', '2026年11月26日(木)'],
    ['a Saturday', '2026-11-14T09:00:00+09:00', '2026年11月17日(火)', '2026年11月18日(水)'],
    ['Golden Week with a substitute holiday', '2026-05-01T12:00:00+09:00', '2026年5月8日(金)', '2026年5月11日(月)'],
    ['Silver Week with a day between two holidays', '2026-09-18T12:00:00+09:00', '2026年9月25日(金)', '2026年9月28日(月)'],
    ['the last day before the New Year break', '2026-12-28T12:00:00+09:00', '2027年1月5日(火)', '2027年1月6日(水)'],
    ['the New Year break itself', '2026-12-31T23:59:59+09:00', '2027年1月5日(火)', '2027年1月6日(水)'],
  ])('when ordered on %s, the promise skips what is no business day (customer 1.6, 9.10)', (_case, orderedAt, earliest, latest) => {
    expect(promised(orderedAt)).toEqual([earliest, latest]);
  });

  test('when it is already the next day in Japan, then the Japanese day counts', () => {
    expect(promised('2026-11-09T14:59:59Z')).toEqual(['2026年11月11日(水)', '2026年11月12日(木)']);
    expect(promised('2026-11-09T15:00:00Z')).toEqual(['2026年11月12日(木)', '2026年11月13日(金)']);
  });

  test('when the year is after the list of holidays, then weekends and the New Year break still count', () => {
    expect(promised('2090-12-28T12:00:00+09:00')).toEqual(['2091年1月5日(金)', '2091年1月8日(月)']);
  });
});

test.each([
  ['2026-11-12T14:59:59.999Z', false],
  ['2026-11-12T15:00:00.000Z', true],
])('when it is %s and the last promised day is 12 November, then whether the promise is over: %s', (now, isOver) => {
  const promise = deliveryPromise(new Date('2026-11-09T10:00:00+09:00'));
  expect(isPromiseOver({ promise, now: new Date(now) })).toBe(isOver);
});
