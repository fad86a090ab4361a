import { expect, test } from '@jest/globals';
import { PUBLIC_CACHE_CONTROL } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestMedia } from '../support/media.ts';

const media = useService(startTestMedia);

test('when visitors may see the media of a contest, then the response says that it is public; never one for an admin or of a private contest', async () => {
  const isPublic = async (contestId: string, as: 'anonymous' | 'customer' | 'admin') =>
    (await media.call('GET', `/api/contests/${contestId}/media`, { as })).headers.get('cache-control') === PUBLIC_CACHE_CONTROL;
  const published = media.contest();
  expect([await isPublic(published, 'anonymous'), await isPublic(published, 'customer')]).toEqual([true, true]);
  const hidden = media.contest({ published: false });
  expect([await isPublic(published, 'admin'), await isPublic(hidden, 'anonymous'), await isPublic(hidden, 'admin')]).toEqual([
    false,
    false,
    false,
  ]);
});
