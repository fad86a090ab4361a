import { describe, expect, test } from '@jest/globals';
import { readBulkPrices, readBulkStatuses } from './bulk-input.ts';

describe('bulk input', () => {
  test('when one price is typed in full-width digits and the other is empty, only that price changes', () => {
    expect(readBulkPrices({ verticalVideoPrice: '４，５００', horizontalVideoPrice: ' ' })).toEqual({
      change: { verticalVideoPrice: 4500 },
    });
    expect(readBulkPrices({ verticalVideoPrice: '0', horizontalVideoPrice: '' })).toEqual({ change: { verticalVideoPrice: 0 } });
  });

  test('when a price is negative or no multiple of 100, its field has the error', () => {
    expect(readBulkPrices({ verticalVideoPrice: '4550', horizontalVideoPrice: '3000' })).toEqual({
      errors: { verticalVideoPrice: expect.stringContaining('100円単位') },
    });
    expect(readBulkPrices({ verticalVideoPrice: '', horizontalVideoPrice: '-100' })).toEqual({
      errors: { horizontalVideoPrice: expect.stringContaining('100円単位') },
    });
  });

  test('when one status is chosen, the other is not changed', () => {
    expect(readBulkStatuses({ videoStatus: '', photoStatus: '受注停止' })).toEqual({ photoStatus: '受注停止' });
    expect(readBulkStatuses({ videoStatus: '', photoStatus: '' })).toEqual({});
  });
});
