import { expect, test } from '@jest/globals';
import type { Declined, Line, Order } from '../order/order.ts';
import { refundShares } from './refund-shares.ts';

const createLine = (number: string, price: number, refundState?: Declined['refundState']): Line => ({
  number,
  contestId: 'c1',
  contestName: '関東オープン 2026',
  category: 'メンズフィジーク',
  athleteNumber: '1',
  athleteName: null,
  style: '縦動画',
  price,
  productionPossible: refundState !== undefined,
  declined: refundState ? { at: new Date(), reason: '理由', refundState, attempt: 1 } : null,
  video: null,
  delivery: null,
  claim: null,
  reArmedAt: null,
});

const sharesOf = (refundedAmount: number, lines: Line[]): Record<string, number> => {
  const payment = { refundedAmount } as Order['payment'];
  return Object.fromEntries(refundShares({ lines, payment }));
};

test('when nothing is refunded, then every share is 0', () => {
  expect(sharesOf(0, [createLine('01', 5000), createLine('02', 4500)])).toEqual({ '01': 0, '02': 0 });
});

test('when a line is declined, then it gets the refund, whatever its position', () => {
  expect(sharesOf(4500, [createLine('01', 5000), createLine('02', 4500, 'succeeded')])).toEqual({ '01': 0, '02': 4500 });
});

test('when the webhook precedes the settlement of the line, then the pending line gets the refund', () => {
  expect(sharesOf(4500, [createLine('01', 5000), createLine('02', 4500, 'pending')])).toEqual({ '01': 0, '02': 4500 });
});

test('when more is refunded by hand, then the other lines share the rest and the sum matches', () => {
  expect(sharesOf(7000, [createLine('01', 5000), createLine('02', 3000), createLine('03', 4500, 'succeeded')])).toEqual({
    '01': 2500,
    '02': 0,
    '03': 4500,
  });
  expect(sharesOf(12_500, [createLine('01', 5000), createLine('02', 3000), createLine('03', 4500)])).toEqual({
    '01': 5000,
    '02': 3000,
    '03': 4500,
  });
});
