import { describe, expect, test } from '@jest/globals';
import { CATEGORY_COLORS } from '@stagereel/contracts';
import { hueToHex, pickColor } from './pick-color.ts';

describe('pickColor', () => {
  test('when no colour is used, then the first colour of the palette is picked', () => {
    expect(pickColor([])).toBe(CATEGORY_COLORS[0]);
  });

  test('when some colours are used, in upper or lower case, then the first unused one is picked (admin 9.16)', () => {
    expect(pickColor([CATEGORY_COLORS[0].toUpperCase(), CATEGORY_COLORS[2], '#ffffff'])).toBe(CATEGORY_COLORS[1]);
  });

  test('when all colours are used, then another colour is picked (admin 9.16)', () => {
    expect(pickColor(CATEGORY_COLORS)).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('hueToHex', () => {
  test.each([
    [0, '#bd2828'],
    [120, '#28bd28'],
    [240, '#2828bd'],
  ])('when the hue is %i°, then the colour is %s', (hue, hex) => {
    expect(hueToHex(hue)).toBe(hex);
  });
});
