import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** The signature of an MP4: detected as one, but not playable. */
export const MP4_HEAD = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2'),
]);

/** A file with the type of a video and random content. */
export const videoBytes = (size: number): Buffer => Buffer.concat([MP4_HEAD, randomBytes(size - MP4_HEAD.length)]);

type Sides = { width: number; height: number };

/** A picture in a random colour. */
export const jpeg = ({ width, height }: Sides): Promise<Buffer> => {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
};

/** A playable video of a test pattern; undefined without ffmpeg. */
export const playableVideo = async ({ width, height, seconds }: Sides & { seconds: number }): Promise<Buffer | undefined> => {
  const dir = await mkdtemp(join(tmpdir(), 'video-'));
  const path = join(dir, 'video.mp4');
  const source = `testsrc=duration=${seconds}:size=${width}x${height}:rate=10`;
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', path]);
    return await readFile(path);
  } catch {
    return undefined;
  } finally {
    await rm(dir, { recursive: true });
  }
};

/** The fixed-point matrix of a rotation by 90 degrees, as in videos of a phone held upright: ISO/IEC 14496-12, 8.3.2. */
const QUARTER_TURN = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000];
/** The offset of the matrix in a track header. */
const MATRIX_AT = 44;

/** The same MP4 with a rotation by 90 degrees. */
export const rotated = (video: Buffer): Buffer => {
  const bytes = Buffer.from(video);
  const matrix = bytes.indexOf('tkhd') + MATRIX_AT;
  for (const [index, number] of QUARTER_TURN.entries()) bytes.writeInt32BE(number, matrix + index * 4);
  return bytes;
};
