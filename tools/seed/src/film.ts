import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SECONDS = 4;
const FRAMES_A_SECOND = 25;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Four seconds of a camera that goes slowly into a picture, as MP4; null where there is no ffmpeg. */
export const filmOf = async (picture: Buffer): Promise<Buffer | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-seed-'));
  const files = { picture: join(folder, 'picture.jpg'), film: join(folder, 'film.mp4') };
  const frames = SECONDS * FRAMES_A_SECOND;
  const zoom = `zoompan=z='1+0.2*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=640x360:fps=${FRAMES_A_SECOND}`;
  try {
    await writeFile(files.picture, picture);
    const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
    await run('ffmpeg', ['-loglevel', 'error', '-i', files.picture, '-vf', zoom, ...coding, '-y', files.film]);
    return await readFile(files.film);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
