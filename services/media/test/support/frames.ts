import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Sides = { width: number; height: number };

/** The first frame of a video, scaled to that size: one byte of brightness per pixel, row by row. */
export const firstFrame = async ({ video, width, height }: Sides & { video: Buffer }): Promise<Buffer> => {
  const dir = await mkdtemp(join(tmpdir(), 'frame-'));
  const path = join(dir, 'video.mp4');
  const args = ['-v', 'error', '-i', path, '-frames:v', '1', '-vf', `scale=${width}:${height},format=gray`, '-f', 'rawvideo', '-'];
  try {
    await writeFile(path, video);
    const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 * width * height });
    return stdout;
  } finally {
    await rm(dir, { recursive: true });
  }
};

/** The mean difference of two pictures, 0 to 255, over the pixels that `counts` accepts. */
export const distance = ({ one, other, counts }: { one: Buffer; other: Buffer; counts: (pixel: number) => boolean }): number => {
  let [sum, counted] = [0, 0];
  for (const [pixel, brightness] of one.entries()) {
    if (!counts(pixel)) continue;
    sum += Math.abs(brightness - (other[pixel] ?? 0));
    counted += 1;
  }
  return sum / counted;
};
