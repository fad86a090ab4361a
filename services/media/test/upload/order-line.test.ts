import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, type VideoNeeds, videoNeedsSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';

const NEEDS_ROUTE = 'POST /internal/video-needs';
const LINE = '12345678-01';

const media = useService(() => startTestMedia());

const setOrderLines = (...lines: VideoNeeds['lines']): void =>
  media.orders.route(NEEDS_ROUTE, () => ({ body: videoNeedsSchema.parse({ lines }) }));
const init = (contestId: string, fields: Record<string, unknown> = { category: 'finished', lineId: LINE }) =>
  media.call('POST', `/api/contests/${contestId}/media/chunked-init`, {
    body: { ...media.initBody({ bytes: videoBytes(700) }), ...fields },
  });

describe('the order line of a finished video', () => {
  test('when it takes a video, then the upload is opened, even after its contest was deleted', async () => {
    setOrderLines({ lineId: LINE, neededUntil: null, contestId: 'gone', takesVideo: true });
    expect((await init('gone')).status).toBe(201);
    expect(media.orders.requests.at(-1)).toMatchObject({ path: '/internal/video-needs', body: { lineIds: [LINE] } });
  });

  test('when it is unknown, of another contest, or takes no video, then the upload is refused with that reason and stores nothing', async () => {
    const contestId = media.contest();
    const of = { lineId: LINE, neededUntil: null };
    const before = await media.storedFiles();
    const refusals = [
      ['VideoLineUnknown', []],
      ['VideoLineElsewhere', [{ ...of, contestId: 'another', takesVideo: true }]],
      ['VideoLineClosed', [{ ...of, contestId, takesVideo: false }]],
    ] as const;
    for (const [code, lines] of refusals) {
      setOrderLines(...lines);
      const { status, body } = await init(contestId);
      expect([status, body]).toEqual([errorCatalogue[code].status, { code, message: errorCatalogue[code].message }]);
    }
    expect(await media.storedFiles()).toEqual(before);
  });

  test('when orders is unavailable, then the upload is opened anyway', async () => {
    media.orders.route(NEEDS_ROUTE, () => ({ status: 503, body: { code: 'Internal', message: 'x' } }));
    expect((await init(media.contest())).status).toBe(201);
  });

  test('when the file is not a finished video, then orders is not called', async () => {
    const callsBefore = media.orders.requests.length;
    expect((await init(media.contest(), {})).status).toBe(201);
    expect(media.orders.requests).toHaveLength(callsBefore);
  });
});
