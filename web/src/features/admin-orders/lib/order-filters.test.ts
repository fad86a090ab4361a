import { describe, expect, test } from '@jest/globals';
import { groupOrders } from '../../../components/admin-order/order-groups.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { contestOptions, matchesFilters, orderExportPath } from './order-filters.ts';

const noFilters = { query: '', contestId: '', from: '', to: '' };

describe('order filters', () => {
  // A minute after midnight in Japan.
  const [order] = groupOrders([
    buildAdminLine({ orderDate: '2026-11-20T15:01:00.000Z' }),
    buildAdminLine({ orderNumber: '12345678-02', contestId: 'c2', orderDate: '2026-11-20T15:01:00.000Z' }),
  ]);

  test.each([
    [{}, true],
    [{ from: '2026-11-21' }, true],
    [{ to: '2026-11-21' }, true],
    [{ from: '2026-11-22' }, false],
    [{ to: '2026-11-20' }, false],
    [{ contestId: 'c2' }, true],
    [{ contestId: 'c3' }, false],
    [{ contestId: 'c1', query: '山田' }, true],
    [{ contestId: 'c1', query: '鈴木' }, false],
  ])('when the filters are %j, then whether the order is listed is %s', (filters, isListed) => {
    expect(matchesFilters(order!, { ...noFilters, ...filters })).toBe(isListed);
  });

  test('when a contest was renamed, then it is an option once, with its newest name', () => {
    const groups = groupOrders([
      buildAdminLine({ orderNumber: '20000000-01', contestName: '新しい名前' }),
      buildAdminLine({ orderNumber: '10000000-01', contestName: '古い名前' }),
    ]);
    expect(contestOptions(groups)).toEqual([{ value: 'c1', label: '新しい名前' }]);
  });

  test('when the orders are exported, then the path contains the filters that are set', () => {
    expect(orderExportPath({ contestId: '', from: '', to: '' })).toBe('/api/orders/export');
    expect(orderExportPath({ contestId: 'c1', from: '2026-11-01', to: '' })).toBe('/api/orders/export?contestId=c1&from=2026-11-01');
  });
});
