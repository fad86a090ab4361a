import { afterEach, describe, expect, test } from '@jest/globals';
import { VIDEO_NEEDS_AT_ONCE, type VideoNeeds, videoNeedsQuestionSchema, videoNeedsSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { sweep } from '../src/domain/housekeeping/sweep.ts';
import type { MediaDeps } from '../src/domain/ports.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';
import { openSecondProcess } from './support/second-process.ts';

const DAY_MS = 86_400_000;
const QUESTION = 'POST /internal/video-needs';

let media: TestMedia | undefined;
let time = new Date();
afterEach(async () => {
  await media?.stop();
  media = undefined;
});
const laterBy = (days: number) => {
  time = new Date(time.getTime() + days * DAY_MS);
};
const ago = (days: number): string => new Date(time.getTime() - days * DAY_MS).toISOString();

/** The service, whose own sweep comes only when it starts. */
const start = async (env: Record<string, string> = {}): Promise<TestMedia> => {
  time = new Date();
  media = await startTestMedia({ now: () => time, env: { MEDIA_SWEEP_EVERY_SECONDS: '3600', ...env } });
  return media;
};

/** Answers of the orders, for those of these lines that are asked about. */
const ordersSay = (service: TestMedia, lines: VideoNeeds['lines']): void => {
  service.orders.route(QUESTION, ({ body }) => {
    const { lineIds } = videoNeedsQuestionSchema.parse(body);
    return { body: videoNeedsSchema.parse({ lines: lines.filter(({ lineId }) => lineIds.includes(lineId)) }) };
  });
};

const upload = async (service: TestMedia, lineId: string): Promise<string> =>
  (await service.upload(service.contest(), { bytes: videoBytes(700), category: 'finished', lineId })).id;

/** What another process on the same database and files does. */
const withDeps = async <Result>(service: TestMedia, use: (deps: MediaDeps) => Promise<Result>): Promise<Result> => {
  const { deps, close } = await openSecondProcess({ media: service, now: () => time });
  try {
    return await use(deps);
  } finally {
    await close();
  }
};

/** One more sweep, as the operator's command does it; answers what went, or would, the latest first. */
const sweepNow = async (service: TestMedia, { isDryRun }: { isDryRun: boolean }) => {
  const { swept } = await withDeps(service, (deps) => sweep(deps, { isDryRun }));
  return swept.sort((one, other) => other.since.getTime() - one.since.getTime());
};

/** A video that orders says is awaited, open, ended a while ago or long ago, and of a line that nobody knows. */
const fiveVideos = async (service: TestMedia) => {
  const lineIds = ['awaited', 'open', 'recent', 'over', 'unknown'].map((_, index) => `1234567${index}-01`);
  const [awaited = '', open = '', recent = '', over = '', unknown = ''] = lineIds;
  const ids: Record<string, string> = {};
  for (const lineId of lineIds) ids[lineId] = await upload(service, lineId);
  laterBy(100);
  ordersSay(service, [
    { lineId: awaited, neededUntil: null },
    { lineId: open, neededUntil: ago(-5) },
    { lineId: recent, neededUntil: ago(59) },
    { lineId: over, neededUntil: ago(61) },
  ]);
  return {
    kept: [ids[awaited], ids[open], ids[recent]].sort(),
    over: { id: ids[over] ?? '', lineId: over },
    unknown: { id: ids[unknown] ?? '', lineId: unknown },
  };
};

describe('the sweep of finished videos', () => {
  test('when nobody can download them for sixty days, they go with their bytes, and what is wanted stays', async () => {
    const service = await start();
    const { kept, over, unknown } = await fiveVideos(service);
    const would = await sweepNow(service, { isDryRun: true });
    expect(would).toEqual([
      {
        what: 'expired video',
        id: over.id,
        bytes: 700,
        since: new Date(ago(61)),
        why: `nobody can download a video of ${over.lineId} any more`,
      },
      { what: 'expired video', id: unknown.id, bytes: 700, since: new Date(ago(100)), why: `no order has the line ${unknown.lineId}` },
    ]);
    expect(await service.storedFiles()).toHaveLength(5);

    expect(await sweepNow(service, { isDryRun: false })).toEqual(would);
    expect((await service.storedFiles()).sort()).toEqual(kept);
    const headers = { 'x-internal-token': service.backing.INTERNAL_TOKEN };
    const body = { ids: [...kept, over.id, unknown.id] };
    const { body: found } = await service.call('POST', '/internal/finished-videos', { body, as: 'anonymous', headers });
    expect(found.videos.map(({ id }: { id: string }) => id).sort()).toEqual(kept);
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
  });

  test('when the service sweeps by itself, they go, too, and orders is asked by those who know the token', async () => {
    const service = await start();
    const { kept } = await fiveVideos(service);
    await service.restart();
    await waitUntil(async () => (await service.storedFiles()).length === kept.length, { what: 'the expired videos to go' });
    const [asked] = service.orders.seen;
    expect([asked?.path, asked?.headers['x-internal-token']]).toEqual(['/internal/video-needs', service.backing.INTERNAL_TOKEN]);
  });

  test('when orders is away, answers an error or something else, then none goes', async () => {
    const service = await start();
    const id = await upload(service, '12345678-01');
    laterBy(1000);
    const answers = [{ status: 500, body: {} }, { status: 404, body: { code: 'NotFound', message: '' } }, { body: { lines: [{}] } }];
    for (const answer of answers) {
      service.orders.route(QUESTION, () => answer);
      for (const isDryRun of [true, false]) expect(await sweepNow(service, { isDryRun })).toEqual([]);
    }
    await service.orders.stop();
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
    expect(await service.storedFiles()).toEqual([id]);
  });

  test('when there are more than orders is asked about at once and one answer fails, then none of them goes', async () => {
    const service = await start();
    const id = await upload(service, '10000000-01');
    await withDeps(service, async (deps) => {
      const video = await deps.media.find(id);
      for (let index = 1; index <= VIDEO_NEEDS_AT_ONCE; index += 1) {
        const lineId = `${10_000_000 + index}-01`;
        await deps.media.insert({ media: { ...video!, id: lineId, lineId, original: { ...video!.original, key: lineId } }, events: [] });
      }
    });
    laterBy(100);
    let questions = 0;
    service.orders.route(QUESTION, () => {
      questions += 1;
      return questions === 2 ? { status: 503, body: {} } : { body: { lines: [] } };
    });
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
    expect([questions, await service.storedFiles()]).toEqual([2, [id]]);
    expect(await sweepNow(service, { isDryRun: false })).toHaveLength(VIDEO_NEEDS_AT_ONCE + 1);
    expect(await service.storedFiles()).toEqual([]);
  });

  test('when a line is awaited again, or orders goes away, between the question and its erasing, then that video stays', async () => {
    const service = await start();
    const [gone, awaited, unsaid] = ['12345671-01', '12345672-01', '12345673-01'];
    const lineIds = [gone!, awaited!, unsaid!];
    const ids: string[] = [];
    for (const lineId of lineIds) ids.push(await upload(service, lineId));
    laterBy(100);
    const asked: string[][] = [];
    service.orders.route(QUESTION, ({ body }) => {
      const { lineIds: wanted } = videoNeedsQuestionSchema.parse(body);
      asked.push(wanted);
      const isFirst = asked.length === 1;
      if (!isFirst && wanted.includes(unsaid!)) return { status: 503, body: {} };
      const neededUntil = !isFirst && wanted.includes(awaited!) ? null : ago(61);
      return { body: videoNeedsSchema.parse({ lines: wanted.map((lineId) => ({ lineId, neededUntil })) }) };
    });
    expect(await sweepNow(service, { isDryRun: false })).toMatchObject([{ what: 'expired video', id: ids[0] }]);
    const [atFirst, ...oneByOne] = asked;
    expect([atFirst?.sort(), oneByOne.sort()]).toEqual([lineIds, lineIds.map((lineId) => [lineId])]);
    expect((await service.storedFiles()).sort()).toEqual(ids.slice(1).sort());
  });

  test('when nothing is to be kept, a video of these days stays all the same', async () => {
    const service = await start({ FINISHED_KEPT_DAYS: '0' });
    const id = await upload(service, '12345678-01');
    ordersSay(service, []);
    laterBy(2.9);
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
    laterBy(0.2);
    expect(await sweepNow(service, { isDryRun: false })).toMatchObject([{ what: 'expired video', id }]);
  });
});
