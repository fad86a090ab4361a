import { describe, expect, test } from '@jest/globals';
import { groupOrders, type OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { byLateness, latenessBadge, latenessOf } from './lateness.ts';

type Lines = Parameters<typeof buildAdminLine>[0][];
const group = (...lines: Lines): OrderGroup => groupOrders(lines.map(buildAdminLine))[0]!;

/** Friday, 20 November 2026, 18:00 in Japan; Monday is Labour Thanksgiving Day, so the promise ends on Thursday. */
const FRIDAY = '2026-11-20T09:00:00.000Z';

const badgeOn = (today: string, order: OrderGroup) => latenessBadge({ lateness: latenessOf(order, today), isHandled: order.isHandled });

describe('the lateness of an order', () => {
  test.each([
    ['2026-11-20', { text: '納期 11月26日(木)', tone: 'neutral' }],
    ['2026-11-26', { text: '本日が納期', tone: 'due' }],
    ['2026-11-27', { text: '納期超過 1日', tone: 'negative' }],
    ['2026-12-06', { text: '納期超過 10日', tone: 'negative' }],
  ])('when it is %s, then the badge has the expected text and tone', (today, badge) => {
    expect(badgeOn(today, group({ orderDate: FRIDAY }))).toEqual(badge);
  });

  test('when it was handled in time, then there is no badge; when it was handled late, then the badge has the days', () => {
    const handled = (handledAt: string) => group({ orderDate: FRIDAY, status: '納品済み', handledAt });
    expect(badgeOn('2027-01-01', handled('2026-11-26T14:59:00.000Z'))).toBeNull();
    expect(badgeOn('2027-01-01', handled('2026-11-26T15:00:00.000Z'))).toEqual({ text: '1日遅れで対応', tone: 'negative' });
  });

  test('when the shop owes no video any more, then there is no lateness', () => {
    expect(latenessOf(group({ orderDate: FRIDAY, payment: 'refunded' }), '2026-12-06')).toBeNull();
    expect(latenessOf(group({ orderDate: FRIDAY, payment: 'charged-back' }), '2026-12-06')).toBeNull();
    expect(latenessOf(group({ orderDate: FRIDAY, productionPossible: true }), '2026-12-06')).toBeNull();
  });

  test('when orders are sorted by lateness, then the most overdue is first and one without an owed video last', () => {
    const orders = groupOrders([
      buildAdminLine({ orderNumber: '30000000-01', orderDate: FRIDAY, payment: 'refunded' }),
      buildAdminLine({ orderNumber: '20000000-01', orderDate: '2026-11-25T09:00:00.000Z' }),
      buildAdminLine({ orderNumber: '10000000-01', orderDate: FRIDAY }),
      buildAdminLine({ orderNumber: '00000000-01', orderDate: FRIDAY }),
    ]);
    expect(byLateness(orders, '2026-11-27').map(({ orderNumber }) => orderNumber)).toEqual([
      '10000000',
      '00000000',
      '20000000',
      '30000000',
    ]);
  });
});
