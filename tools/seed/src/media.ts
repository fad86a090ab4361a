import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Admin } from '@stagereel/shop-client';
import { drawStage, type Palette } from './pictures.ts';

const run = promisify(execFile);

const SECONDS = 4;
const FRAMES_PER_SECOND = 25;

/** Gives a contest a cover, and as samples a picture and, where ffmpeg is installed, a short video. */
export const addMedia = async ({ admin, contestId, palette }: { admin: Admin; contestId: string; palette: Palette }): Promise<void> => {
  const [cover, picture] = await Promise.all([
    drawStage({ palette, width: 1920, height: 1080 }),
    drawStage({ palette, width: 1280, height: 720 }),
  ]);
  await admin.uploadMedia(contestId, { name: 'cover.jpg', content: cover, contentType: 'image/jpeg', category: 'cover-image' });
  const video = await zoomIntoPicture(picture);
  if (video) await admin.uploadMedia(contestId, { name: 'sample.mp4', content: video, contentType: 'video/mp4', category: 'sample' });
  await admin.uploadMedia(contestId, { name: 'sample.jpg', content: picture, contentType: 'image/jpeg', category: 'sample' });
};

/** An MP4 whose camera zooms slowly into a picture; null where ffmpeg is not installed. */
const zoomIntoPicture = async (picture: Buffer): Promise<Buffer | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-seed-'));
  const files = { picture: join(folder, 'picture.jpg'), video: join(folder, 'video.mp4') };
  const frames = SECONDS * FRAMES_PER_SECOND;
  const zoom = `zoompan=z='1+0.2*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=640x360:fps=${FRAMES_PER_SECOND}`;
  try {
    await writeFile(files.picture, picture);
    const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
    await run('ffmpeg', ['-loglevel', 'error', '-i', files.picture, '-vf', zoom, ...encoding, '-y', files.video]);
    return await readFile(files.video);
  } catch (error) {
    if (isProgramMissing(error)) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const isProgramMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
