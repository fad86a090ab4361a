import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue, type VideoNeeds, videoNeedsSchema } from '@stagereel/contracts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';

const QUESTION = 'POST /internal/video-needs';
const LINE = '12345678-01';

let media: TestMedia;
beforeAll(async () => {
  media = await startTestMedia();
});
afterAll(() => media?.stop());

const ordersSay = (...lines: VideoNeeds['lines']): void =>
  media.orders.route(QUESTION, () => ({ body: videoNeedsSchema.parse({ lines }) }));
const init = (contestId: string, facts: Record<string, unknown> = { category: 'finished', lineId: LINE }) =>
  media.call('POST', `/api/contests/${contestId}/media/chunked-init`, {
    body: { ...media.initBody({ bytes: videoBytes(700) }), ...facts },
  });

describe('the line a finished video is uploaded for', () => {
  test('when it takes one, then the upload begins, also after its contest is gone', async () => {
    ordersSay({ lineId: LINE, neededUntil: null, contestId: 'gone', takesVideo: true });
    expect((await init('gone')).status).toBe(201);
    expect(media.orders.seen.at(-1)).toMatchObject({ path: '/internal/video-needs', body: { lineIds: [LINE] } });
  });

  test('when no order has it, it is of another contest, or takes none, then no byte of it is taken, and the screen says why', async () => {
    const contestId = media.contest();
    const of = { lineId: LINE, neededUntil: null };
    const before = await media.storedFiles();
    const refusals = [
      ['VideoLineUnknown', []],
      ['VideoLineElsewhere', [{ ...of, contestId: 'another', takesVideo: true }]],
      ['VideoLineClosed', [{ ...of, contestId, takesVideo: false }]],
    ] as const;
    for (const [code, lines] of refusals) {
      ordersSay(...lines);
      const { status, body } = await init(contestId);
      expect([status, body]).toEqual([errorCatalogue[code].status, { code, message: errorCatalogue[code].message }]);
    }
    expect(await media.storedFiles()).toEqual(before);
  });

  test('when orders is away, or does not say, then the upload begins all the same', async () => {
    media.orders.route(QUESTION, () => ({ status: 503, body: { code: 'Internal', message: 'x' } }));
    expect((await init(media.contest())).status).toBe(201);
    ordersSay({ lineId: LINE, neededUntil: null });
    expect((await init(media.contest())).status).toBe(201);
  });

  test('when the file is none, then orders is not asked', async () => {
    const asked = media.orders.seen.length;
    expect((await init(media.contest(), {})).status).toBe(201);
    expect(media.orders.seen).toHaveLength(asked);
  });
});
