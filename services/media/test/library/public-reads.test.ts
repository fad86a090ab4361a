import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PUBLIC_READ_HEADER, PUBLIC_READ_MS } from '@stagereel/contracts';
import { connectRedis, contestScope, createLogger, createVersions, type Redis, WRITING } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestMedia } from '../support/media.ts';
import { jpeg } from '../support/samples.ts';

const media = useService(startTestMedia);

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis({ config: media.backing, logger: createLogger({ service: 'test', level: 'silent' }) });
});
afterAll(() => redis.quit());

const versionOf = (contestId: string) => createVersions({ redis }).read(contestScope(contestId));

test('when visitors may see the media of a contest, then the gateway may repeat the list; never that for an admin or of a private contest', async () => {
  const header = async (contestId: string, as: 'anonymous' | 'customer' | 'admin') =>
    (await media.call('GET', `/api/contests/${contestId}/media`, { as })).headers.get(PUBLIC_READ_HEADER);
  const published = media.contest();
  const keptMs = String(PUBLIC_READ_MS);
  expect([await header(published, 'anonymous'), await header(published, 'customer')]).toEqual([keptMs, keptMs]);
  const hidden = media.contest({ published: false });
  expect([await header(published, 'admin'), await header(hidden, 'anonymous'), await header(hidden, 'admin')]).toEqual([null, null, null]);
});

test('when a medium is added, processed, moved or deleted, then the contest has a new version', async () => {
  const contestId = media.contest();
  const bytes = await jpeg({ width: 600, height: 400 });
  const { id } = await media.upload(contestId, { bytes, mediaType: 'image', name: '写真.jpg', category: 'sample' });
  const added = await versionOf(contestId);
  expect(added).toEqual(expect.any(String));
  await waitUntil(async () => (await media.list(contestId)).every(({ processing }) => processing === 'ready'), { what: 'the processing' });
  await waitUntil(async () => (await versionOf(contestId)) !== WRITING);
  for (const [method, body] of [
    ['PATCH', { displayOrder: 7 }],
    ['DELETE', undefined],
  ] as const) {
    const before = await versionOf(contestId);
    expect((await media.call(method, `/api/media/${id}`, { body })).status).toBeLessThan(300);
    const after = await versionOf(contestId);
    expect([method, after === before, after === WRITING]).toEqual([method, false, false]);
  }
});
