import { describe, expect, test } from '@jest/globals';
import { linesByOrder } from './lines-by-order.ts';

const numbered = (...numbers: string[]) => numbers.map((orderNumber) => ({ orderNumber }));

describe('linesByOrder', () => {
  test('when lines of several orders are mixed, each order has its own lines by number, and the sequence of orders is kept (customer 2.43, 3.8; admin 9.18)', () => {
    expect(linesByOrder(numbered('22222222-02', '11111111-01', '22222222-01'))).toEqual([
      { orderNumber: '22222222', lines: numbered('22222222-01', '22222222-02') },
      { orderNumber: '11111111', lines: numbered('11111111-01') },
    ]);
  });

  test('when there are no lines, there is no order', () => {
    expect(linesByOrder([])).toEqual([]);
  });
});
