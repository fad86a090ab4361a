import { expect, test } from '@jest/globals';
import type { Declined, Line, Order } from './order.ts';
import { refundShares } from './refund-shares.ts';

const lineOf = (number: string, price: number, refundState?: Declined['refundState']): Line => ({
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
  claim: null,
  reArmedAt: null,
});

const sharesOf = (refundedAmount: number, lines: Line[]): Record<string, number> => {
  const payment = { refundedAmount } as Order['payment'];
  return Object.fromEntries(refundShares({ lines, payment }));
};

test('when nothing was given back, then no line has a share', () => {
  expect(sharesOf(0, [lineOf('01', 5000), lineOf('02', 4500)])).toEqual({ '01': 0, '02': 0 });
});

test('when a line was declined, then what was given back is its own, wherever it stands', () => {
  expect(sharesOf(4500, [lineOf('01', 5000), lineOf('02', 4500, 'succeeded')])).toEqual({ '01': 0, '02': 4500 });
});

test('when the provider’s news came before the line was settled, then it is that line’s all the same', () => {
  expect(sharesOf(4500, [lineOf('01', 5000), lineOf('02', 4500, 'pending')])).toEqual({ '01': 0, '02': 4500 });
});

test('when more was given back by hand, then the rest is the other lines’, and all adds up', () => {
  expect(sharesOf(7000, [lineOf('01', 5000), lineOf('02', 3000), lineOf('03', 4500, 'succeeded')])).toEqual({
    '01': 2500,
    '02': 0,
    '03': 4500,
  });
  expect(sharesOf(12_500, [lineOf('01', 5000), lineOf('02', 3000), lineOf('03', 4500)])).toEqual({ '01': 5000, '02': 3000, '03': 4500 });
});
