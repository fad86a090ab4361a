import type { Line } from '../../src/domain/order/order.ts';

/** A 縦動画 for ¥5,000 that is not delivered yet, with the given changes. */
export const buildLine = (changes: Partial<Line> = {}): Line => ({
  number: '12345678-01',
  contestId: 'contest-1',
  contestName: '関東オープン 2026',
  category: 'ビキニ',
  athleteNumber: '12',
  athleteName: null,
  style: '縦動画',
  price: 5000,
  productionPossible: false,
  declined: null,
  video: null,
  delivery: null,
  claim: null,
  reArmedAt: null,
  ...changes,
});
