import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api-error.ts';
import type { OrderData } from '../../../lib/saved-data.ts';
import { atNewPrices } from './new-prices.ts';

const item = (id: string, price: number): OrderData['items'][number] => ({
  id,
  category: '一般',
  athleteNumber: id,
  athleteName: null,
  videoStyle: '縦動画',
  price,
});
const order: OrderData = { contestId: 'c1', contestSlug: 'c', contestName: '大会', items: [item('1', 5000), item('2', 4000)] };

const refusal = (facts: object) =>
  new ApiError({
    status: 400,
    statusText: 'Bad Request',
    body: JSON.stringify({ code: 'AmountMismatch', message: '注文金額が無効です', ...facts }),
    retryAfter: null,
  });

describe('atNewPrices', () => {
  test('when a price changed, the order has the new price and is otherwise the same', () => {
    expect(atNewPrices(order, refusal({ prices: [5000, 4500] }))).toEqual({ ...order, items: [item('1', 5000), item('2', 4500)] });
  });

  test.each([
    ['the prices are those the customer has seen', refusal({ prices: [5000, 4000] })],
    ['the answer names no prices', refusal({})],
    ['the prices are of another order', refusal({ prices: [5000] })],
    ['no answer came', new Error('x')],
  ])('when %s, there are no new prices', (_case, error) => {
    expect(atNewPrices(order, error)).toBeNull();
  });
});
