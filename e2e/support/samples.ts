import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Media } from '@stagereel/contracts';
import type { Page } from 'playwright-core';

const run = promisify(execFile);

/** A film of two seconds and a picture. */
const drawSamples = async (): Promise<{ film: Buffer; picture: Buffer }> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-samples-'));
  const files = { film: join(folder, 'film.webm'), picture: join(folder, 'picture.png') };
  const source = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=duration=2:size=320x180:rate=10'];
  await run('ffmpeg', [...source, '-c:v', 'libvpx', '-b:v', '100k', files.film]);
  await run('ffmpeg', [...source, '-frames:v', '1', files.picture]);
  const drawn = { film: await readFile(files.film), picture: await readFile(files.picture) };
  await rm(folder, { recursive: true });
  return drawn;
};

const sample = (media: Pick<Media, 'id' | 'type' | 'url' | 'thumbnailUrl' | 'displayOrder'>): Media => ({
  ...media,
  contestId: 'of-the-page',
  category: 'sample',
  originalName: media.url,
  uploadedAt: '2026-11-01T00:00:00.000Z',
});

/**
 * Gives the order form one film and one picture as samples: nothing can be uploaded yet, so the browser's own answers stand in for the shop's.
 * `breakFilm` cuts the next loads of the film, as a lost connection does; answers how many there were.
 */
export const showSamples = async (page: Page) => {
  const { film, picture } = await drawSamples();
  const list: Media[] = [
    sample({ id: 'picture', type: 'image', url: '/media/picture.png', thumbnailUrl: null, displayOrder: 2 }),
    sample({ id: 'film', type: 'video', url: '/media/film.webm', thumbnailUrl: '/media/picture.png', displayOrder: 1 }),
  ];
  let toBreak = 0;
  let broken = 0;
  await page.route('**/api/contests/*/media', (route) => route.fulfill({ json: list }));
  await page.route('**/media/picture.png', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  await page.route('**/media/film.webm', (route) => {
    if (broken >= toBreak) return route.fulfill({ body: film, contentType: 'video/webm' });
    broken += 1;
    return route.abort('connectionreset');
  });
  return {
    breakFilm: (times: number): (() => number) => {
      toBreak = broken + times;
      const before = broken;
      return () => broken - before;
    },
  };
};
