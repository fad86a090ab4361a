import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contestDeleted, type Media, mediaListSchema, mediaSchema } from '@stagereel/contracts';
import { connectMongo, createEvent, createLogger, type RunningService, startService } from '@stagereel/service-kit';
import { type EventProbe, startEventProbe, testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { buildMedia } from '../src/app.ts';
import { loadMediaConfig } from '../src/config.ts';
import { createMediaStore } from '../src/models/media.model.ts';

const backing = testBacking();
let service: RunningService;
let probe: EventProbe;
let mongo: Awaited<ReturnType<typeof connectMongo>>;

const pictureOf = (contestId: string, displayOrder: number): Media =>
  mediaSchema.parse({
    id: `${contestId}-${displayOrder}`,
    contestId,
    category: 'sample',
    type: 'image',
    url: `/media/${contestId}/${displayOrder}`,
    originalName: '写真.jpg',
    uploadedAt: '2026-11-20T09:00:00.000Z',
    displayOrder,
    thumbnailUrl: null,
  });

const listOf = async (contestId: string): Promise<Media[]> => {
  const answer = await fetch(`${service.url}/api/contests/${contestId}/media`);
  expect(answer.status).toBe(200);
  return mediaListSchema.parse(await answer.json());
};

const deletionOf = (contestId: string) => createEvent(contestDeleted, { contestId, name: '大会', deletedAt: new Date().toISOString() });

beforeAll(async () => {
  probe = await startEventProbe(backing);
  service = await startService({ name: 'media', config: loadMediaConfig({ ...backing }), build: buildMedia });
  mongo = await connectMongo({ config: backing, logger: createLogger({ service: 'test', level: 'silent' }) });
});
afterAll(async () => {
  await service?.stop();
  await mongo?.dropDatabase();
  await mongo?.close();
  await probe?.stop();
});

test('when a contest has media, anybody sees them in their order, and another contest has none', async () => {
  const store = createMediaStore(mongo);
  for (const order of [2, 1]) await store.add(pictureOf('shown', order));
  expect((await listOf('shown')).map(({ id }) => id)).toEqual(['shown-1', 'shown-2']);
  expect(await listOf('another')).toEqual([]);
});

test('when the id is none, the answer is a 400 with a code', async () => {
  const answer = await fetch(`${service.url}/api/contests/${encodeURIComponent('{"$ne":null}')}/media`);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'ValidationFailed' })]);
});

test('when a contest is deleted, its media go, once and again, and those of others stay', async () => {
  const store = createMediaStore(mongo);
  await store.add(pictureOf('gone', 1));
  await store.add(pictureOf('stays', 1));
  const event = deletionOf('gone');
  await probe.publish(event);
  await probe.publish(event);
  await waitUntil(async () => (await listOf('gone')).length === 0);
  await waitUntil(async () => (await probe.waiting('media.contests')) === 0);
  expect([(await listOf('stays')).length, await probe.deadLetters('media.contests')]).toEqual([1, 0]);
});

test('when the message is poisoned, it lies in the dead letters and the next one is handled', async () => {
  const store = createMediaStore(mongo);
  await store.add(pictureOf('after-poison', 1));
  await probe.publishRaw('contest.deleted', '{"no":"event"}');
  await probe.publish(deletionOf('after-poison'));
  await waitUntil(async () => (await probe.deadLetters('media.contests')) === 1);
  await waitUntil(async () => (await listOf('after-poison')).length === 0);
  expect(await probe.deadLetters('media.contests')).toBe(1);
});

test('when its dependencies answer, the service is ready', async () => {
  const answer = await fetch(`${service.url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', checks: { mongodb: 'ok', rabbitmq: 'ok' } }]);
});
