import { describe, expect, test } from '@jest/globals';
import { axisTicks } from './axis.ts';

describe('the axis of a chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [20, [0, 5, 10, 15, 20]],
    [41, [0, 20, 40, 60]],
    [98_000, [0, 50_000, 100_000]],
  ])('when the highest value is %d, its marks are %j', (max, ticks) => {
    expect(axisTicks(max)).toEqual(ticks);
  });
});
