import { describe, expect, test } from '@jest/globals';
import { CATEGORY_COLORS } from '@stagereel/contracts';
import { hueToHex, pickColor } from './pick-color.ts';

describe('pickColor', () => {
  test('when none is used, the first of the palette is taken', () => {
    expect(pickColor([])).toBe(CATEGORY_COLORS[0]);
  });

  test('when some are used, in whatever case, the first free one is taken', () => {
    expect(pickColor([CATEGORY_COLORS[0].toUpperCase(), CATEGORY_COLORS[2], '#ffffff'])).toBe(CATEGORY_COLORS[1]);
  });

  test('when all are used, it is some other colour', () => {
    expect(pickColor(CATEGORY_COLORS)).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe('hueToHex', () => {
  test.each([
    [0, '#bd2828'],
    [120, '#28bd28'],
    [240, '#2828bd'],
  ])('when the hue is %i°, the colour is %s', (hue, hex) => {
    expect(hueToHex(hue)).toBe(hex);
  });
});
