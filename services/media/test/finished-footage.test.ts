import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type FinishedVideo, finishedVideosSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { useProgramFolder } from './support/program-folder.ts';
import { playableVideo, turned, videoBytes } from './support/samples.ts';
import { eraseVideo } from './support/second-process.ts';
import { testUnless } from './support/test-unless.ts';

const film = await playableVideo({ width: 320, height: 180, seconds: 2 });
const testWithFfmpeg = testUnless(!film && 'there is no ffmpeg that could make the video');
const LINE = '12345678-01';

const ask = async (media: TestMedia, ids: readonly string[]): Promise<FinishedVideo[]> => {
  const headers = { 'x-internal-token': media.backing.INTERNAL_TOKEN };
  const { body } = await media.call('POST', '/internal/finished-videos', { body: { ids }, as: 'anonymous', headers });
  return finishedVideosSchema.parse(body).videos;
};
const upload = async (media: TestMedia, { bytes, lineId = LINE }: { bytes: Buffer; lineId?: string }): Promise<string> =>
  (await media.upload(media.contest(), { bytes, category: 'finished', lineId })).id;
const footageOf = async (media: TestMedia, id: string) => (await ask(media, [id]))[0]?.footage;

describe('what is known of a finished video as soon as its upload is complete', () => {
  let media: TestMedia;
  beforeAll(async () => {
    media = await startTestMedia();
  });
  afterAll(() => media?.stop());

  testWithFfmpeg('when it is read, then its sides are told as they are shown, and its length', async () => {
    const id = await upload(media, { bytes: film! });
    const footage = await footageOf(media, id);
    expect(footage).toMatchObject({ state: 'read', width: 320, height: 180 });
    expect(footage).toMatchObject({ durationMs: 2000 });
    const upright = await upload(media, { bytes: turned(film!) });
    expect(await footageOf(media, upright)).toMatchObject({ state: 'read', width: 180, height: 320 });
  });

  test('when it was uploaded before readings were noted, then what is known of it counts as read', async () => {
    const { MONGODB_URL, MONGODB_DATABASE } = media.backing;
    const mongo = await mongoose.createConnection(MONGODB_URL, { dbName: MONGODB_DATABASE }).asPromise();
    const known = await upload(media, { bytes: videoBytes(2000) });
    const unknown = await upload(media, { bytes: videoBytes(2000) });
    const rows = mongo.collection<{ _id: string }>('media');
    const facts = { 'original.width': 1080, 'original.height': 1920, durationSeconds: 12.5 };
    const changes = [
      await rows.updateOne({ _id: known }, { $set: facts, $unset: { reading: '' } }),
      await rows.updateOne({ _id: unknown }, { $unset: { reading: '' } }),
    ];
    await mongo.close();
    expect(changes.map(({ modifiedCount }) => modifiedCount)).toEqual([1, 1]);
    expect(await footageOf(media, known)).toEqual({ state: 'read', width: 1080, height: 1920, durationMs: 12_500 });
    expect(await footageOf(media, unknown)).toEqual({ state: 'unknown' });
  });

  testWithFfmpeg('when it is broken, then that is told, and it is complete all the same', async () => {
    const id = await upload(media, { bytes: videoBytes(2000) });
    expect(await footageOf(media, id)).toEqual({ state: 'unreadable' });
  });

  test('when others have the same content, then they are told with their lines, without those of its own', async () => {
    const bytes = videoBytes(2000);
    const id = await upload(media, { bytes });
    await upload(media, { bytes });
    const others: FinishedVideo['sameContent'] = [];
    for (const lineId of ['12345678-02', '12345678-02', '87654321-01']) others.push({ id: await upload(media, { bytes, lineId }), lineId });
    const deleted = await upload(media, { bytes, lineId: '87654321-02' });
    await eraseVideo(media, deleted);
    await media.upload(media.contest(), { bytes, category: 'sample' });
    const [video] = await ask(media, [id]);
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
    expect(video?.sameContent.sort(byId)).toEqual(others.sort(byId));
    const [other] = await ask(media, [await upload(media, { bytes: videoBytes(2000) })]);
    expect(other?.sameContent).toEqual([]);
  });
});

describe('a finished video that cannot be read', () => {
  const programs = useProgramFolder();
  const nowhere = () => programs.pathOf('none');
  let media: TestMedia | undefined;
  afterEach(async () => {
    await media?.stop();
    media = undefined;
  });

  const start = async (FFPROBE_PATH: string) => {
    media = await startTestMedia({ env: { FFPROBE_PATH, FFMPEG_PATH: nowhere(), PROCESSING_RETRY_SECONDS: '0.1' } });
    return media;
  };

  test('when nobody here can, then nothing is said of it', async () => {
    const service = await start(nowhere());
    expect(await footageOf(service, await upload(service, { bytes: videoBytes(2000) }))).toEqual({ state: 'unknown' });
  });

  test('when the reading is interrupted, then the upload is complete, and it is read in the background', async () => {
    const go = programs.pathOf('go');
    const facts = { streams: [{ width: 1080, height: 1920 }], format: {} };
    const service = await start(await programs.addProgram('ffprobe', `[ -e '${go}' ] || kill -KILL $$\necho '${JSON.stringify(facts)}'`));
    const id = await upload(service, { bytes: videoBytes(2000) });
    expect(await footageOf(service, id)).toEqual({ state: 'pending' });
    await writeFile(go, '');
    const footage = await waitUntil(
      async () => {
        const known = await footageOf(service, id);
        return known?.state === 'read' && known;
      },
      { what: 'the reading in the background' },
    );
    expect(footage).toEqual({ state: 'read', width: 1080, height: 1920, durationMs: null });
  });

  test('when it is interrupted each time, then it counts as unreadable in the end', async () => {
    const service = await start(await programs.addProgram('ffprobe', 'kill -KILL $$'));
    const id = await upload(service, { bytes: videoBytes(2000) });
    await waitUntil(async () => (await footageOf(service, id))?.state === 'unreadable', { what: 'the last attempt' });
    expect((await ask(service, [id]))[0]).toMatchObject({ lineId: LINE, size: 2000 });
  });
});
