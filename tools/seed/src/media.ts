import type { Admin } from '@stagereel/shop-client';
import { filmOf } from './film.ts';
import { drawStage, type Palette } from './pictures.ts';

/** Gives a contest a cover, and as samples a short film, where the machine can make one, and a picture. */
export const addMedia = async ({ admin, contestId, palette }: { admin: Admin; contestId: string; palette: Palette }): Promise<void> => {
  const [cover, picture] = await Promise.all([
    drawStage({ palette, width: 1920, height: 1080 }),
    drawStage({ palette, width: 1280, height: 720 }),
  ]);
  await admin.uploadMedia(contestId, { name: 'cover.jpg', content: cover, contentType: 'image/jpeg', category: 'cover-image' });
  const film = await filmOf(picture);
  if (film) await admin.uploadMedia(contestId, { name: 'sample.mp4', content: film, contentType: 'video/mp4', category: 'sample' });
  await admin.uploadMedia(contestId, { name: 'sample.jpg', content: picture, contentType: 'image/jpeg', category: 'sample' });
};
