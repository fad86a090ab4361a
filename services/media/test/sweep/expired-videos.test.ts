import { afterEach, describe, expect, test } from '@jest/globals';
import { MAX_LINES_PER_VIDEO_NEEDS_REQUEST, type VideoNeeds, videoNeedsRequestSchema, videoNeedsSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { MediaDeps } from '../../src/domain/deps.ts';
import { sweep } from '../../src/domain/sweep/sweep.ts';
import { startTestMedia, type TestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const DAY_MS = 86_400_000;
const NEEDS_ROUTE = 'POST /internal/video-needs';

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

/** A service that sweeps only at its start. */
const start = async (settings: Record<Uppercase<string>, string> = {}): Promise<TestMedia> => {
  time = new Date();
  media = await startTestMedia({ now: () => time, settings: { sweepEveryMs: 3_600_000, ...settings } });
  return media;
};

const needOf = (lineId: string, neededUntil: string | null) => ({
  lineId,
  neededUntil,
  contestId: 'contest',
  takesVideo: neededUntil === null,
});

/** Makes the fake orders service know these lines. */
const setOrderLines = (service: TestMedia, lines: VideoNeeds['lines']): void => {
  service.orders.route(NEEDS_ROUTE, ({ body }) => {
    const { lineIds } = videoNeedsRequestSchema.parse(body);
    return { body: videoNeedsSchema.parse({ lines: lines.filter(({ lineId }) => lineIds.includes(lineId)) }) };
  });
};

const upload = async (service: TestMedia, lineId: string): Promise<string> =>
  (await service.upload(service.contest(), { bytes: videoBytes(700), category: 'finished', lineId })).id;

/** Runs a use case in another process on the same database and storage. */
const withDeps = async <Result>(service: TestMedia, use: (deps: MediaDeps) => Promise<Result>): Promise<Result> => {
  const { deps, stop } = await openSecondProcess({ media: service, now: () => time });
  try {
    return await use(deps);
  } finally {
    await stop();
  }
};

/** Sweeps as the operator's command does. Returns the swept items, latest first. */
const sweepNow = async (service: TestMedia, { isDryRun }: { isDryRun: boolean }) => {
  const { swept } = await withDeps(service, (deps) => sweep(deps, { isDryRun }));
  return swept.sort((one, other) => other.since.getTime() - one.since.getTime());
};

/** Videos whose line awaits one, whose page is open, expired recently or long ago, and whose line is unknown. */
const fiveVideos = async (service: TestMedia) => {
  const lineIds = ['awaited', 'open', 'recent', 'over', 'unknown'].map((_, index) => `1234567${index}-01`);
  const [awaited = '', open = '', recent = '', over = '', unknown = ''] = lineIds;
  const ids: Record<string, string> = {};
  for (const lineId of lineIds) ids[lineId] = await upload(service, lineId);
  laterBy(100);
  setOrderLines(service, [needOf(awaited, null), needOf(open, ago(-5)), needOf(recent, ago(59)), needOf(over, ago(61))]);
  return {
    kept: [ids[awaited], ids[open], ids[recent]].sort(),
    over: { id: ids[over] ?? '', lineId: over },
    unknown: { id: ids[unknown] ?? '', lineId: unknown },
  };
};

describe('the sweep of finished videos', () => {
  test('when they could not be downloaded for sixty days, then they are removed with their bytes; needed ones stay', async () => {
    const service = await start();
    const { kept, over, unknown } = await fiveVideos(service);
    const would = await sweepNow(service, { isDryRun: true });
    expect(would).toEqual([
      {
        what: 'expired video',
        id: over.id,
        bytes: 700,
        since: new Date(ago(61)),
        why: `video of ${over.lineId} cannot be downloaded any more`,
      },
      { what: 'expired video', id: unknown.id, bytes: 700, since: new Date(ago(100)), why: `no order has the line ${unknown.lineId}` },
    ]);
    expect(await service.storedFiles()).toHaveLength(5);

    expect(await sweepNow(service, { isDryRun: false })).toEqual(would);
    expect((await service.storedFiles()).sort()).toEqual(kept);
    const headers = { 'x-internal-token': service.backing.INTERNAL_TOKEN };
    const body = { ids: [...kept, over.id, unknown.id], claimIds: [] };
    const { body: found } = await service.call('POST', '/internal/finished-videos', { body, as: 'anonymous', headers });
    expect(found.videos.map(({ id }: { id: string }) => id).sort()).toEqual(kept);
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
  });

  test('when the service sweeps by itself, then they are removed, and orders is called with the internal token', async () => {
    const service = await start();
    const { kept } = await fiveVideos(service);
    await service.restart();
    await waitUntil(async () => (await service.storedFiles()).length === kept.length, { what: 'the expired videos to be removed' });
    const [call] = service.orders.requests;
    expect([call?.path, call?.headers['x-internal-token']]).toEqual(['/internal/video-needs', service.backing.INTERNAL_TOKEN]);
  });

  test('when orders is unavailable or responds with an error or an invalid body, then no video is removed', async () => {
    const service = await start();
    const id = await upload(service, '12345678-01');
    laterBy(1000);
    const responses = [{ status: 500, body: {} }, { status: 404, body: { code: 'NotFound', message: '' } }, { body: { lines: [{}] } }];
    for (const response of responses) {
      service.orders.route(NEEDS_ROUTE, () => response);
      for (const isDryRun of [true, false]) expect(await sweepNow(service, { isDryRun })).toEqual([]);
    }
    await service.orders.stop();
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
    expect(await service.storedFiles()).toEqual([id]);
  });

  test('when the lines need several requests and one of them fails, then no video is removed', async () => {
    const service = await start();
    const id = await upload(service, '10000000-01');
    await withDeps(service, async (deps) => {
      const video = await deps.media.find(id);
      for (let index = 1; index <= MAX_LINES_PER_VIDEO_NEEDS_REQUEST; index += 1) {
        const lineId = `${10_000_000 + index}-01`;
        await deps.media.insert({ media: { ...video!, id: lineId, lineId, original: { ...video!.original, key: lineId } }, events: [] });
      }
    });
    laterBy(100);
    let requests = 0;
    service.orders.route(NEEDS_ROUTE, () => {
      requests += 1;
      return requests === 2 ? { status: 503, body: {} } : { body: { lines: [] } };
    });
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
    expect([requests, await service.storedFiles()]).toEqual([2, [id]]);
    expect(await sweepNow(service, { isDryRun: false })).toHaveLength(MAX_LINES_PER_VIDEO_NEEDS_REQUEST + 1);
    expect(await service.storedFiles()).toEqual([]);
  });

  test('when a line needs its video again, or orders becomes unavailable, before the removal, then that video stays', async () => {
    const service = await start();
    const [expired, awaited, unanswered] = ['12345671-01', '12345672-01', '12345673-01'];
    const lineIds = [expired!, awaited!, unanswered!];
    const ids: string[] = [];
    for (const lineId of lineIds) ids.push(await upload(service, lineId));
    laterBy(100);
    const requested: string[][] = [];
    service.orders.route(NEEDS_ROUTE, ({ body }) => {
      const { lineIds: wanted } = videoNeedsRequestSchema.parse(body);
      requested.push(wanted);
      const isFirst = requested.length === 1;
      if (!isFirst && wanted.includes(unanswered!)) return { status: 503, body: {} };
      const neededUntil = !isFirst && wanted.includes(awaited!) ? null : ago(61);
      return { body: videoNeedsSchema.parse({ lines: wanted.map((lineId) => needOf(lineId, neededUntil)) }) };
    });
    expect(await sweepNow(service, { isDryRun: false })).toMatchObject([{ what: 'expired video', id: ids[0] }]);
    const [all, ...single] = requested;
    expect([all?.sort(), single.sort()]).toEqual([lineIds, lineIds.map((lineId) => [lineId])]);
    expect((await service.storedFiles()).sort()).toEqual(ids.slice(1).sort());
  });

  test('when the retention time is zero, then a video of the last three days stays anyway', async () => {
    const service = await start({ FINISHED_KEPT_DAYS: '0' });
    const id = await upload(service, '12345678-01');
    setOrderLines(service, []);
    laterBy(2.9);
    expect(await sweepNow(service, { isDryRun: false })).toEqual([]);
    laterBy(0.2);
    expect(await sweepNow(service, { isDryRun: false })).toMatchObject([{ what: 'expired video', id }]);
  });
});
