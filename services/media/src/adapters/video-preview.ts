import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { VideoFacts, Videos } from '../domain/ports.ts';
import { runProgram } from './run-program.ts';

const PREVIEW = { longSide: 480, seconds: 10, framesPerSecond: 15, kilobits: 350, timeoutMs: 120_000 };

/** Even, as the encoder wants sides, and never larger than the video. */
const previewSize = ({ width, height }: VideoFacts) => {
  const scale = Math.min(1, PREVIEW.longSide / Math.max(width, height));
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
};

/** Not from the very beginning, which is often black, and whole where the video is shorter. */
const cutOf = ({ durationSeconds }: VideoFacts) => {
  const seconds = durationSeconds ?? 0;
  const from = Math.max(0, Math.min(seconds * 0.2, seconds - PREVIEW.seconds));
  return ['-ss', from.toFixed(2), '-t', String(PREVIEW.seconds)];
};

type Options = {
  ffmpeg: string;
  guarded: readonly string[];
  /** Where its files are while it is made; what a process that died left there is cleared away by another. */
  spoolDir: string;
};

/** @throws when ffmpeg fails or takes too long */
export const createPreviewMaker =
  ({ ffmpeg, guarded, spoolDir }: Options): Videos['preview'] =>
  async ({ path, shown, watermark, signal }) => {
    const size = previewSize(shown);
    const folder = await mkdtemp(join(resolve(spoolDir), 'preview-'));
    try {
      const mark = join(folder, 'watermark.png');
      const output = join(folder, 'preview.mp4');
      await writeFile(mark, await watermark(size, signal));
      const inputs = ['-threads', '1', ...cutOf(shown), '-i', `file:${path}`, '-i', `file:${mark}`];
      const filter = `[0:v:0]fps=${PREVIEW.framesPerSecond},scale=${size.width}:${size.height},setsar=1[cut];[cut][1:v]overlay=format=auto,format=yuv420p`;
      const rate = `${PREVIEW.kilobits}k`;
      const encoder = ['-an', '-sn', '-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-b:v', rate, '-maxrate', rate];
      const container = ['-bufsize', rate, '-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', `file:${output}`];
      const args = ['-nostdin', '-y', ...guarded, ...inputs, '-filter_complex', filter, ...encoder, ...container];
      await runProgram({ program: ffmpeg, args, timeoutMs: PREVIEW.timeoutMs, maxBytes: 1024 * 1024, signal });
      return { bytes: await readFile(output), contentType: 'video/mp4', extension: 'mp4', ...size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
