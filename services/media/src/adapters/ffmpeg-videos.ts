import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasCode } from '@stagereel/service-kit';
import { z } from 'zod';
import type { MediaDeps } from '../domain/deps.ts';
import type { VideoMetadata, Videos } from '../domain/processing/videos.ts';
import { ProgramInterrupted, runProgram } from './run-program.ts';

/** Uploaded files are untrusted: the programs may read nothing but local files. */
const SAFE_INPUT = ['-v', 'error', '-protocol_whitelist', 'file'];
const MIB = 1024 * 1024;
const STILL_TIMEOUT_MS = 60_000;
/** A copy takes as long as the disk needs to write it. */
const COPY_TIMEOUT_MS = 600_000;
/** The muxers of the accepted types. */
const MUXERS: Record<string, string> = { mp4: 'mp4', m4v: 'mp4', mov: 'mov', webm: 'webm' };
/** Wider than every picture that is made of a still. */
const STILL_WIDTH = 1920;
/** Sharp on a phone, and still unfit for use, because of the watermark. */
const POSTER = { longSide: 1080, quality: 5 };
const PREVIEW = { longSide: 480, seconds: 10, framesPerSecond: 15, kilobits: 350, timeoutMs: 120_000 };

const sideDataSchema = z.object({ rotation: z.number().optional() });
const probeSchema = z.object({
  streams: z.tuple([z.object({ width: z.int().min(1), height: z.int().min(1), side_data_list: z.array(sideDataSchema).optional() })]),
  format: z.object({ duration: z.coerce.number().min(0).optional() }),
});

type Options = {
  ffmpeg: string;
  ffprobe: string;
  /** For the temporary files of previews. */
  spoolDir: string;
  log: MediaDeps['log'];
};

/** Uses ffmpeg if it is installed. A file that it cannot read is not an error. @throws ProgramInterrupted */
export const createVideos = ({ ffmpeg, ffprobe, spoolDir, log }: Options): Videos => {
  /** Undefined, and a log entry, in place of any error but an interruption. */
  const undefinedOnFailure = async <Result>(work: Promise<Result>, message: string): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (err) {
      if (err instanceof ProgramInterrupted) throw err;
      log({ err }, message);
      return undefined;
    }
  };

  const makeStill = async ({ path, atSeconds, signal }: Parameters<Videos['still']>[0]): Promise<Buffer | undefined> => {
    const input = ['-threads', '1', '-ss', String(atSeconds), '-i', `file:${path}`];
    const output = ['-frames:v', '1', '-vf', `scale='min(${STILL_WIDTH},iw)':-2`, '-f', 'image2pipe', '-c:v', 'png', '-'];
    const args = ['-nostdin', ...SAFE_INPUT, ...input, ...output];
    const picture = await runProgram({ program: ffmpeg, args, timeoutMs: STILL_TIMEOUT_MS, maxBytes: 64 * MIB, signal });
    return picture.length > 0 ? picture : undefined;
  };

  const makePreview = async ({ path, metadata, watermark, signal }: Parameters<Videos['preview']>[0]) => {
    const size = fitInto(PREVIEW.longSide, metadata);
    const folder = await mkdtemp(join(resolve(spoolDir), 'preview-'));
    try {
      const mark = join(folder, 'watermark.png');
      const output = join(folder, 'preview.mp4');
      await writeFile(mark, await watermark(size, signal));
      const inputs = ['-threads', '1', ...previewCut(metadata), '-i', `file:${path}`, '-i', `file:${mark}`];
      const filter = `[0:v:0]fps=${PREVIEW.framesPerSecond},scale=${size.width}:${size.height},setsar=1[cut];[cut][1:v]overlay=format=auto,format=yuv420p`;
      const rate = `${PREVIEW.kilobits}k`;
      const encoder = ['-an', '-sn', '-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-b:v', rate, '-maxrate', rate];
      const container = ['-bufsize', rate, '-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', `file:${output}`];
      const args = ['-nostdin', '-y', ...SAFE_INPUT, ...inputs, '-filter_complex', filter, ...encoder, ...container];
      await runProgram({ program: ffmpeg, args, timeoutMs: PREVIEW.timeoutMs, maxBytes: MIB, signal });
      return { bytes: await readFile(output), contentType: 'video/mp4', extension: 'mp4', ...size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const makePoster = async ({ path, metadata, watermark, signal }: Parameters<Videos['poster']>[0]) => {
    const size = fitInto(POSTER.longSide, metadata);
    const folder = await mkdtemp(join(resolve(spoolDir), 'poster-'));
    try {
      const mark = join(folder, 'watermark.png');
      await writeFile(mark, await watermark(size, signal));
      const inputs = ['-threads', '1', '-ss', previewStart(metadata), '-i', `file:${path}`, '-i', `file:${mark}`];
      const filter = `[0:v:0]scale=${size.width}:${size.height},setsar=1[still];[still][1:v]overlay=format=auto,format=yuvj420p`;
      const output = ['-frames:v', '1', '-map_metadata', '-1', '-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', String(POSTER.quality), '-'];
      const args = ['-nostdin', ...SAFE_INPUT, ...inputs, '-filter_complex', filter, ...output];
      const bytes = await runProgram({ program: ffmpeg, args, timeoutMs: STILL_TIMEOUT_MS, maxBytes: 16 * MIB, signal });
      return bytes.length > 0 ? { bytes, contentType: 'image/jpeg', extension: 'jpg', ...size } : undefined;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const probe: Videos['probe'] = async ({ path, timeoutMs, signal }) => {
    const entries = 'stream=width,height:stream_side_data=rotation:format=duration';
    const args = [...SAFE_INPUT, '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', `file:${path}`];
    try {
      const output = await runProgram({ program: ffprobe, args, timeoutMs, maxBytes: MIB, signal });
      return { reading: 'read', metadata: toMetadata(probeSchema.parse(JSON.parse(output.toString('utf8')))) };
    } catch (err) {
      if (err instanceof ProgramInterrupted) throw err;
      log({ err }, 'Video probe failed');
      const isNotInstalled = hasCode(err, 'ENOENT', 'EACCES');
      return { reading: isNotInstalled ? 'unknown' : 'unreadable', metadata: null };
    }
  };

  /** False when the video cannot be read. A readable one must not be published with its metadata, so its failure is an error. */
  const copyClean = async ({ path, extension, copy }: { path: string; extension: string; copy: string }): Promise<boolean> => {
    // Neither pictures that are attached to the file nor tracks of data, which can contain places too.
    const tracks = ['-map', '0:V', '-map', '0:a?', '-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'];
    const output = ['-c', 'copy', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', MUXERS[extension] ?? extension, `file:${copy}`];
    const args = ['-nostdin', ...SAFE_INPUT, '-i', `file:${path}`, ...tracks, ...output];
    try {
      await runProgram({ program: ffmpeg, args, timeoutMs: COPY_TIMEOUT_MS, maxBytes: MIB });
      return true;
    } catch (err) {
      if (err instanceof ProgramInterrupted) throw err;
      log({ err }, 'Video copy without metadata failed');
      const isNotInstalled = hasCode(err, 'ENOENT', 'EACCES');
      if (!isNotInstalled && (await probe({ path, timeoutMs: STILL_TIMEOUT_MS })).reading === 'read') throw err;
      return false;
    }
  };

  return {
    probe,
    withCleanCopy: async ({ path, extension }, use) => {
      const folder = await mkdtemp(join(resolve(spoolDir), 'copy-'));
      try {
        const copy = join(folder, 'copy');
        return await use((await copyClean({ path, extension, copy })) ? copy : undefined);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    still: (input) => undefinedOnFailure(makeStill(input), 'Video still failed'),
    poster: (input) => undefinedOnFailure(makePoster(input), 'Video poster failed'),
    preview: (input) => undefinedOnFailure(makePreview(input), 'Video preview failed'),
  };
};

/** The displayed size: a phone held upright records landscape pictures and a rotation of 90 degrees. */
const toMetadata = ({ streams: [stream], format }: z.infer<typeof probeSchema>): VideoMetadata => {
  const { width, height, side_data_list: sideData = [] } = stream;
  const isRotated = sideData.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  const pixels = isRotated ? { width: height, height: width } : { width, height };
  return { ...pixels, durationSeconds: format.duration ?? null };
};

/** Never larger than the video. The encoder needs even sides. */
const fitInto = (longSide: number, { width, height }: VideoMetadata) => {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
};

/** Skips the beginning, which is often black, unless the video is shorter than the preview. */
const previewStart = ({ durationSeconds }: VideoMetadata): string => {
  const seconds = durationSeconds ?? 0;
  return Math.max(0, Math.min(seconds * 0.2, seconds - PREVIEW.seconds)).toFixed(2);
};

const previewCut = (metadata: VideoMetadata): string[] => ['-ss', previewStart(metadata), '-t', String(PREVIEW.seconds)];
