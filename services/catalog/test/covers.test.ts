import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { coverChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { keepCover } from '../src/domain/keep-cover.ts';
import { openCatalogStore } from '../src/models/open-catalog-store.ts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog?.stop());

const tell = (contestId: string, revision: number, coverImage: string | null) =>
  catalog.probe.publish(createEvent(coverChanged, { contestId, coverImage, revision }));
const coverOf = async (contestId: string) => (await catalog.call('GET', `/api/contests/${contestId}`)).body.coverImage;

test('when a contest gets a cover, another one and none, its address follows, and no edit of an admin is outdated by it', async () => {
  const contest = await catalog.contest();
  for (const [revision, cover] of [
    [1, '/media/a.jpg'],
    [2, '/media/b.webp'],
    [3, null],
  ] as const) {
    await tell(contest.id, revision, cover);
    await waitUntil(async () => (await coverOf(contest.id)) === cover, { what: `the cover ${cover}` });
  }
  expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toEqual(contest);
});

test('when events come late or again, the newest cover stays', async () => {
  const contest = await catalog.contest();
  await tell(contest.id, 7, '/media/new.jpg');
  await waitUntil(async () => (await coverOf(contest.id)) === '/media/new.jpg');
  await tell(contest.id, 6, '/media/old.jpg');
  await tell(contest.id, 7, '/media/other.jpg');
  await tell(contest.id, 8, '/media/newest.jpg');
  await waitUntil(async () => (await coverOf(contest.id)) === '/media/newest.jpg');
  // Handled here rather than sent: nothing would tell when the queue is done with what changes nothing.
  const { contests } = await openCatalogStore({ connection: catalog.database, onEvents: () => undefined });
  for (const revision of [8, 7, 6]) {
    await keepCover({ contests }, { contestId: contest.id, revision, coverImage: '/media/late.jpg' });
    expect(await coverOf(contest.id)).toBe('/media/newest.jpg');
  }
});

test('when the contest is gone or the message is poisoned, the next one is handled', async () => {
  const contest = await catalog.contest();
  await tell(randomUUID(), 1, '/media/nobody.jpg');
  await catalog.probe.publishRaw('cover.changed', '{"no":"event"}');
  await tell(contest.id, 1, '/media/a.jpg');
  await waitUntil(async () => (await coverOf(contest.id)) === '/media/a.jpg');
  await waitUntil(async () => (await catalog.probe.deadLetters('catalog.covers')) === 1);
});
