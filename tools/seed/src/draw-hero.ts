import { join } from 'node:path';
import sharp from 'sharp';
import { drawStage } from './stage/picture.ts';

// Draws the picture behind the headline of the home page into web/src/assets, in the widths that a phone and a desktop need:
// `npx tsx tools/seed/src/draw-hero.ts`. The files are committed.
const folder = join(import.meta.dirname, '../../../web/src/assets');
const stage = await drawStage(
  {
    palette: { depth: '#05061a', set: '#24236e', light: '#ffe6c4', glow: '#ff7d5c' },
    seed: 15,
    poses: ['quarterTurn', 'doubleBiceps', 'bikiniFront'],
    width: 2500,
    height: 1080,
  },
  { grain: 10 },
);
// The athletes stand right of the middle, beside the words on a desktop.
const picture = sharp(await stage.extract({ left: 0, top: 0, width: 1920, height: 1080 }).png().toBuffer());

for (const width of [640, 1280, 1920]) {
  const resized = picture.clone().resize({ width });
  await resized.avif({ quality: width === 640 ? 52 : 46, effort: 4 }).toFile(join(folder, `stage-${width}.avif`));
}
await picture.clone().resize({ width: 1280 }).webp({ quality: 62, effort: 6 }).toFile(join(folder, 'stage-1280.webp'));
