import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import { seededBytes } from '../plan/seeded.ts';

/** Large enough that a connection can break in the middle. */
const PADDING_BYTES = 200_000;
const SIZES: Record<VideoStyle, string> = { 縦動画: '72x128', 横動画: '128x72' };

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const encode = async (size: string): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-rehearsal-video-'));
  const path = join(folder, 'video.mp4');
  try {
    const source = `testsrc2=size=${size}:rate=15:duration=0.4`;
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Only the type of a video, where ffmpeg is not installed. */
const UNPLAYABLE = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2', 'latin1')]);

/** An MP4 box that players skip. */
const boxOf = (payload: Buffer): Buffer => {
  const head = Buffer.alloc(8, 'free', 'latin1');
  head.writeUInt32BE(head.length + payload.length, 0);
  return Buffer.concat([head, payload]);
};

/** Returns a function that makes a small playable video whose bytes and length are unique for the seed and the index. */
export const createVideos = async () => {
  const encoded = new Map(
    await Promise.all(VIDEO_STYLES.map(async (style) => [style, await encode(SIZES[style]).catch(() => UNPLAYABLE)] as const)),
  );
  return ({ style, seed, index }: { style: VideoStyle; seed: string; index: number }): Buffer => {
    const padding = seededBytes({ seed: `${seed} video ${index}`, start: 0, length: PADDING_BYTES + index });
    return Buffer.concat([encoded.get(style) ?? UNPLAYABLE, boxOf(padding)]);
  };
};
