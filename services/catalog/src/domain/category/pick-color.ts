import { CATEGORY_COLORS } from '@stagereel/contracts';

const SATURATION = 0.65;
const LIGHTNESS = 0.45;

/** Hue in degrees → `#rrggbb`, dark enough for white text. https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
export const hueToHex = (hue: number): string => {
  const channel = (offset: number): string => {
    const position = (offset + hue / 30) % 12;
    const amount = LIGHTNESS - SATURATION * Math.min(LIGHTNESS, 1 - LIGHTNESS) * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(amount * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
};

/** The first palette colour that no category has, or a random hue when all are used. */
export const pickColor = (used: readonly string[]): string => {
  const usedColors = new Set(used.map((color) => color.toLowerCase()));
  return CATEGORY_COLORS.find((color) => !usedColors.has(color)) ?? hueToHex(Math.floor(Math.random() * 360));
};
