import { CATEGORY_COLORS } from '@stagereel/contracts';

const LIGHTNESS = 0.42;
const SATURATION = 0.6;

/** The sRGB colour of a hue in degrees, with fixed lightness and saturation: https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
const hexOfHue = (hue: number): string => {
  const channel = (n: number): string => {
    const k = (n + hue / 30) % 12;
    const amplitude = SATURATION * Math.min(LIGHTNESS, 1 - LIGHTNESS);
    const value = LIGHTNESS - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
};

/** The first unused colour of the palette; when all are used, a random hue. */
export const pickColor = (used: readonly string[], random: () => number = Math.random): string => {
  const taken = new Set(used.map((color) => color.toLowerCase()));
  return CATEGORY_COLORS.find((color) => !taken.has(color)) ?? hexOfHue(Math.floor(random() * 360));
};
