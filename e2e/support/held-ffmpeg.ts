import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** An ffmpeg wrapper for one shop that can be paused, so that previews of videos stay in preparation. */
export const useHeldFfmpeg = () => {
  const dir = mkdtempSync(join(tmpdir(), 'stagereel-ffmpeg-'));
  const path = join(dir, 'ffmpeg');
  const barrier = `${path}.held`;
  const script = `#!/bin/sh\nwhile [ -e "$0.held" ]; do sleep 0.1; done\nexec ffmpeg "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  afterAll(() => rmSync(dir, { recursive: true }));
  return {
    /** Constants for the shop. */
    constants: { media: { ffmpeg: path } },
    hold: (): Promise<void> => writeFile(barrier, ''),
    letGo: (): Promise<void> => rm(barrier, { force: true }),
  };
};
export type HeldFfmpeg = ReturnType<typeof useHeldFfmpeg>;
