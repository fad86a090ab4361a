import { describe, expect, test } from '@jest/globals';
import { isCodeMissing } from './stale-code.ts';

describe('isCodeMissing', () => {
  test.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://shop.example/assets/payment-1.js'],
    ['Firefox', 'error loading dynamically imported module: http://shop.example/assets/payment-1.js'],
    ['Safari', 'Importing a module script failed.'],
    ['the style of a page', 'Unable to preload CSS for /assets/payment-1.css'],
  ])('when %s fails to load code, it is recognised', (_browser, message) => {
    expect(isCodeMissing(new TypeError(message))).toBe(true);
  });

  test('when a screen has another error, it is not taken for missing code', () => {
    expect(isCodeMissing(new TypeError("Cannot read properties of undefined (reading 'map')"))).toBe(false);
    expect(isCodeMissing('dynamically imported module')).toBe(false);
  });
});
