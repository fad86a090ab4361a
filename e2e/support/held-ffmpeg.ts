import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** Quotes a text as one word for the shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** An ffmpeg wrapper for one shop that can be paused, so that previews of videos stay in preparation. */
export const useHeldFfmpeg = () => {
  const dir = mkdtempSync(join(tmpdir(), 'stagereel-ffmpeg-'));
  const path = join(dir, 'ffmpeg');
  const barrier = `${path}.held`;
  const script = `#!/bin/sh\nwhile [ -e "$0.held" ]; do sleep 0.1; done\nexec ${quoted(process.env['FFMPEG_PATH'] ?? 'ffmpeg')} "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  afterAll(() => rmSync(dir, { recursive: true }));
  return {
    /** Environment variables for the shop. */
    env: { FFMPEG_PATH: path },
    hold: (): Promise<void> => writeFile(barrier, ''),
    letGo: (): Promise<void> => rm(barrier, { force: true }),
  };
};
export type HeldFfmpeg = ReturnType<typeof useHeldFfmpeg>;
