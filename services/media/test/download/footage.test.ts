import { writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type FinishedVideo, finishedVideosSchema } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestMedia, type TestMedia } from '../support/media.ts';
import { useProgramFolder } from '../support/program-folder.ts';
import { MP4_HEAD, playableVideo, rotated, videoBytes } from '../support/samples.ts';
import { eraseVideo } from '../support/second-process.ts';
import { testUnless } from '../support/test-unless.ts';

const playable = await playableVideo({ width: 320, height: 180, seconds: 2 });
const testWithFfmpeg = testUnless(!playable && 'ffmpeg is not installed');
const LINE = '12345678-01';

const findVideos = async (media: TestMedia, ids: readonly string[]): Promise<FinishedVideo[]> => {
  const headers = { 'x-internal-token': media.backing.INTERNAL_TOKEN };
  const { body } = await media.call('POST', '/internal/finished-videos', { body: { ids, claimIds: [] }, as: 'anonymous', headers });
  return finishedVideosSchema.parse(body).videos;
};
const upload = async (media: TestMedia, { bytes, lineId = LINE }: { bytes: Buffer; lineId?: string }): Promise<string> =>
  (await media.upload(media.contest(), { bytes, category: 'finished', lineId })).id;
const footageOf = async (media: TestMedia, id: string) => (await findVideos(media, [id]))[0]?.footage;

describe('the footage metadata of a finished video', () => {
  const media = useService(() => startTestMedia());

  testWithFfmpeg('when its header is read, then the metadata has its displayed size and duration', async () => {
    const id = await upload(media, { bytes: playable! });
    const footage = await footageOf(media, id);
    expect(footage).toMatchObject({ state: 'read', width: 320, height: 180 });
    expect(footage).toMatchObject({ durationMs: 2000 });
    const upright = await upload(media, { bytes: rotated(playable!) });
    expect(await footageOf(media, upright)).toMatchObject({ state: 'read', width: 180, height: 320 });
  });

  testWithFfmpeg('when it is broken or a page disguised as a video, then the state is unreadable, and the upload is complete', async () => {
    const page = Buffer.from('<!doctype html><script>location = "https://attacker.example/"</script>'.repeat(100));
    for (const bytes of [videoBytes(2000), Buffer.concat([MP4_HEAD, page])]) {
      const id = await upload(media, { bytes });
      expect(await footageOf(media, id)).toEqual({ state: 'unreadable' });
    }
  });

  test('when other lines have a video with the same content, then they are listed, without videos of its own line', async () => {
    const bytes = videoBytes(2000);
    const id = await upload(media, { bytes });
    await upload(media, { bytes });
    const others: FinishedVideo['sameContent'] = [];
    for (const lineId of ['12345678-02', '12345678-02', '87654321-01']) others.push({ id: await upload(media, { bytes, lineId }), lineId });
    const deleted = await upload(media, { bytes, lineId: '87654321-02' });
    await eraseVideo(media, deleted);
    await media.upload(media.contest(), { bytes, category: 'sample' });
    const [video] = await findVideos(media, [id]);
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
    expect(video?.sameContent.sort(byId)).toEqual(others.sort(byId));
    const [other] = await findVideos(media, [await upload(media, { bytes: videoBytes(2000) })]);
    expect(other?.sameContent).toEqual([]);
  });
});

describe('a finished video that cannot be read', () => {
  const programs = useProgramFolder();
  const missingProgram = () => programs.pathOf('none');
  let media: TestMedia | undefined;
  afterEach(async () => {
    await media?.stop();
    media = undefined;
  });

  const start = async (ffprobe: string) => {
    media = await startTestMedia({ settings: { ffprobe, ffmpeg: missingProgram(), processingRetryMs: 100 } });
    return media;
  };

  test('when ffprobe is not installed, then the state is unknown', async () => {
    const service = await start(missingProgram());
    expect(await footageOf(service, await upload(service, { bytes: videoBytes(2000) }))).toEqual({ state: 'unknown' });
  });

  test('when ffprobe is interrupted, then the upload is complete, and the header is read in the background', async () => {
    const go = programs.pathOf('go');
    const metadata = { streams: [{ width: 1080, height: 1920 }], format: {} };
    const service = await start(
      await programs.addProgram('ffprobe', `[ -e '${go}' ] || kill -KILL $$\necho '${JSON.stringify(metadata)}'`),
    );
    const id = await upload(service, { bytes: videoBytes(2000) });
    expect(await footageOf(service, id)).toEqual({ state: 'pending' });
    await writeFile(go, '');
    const footage = await waitUntil(
      async () => {
        const known = await footageOf(service, id);
        return known?.state === 'read' && known;
      },
      { what: 'the header to be read in the background' },
    );
    expect(footage).toEqual({ state: 'read', width: 1080, height: 1920, durationMs: null });
  });

  test('when every attempt is interrupted, then the state becomes unreadable', async () => {
    const service = await start(await programs.addProgram('ffprobe', 'kill -KILL $$'));
    const id = await upload(service, { bytes: videoBytes(2000) });
    await waitUntil(async () => (await footageOf(service, id))?.state === 'unreadable', { what: 'the last attempt' });
    expect((await findVideos(service, [id]))[0]).toMatchObject({ lineId: LINE, size: 2000 });
  });
});
