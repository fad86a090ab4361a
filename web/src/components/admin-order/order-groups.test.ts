import { describe, expect, test } from '@jest/globals';
import type { AdminLine } from '@stagereel/contracts';
import { buildAdminLine } from '../../testing/build-admin-line.ts';
import { groupOrders, matchesSearch } from './order-groups.ts';

const line = (orderNumber: string, more: Partial<AdminLine> = {}): AdminLine => buildAdminLine({ orderNumber, ...more });

describe('groupOrders', () => {
  test('when lines share a base number, then they are in one group, in the order of their suffixes (admin 2.42)', () => {
    const groups = groupOrders([line('22222222-02'), line('22222222-01'), line('11111111-01')]);
    expect(groups.map(({ orderNumber, lines }) => [orderNumber, lines.map(({ id }) => id)])).toEqual([
      ['22222222', ['22222222-01', '22222222-02']],
      ['11111111', ['11111111-01']],
    ]);
  });

  test.each([
    ['未対応', false],
    ['完了', false],
    ['納品済み', true],
    ['対応済み', true],
  ] as const)('when the status is %s, then isHandled is %s (admin 4.19)', (status, isHandled) => {
    expect(groupOrders([line('1-01', { status })])[0]?.isHandled).toBe(isHandled);
  });

  test('when there are ten thousand lines, then they are all grouped', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => line(`${10_000_000 + Math.floor(n / 2)}-0${(n % 2) + 1}`));
    expect(groupOrders(lines)).toHaveLength(5000);
  });
});

describe('matchesSearch', () => {
  const [group] = groupOrders([line('12345678-01')]);
  test.each([
    ['１２３４５６７８', true],
    ['TARO@example', true],
    ['山田', true],
    ['美咲 012', true],
    ['美咲 999', false],
    ['', true],
  ])('when the query is %s, then whether the order matches is %s', (query, isMatch) => {
    expect(matchesSearch(group!, query)).toBe(isMatch);
  });
});
