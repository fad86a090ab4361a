import sharp from 'sharp';
import type { DrawWatermark } from '../domain/library/pictures.ts';

/** SAMPLE as strokes, each letter 10 × 14 with a gap of 4, so that no font has to be installed. */
const LETTERS = [
  'M10 2 H2 V7 H10 V14 H1',
  'M0 14 L5 0 L10 14 M2 9 H8',
  'M0 14 V0 L5 8 L10 0 V14',
  'M0 14 V0 H9 V8 H0',
  'M0 0 V14 H10',
  'M10 0 H0 V14 H10 M0 7 H8',
];
const LETTER_STEP = 14;
const word = LETTERS.map((path, index) => `<path transform="translate(${index * LETTER_STEP})" d="${path}"/>`).join('');

/** Repeated across the whole picture. Light strokes on dark ones are visible on every background. */
export const drawWatermark: DrawWatermark = async ({ width, height }) => {
  const scale = Math.min(width, height) / 220;
  const tile = { width: LETTERS.length * LETTER_STEP + 20, height: 60 };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><pattern id="words" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale}) rotate(-24)">
      <g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(10 20)">
        <g stroke="#000" stroke-opacity="0.35" stroke-width="3.5">${word}</g><g stroke="#fff" stroke-opacity="0.6" stroke-width="1.8">${word}</g>
      </g>
    </pattern></defs><rect width="100%" height="100%" fill="url(#words)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};
