import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** What the first bytes of an MP4 say; enough to be taken for one, and nothing a player would show. */
const MP4_HEAD = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.from([0, 0, 2, 0]), Buffer.from('isomiso2')]);

/** A file of a video's type with content that never repeats. */
export const videoBytes = (size: number): Buffer => Buffer.concat([MP4_HEAD, randomBytes(size - MP4_HEAD.length)]);

type Sides = { width: number; height: number };

/** A picture of its own; no two have the same bytes. */
export const jpeg = ({ width, height }: Sides): Promise<Buffer> => {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
};
