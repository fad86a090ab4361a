import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

/** A PNG of one color. Width and height in pixels. */
export const pngOf = ({ width, height, rgb = [48, 83, 189] }: { width: number; height: number; rgb?: readonly number[] }): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel: red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(rgb))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
};

/** A buffer of the given size with the signature of an MP4 and content that does not repeat. Not playable. */
export const mp4Of = (bytes: number): Buffer => {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) content.writeUInt32BE((at * 2_654_435_761) % 2 ** 32, at);
  const signature = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42', 'latin1')]);
  signature.copy(content);
  return content;
};

/** A playable video of a moving pattern, created by ffmpeg. */
export const encodeVideo = async ({ width, height, seconds }: { width: number; height: number; seconds: number }): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-video-'));
  const path = join(folder, 'video.mp4');
  const source = `testsrc2=size=${width}x${height}:rate=15:duration=${seconds}`;
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Writes the files, by relative path, to a new temporary folder. `pathOf` returns the absolute path of a file. */
export const writeFiles = async (files: Readonly<Record<string, Buffer | string>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-files-'));
  const pathOf = (name: string): string => join(folder, name);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(pathOf(name)), { recursive: true });
    await writeFile(pathOf(name), content);
  }
  return { pathOf, remove: () => rm(folder, { recursive: true, force: true }) };
};
