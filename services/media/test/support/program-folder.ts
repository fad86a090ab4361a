import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

/** For a fake ffmpeg: copies the file when it is called to copy a video. */
export const COPIES_VIDEOS = `for last; do :; done
case "$*" in *' -c copy '*)
  while [ "$1" != -i ]; do shift; done
  exec cp "\${2#file:}" "\${last#file:}";;
esac`;

/** A new folder for each test, for fake versions of ffmpeg and ffprobe. */
export const useProgramFolder = () => {
  let dir = '';
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'fake-programs-'));
  });
  afterEach(() => rm(dir, { recursive: true }));
  const pathOf = (name: string): string => join(dir, name);
  return {
    pathOf,
    /** Writes a shell script and returns its path. */
    addProgram: async (name: string, script: string): Promise<string> => {
      await writeFile(pathOf(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return pathOf(name);
    },
  };
};
