import { hasCode } from '@stagereel/service-kit';
import { z } from 'zod';
import type { VideoFacts, Videos } from '../domain/ports.ts';
import { ProgramInterrupted, runProgram } from './run-program.ts';
import { createPreviewMaker } from './video-preview.ts';

/** What somebody uploaded is read by these programs: from this file alone, on one thread, and not for ever. */
const GUARDED = ['-v', 'error', '-protocol_whitelist', 'file'];
const STILL_MS = 60_000;
const MIB = 1024 * 1024;
/** Wider than any picture that is made of a still. */
const STILL_WIDTH = 1920;

const sideDataSchema = z.object({ rotation: z.number().optional() });
const probeSchema = z.object({
  streams: z.tuple([z.object({ width: z.int().min(1), height: z.int().min(1), side_data_list: z.array(sideDataSchema).optional() })]),
  format: z.object({ duration: z.coerce.number().min(0).optional() }),
});

type Options = { ffmpeg: string; ffprobe: string; spoolDir: string; log: (facts: { err: unknown }, message: string) => void };

/** By ffmpeg where it is installed; a file it cannot read is no reason to refuse the file. Throws when it was interrupted: that is no answer. */
export const createVideos = ({ ffmpeg, ffprobe, spoolDir, log }: Options): Videos => ({
  probe: async ({ path, timeoutMs, signal }) => {
    const entries = 'stream=width,height:stream_side_data=rotation:format=duration';
    const args = [...GUARDED, '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', `file:${path}`];
    try {
      const output = await runProgram({ program: ffprobe, args, timeoutMs, maxBytes: MIB, signal });
      return { reading: 'read', facts: shownFacts(probeSchema.parse(JSON.parse(output.toString('utf8')))) };
    } catch (err) {
      if (err instanceof ProgramInterrupted) throw err;
      log({ err }, 'a video could not be probed');
      // Without the program nothing is said of the file.
      return { reading: hasCode(err, 'ENOENT', 'EACCES') ? 'unknown' : 'unreadable', facts: null };
    }
  },
  still: async ({ path, atSeconds, signal }) => {
    const input = ['-threads', '1', '-ss', String(atSeconds), '-i', `file:${path}`];
    const output = ['-frames:v', '1', '-vf', `scale='min(${STILL_WIDTH},iw)':-2`, '-f', 'image2pipe', '-c:v', 'png', '-'];
    try {
      const picture = await runProgram({
        program: ffmpeg,
        args: ['-nostdin', ...GUARDED, ...input, ...output],
        timeoutMs: STILL_MS,
        maxBytes: 64 * MIB,
        signal,
      });
      return picture.length > 0 ? picture : undefined;
    } catch (err) {
      if (err instanceof ProgramInterrupted) throw err;
      log({ err }, 'no still could be made of a video');
      return undefined;
    }
  },
  preview: async (wanted) => {
    try {
      return await createPreviewMaker({ ffmpeg, guarded: GUARDED, spoolDir })(wanted);
    } catch (err) {
      if (err instanceof ProgramInterrupted) throw err;
      log({ err }, 'no preview could be made of a video');
      return undefined;
    }
  },
});

/** As it is shown: a phone held upright writes a lying picture and a note to turn it. */
const shownFacts = ({ streams: [stream], format }: z.infer<typeof probeSchema>): VideoFacts => {
  const { width, height, side_data_list: notes = [] } = stream;
  const isTurned = notes.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  const pixels = isTurned ? { width: height, height: width } : { width, height };
  return { ...pixels, durationSeconds: format.duration ?? null };
};
