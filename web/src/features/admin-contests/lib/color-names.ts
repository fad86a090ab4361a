import type { CATEGORY_COLORS } from '@stagereel/contracts';

const names: Readonly<Record<(typeof CATEGORY_COLORS)[number], string>> = {
  '#e03131': '赤',
  '#c2255c': 'ピンク',
  '#9c36b5': '紫',
  '#6741d9': '青紫',
  '#3b5bdb': '藍色',
  '#1971c2': '青',
  '#0c8599': '水色',
  '#099268': '青緑',
  '#2f9e44': '緑',
  '#66a80f': '黄緑',
  '#f08c00': '山吹色',
  '#e8590c': 'オレンジ',
  '#846358': '茶色',
  '#495057': 'グレー',
  '#212529': '黒',
};

/** A colour by its word, for those who do not see it; one outside the palette by its code. */
export const colorName = (color: string): string => names[color as keyof typeof names] ?? color;
