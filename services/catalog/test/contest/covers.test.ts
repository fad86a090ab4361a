import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Contest, coverChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { recordCover } from '../../src/domain/contest/record-cover.ts';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);

const NO_SAMPLES = { hasSamples: false, sampleVideo: null };

const publishCover = (contestId: string, revision: number, coverImage: string | null) =>
  catalog.probe.publish(createEvent(coverChanged, { contestId, coverImage, ...NO_SAMPLES, revision }));
const coverOf = async (contestId: string) => (await catalog.call('GET', `/api/contests/${contestId}`)).body.coverImage;

test('when the cover of a contest is set, replaced and removed, then its URL changes and the version of the contest stays', async () => {
  const contest = await catalog.contest();
  for (const [revision, cover] of [
    [1, '/media/a.jpg'],
    [2, '/media/b.webp'],
    [3, null],
  ] as const) {
    await publishCover(contest.id, revision, cover);
    await waitUntil(async () => (await coverOf(contest.id)) === cover, { what: `the cover ${cover}` });
  }
  expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toEqual(contest);
});

test('when samples are added and removed, then the contest says so', async () => {
  const contest = await catalog.contest();
  const samples = { hasSamples: true, sampleVideo: { url: '/media/a.mp4', posterUrl: '/media/a.webp' } };
  const publish = (revision: number, fields: Pick<Contest, 'hasSamples' | 'sampleVideo'>) =>
    catalog.probe.publish(createEvent(coverChanged, { contestId: contest.id, coverImage: null, revision, ...fields }));
  const read = async () => (await catalog.call('GET', `/api/contests/${contest.id}`)).body;
  expect(contest).toMatchObject({ hasSamples: false, sampleVideo: null });
  await publish(1, samples);
  await waitUntil(async () => (await read()).hasSamples, { what: 'the samples' });
  expect(await read()).toEqual({ ...contest, ...samples });
  await publish(2, NO_SAMPLES);
  await waitUntil(async () => !(await read()).hasSamples, { what: 'no samples' });
  expect(await read()).toEqual(contest);
});

test('when events arrive late or repeatedly, then the newest cover stays', async () => {
  const contest = await catalog.contest();
  await publishCover(contest.id, 7, '/media/new.jpg');
  await waitUntil(async () => (await coverOf(contest.id)) === '/media/new.jpg');
  await publishCover(contest.id, 6, '/media/old.jpg');
  await publishCover(contest.id, 7, '/media/other.jpg');
  await publishCover(contest.id, 8, '/media/newest.jpg');
  await waitUntil(async () => (await coverOf(contest.id)) === '/media/newest.jpg');
  // Called directly: with a published event, the test could not know when the consumer has processed it, because nothing changes.
  const deps = await catalog.openDeps();
  for (const revision of [8, 7, 6]) {
    await recordCover(deps, { contestId: contest.id, revision, coverImage: '/media/late.jpg', ...NO_SAMPLES });
    expect(await coverOf(contest.id)).toBe('/media/newest.jpg');
  }
});

test('when the contest does not exist or the message is invalid, then the next event is still consumed', async () => {
  const contest = await catalog.contest();
  await publishCover(randomUUID(), 1, '/media/nobody.jpg');
  await catalog.probe.publishRaw('cover.changed', '{"no":"event"}');
  await publishCover(contest.id, 1, '/media/a.jpg');
  await waitUntil(async () => (await coverOf(contest.id)) === '/media/a.jpg');
  await waitUntil(async () => (await catalog.probe.deadLetters('catalog.covers')) === 1);
});
