import { expect, test } from '@jest/globals';
import { includedTax, MAX_ORDER_ITEMS, MAX_PRICE } from '../src/index.ts';

test.each([
  [0, 0],
  [1, 0],
  [10, 0],
  [11, 1],
  [3500, 318],
  [5000, 454],
  [6500, 590],
  [10_000, 909],
  [11_000, 1000],
  [MAX_PRICE * MAX_ORDER_ITEMS, 4_545_454],
])('when %d yen include the tax, then %d yen of them are tax', (total, tax) => {
  expect(includedTax(total)).toBe(tax);
});

test('when three lines are taxed together, then the tax is rounded once and not for each line', () => {
  expect(includedTax(3 * 5000)).toBe(1363);
  expect(3 * includedTax(5000)).toBe(1362);
});
