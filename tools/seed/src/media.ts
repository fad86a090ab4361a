import type { Admin } from '@stagereel/shop-client';
import type { DrawnMedia } from './drawn-media.ts';

/** Gives a contest its cover and its samples: where ffmpeg is installed, videos, and in any case a picture. */
export const addMedia = async ({ admin, contestId, media }: { admin: Admin; contestId: string; media: DrawnMedia }): Promise<void> => {
  const { cover, picture, horizontal, vertical } = media;
  const addVideo = async (name: string, content: Buffer | null): Promise<void> => {
    if (content) await admin.uploadMedia(contestId, { name, content, contentType: 'video/mp4', category: 'sample' });
  };
  await admin.uploadMedia(contestId, { name: 'cover.jpg', content: cover, contentType: 'image/jpeg', category: 'cover-image' });
  await addVideo('horizontal.mp4', horizontal);
  await addVideo('vertical.mp4', vertical);
  await admin.uploadMedia(contestId, { name: 'sample.jpg', content: picture, contentType: 'image/jpeg', category: 'sample' });
};
