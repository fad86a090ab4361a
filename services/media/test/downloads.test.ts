import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { type Lifecycle, startService } from '@stagereel/service-kit';
import { mediaWith } from '../src/app.ts';
import { loadMediaConfig } from '../src/config.ts';
import { type ClaimedVideo, claimedVideo, codeOf, LINE } from './support/downloads.ts';
import { type StoredGrant, useLedgers } from './support/grants.ts';
import { sha256Of, startTestMedia, type TestMedia } from './support/media.ts';
import { eraseVideo } from './support/second-process.ts';

const HOUR = 3_600_000;
const MIB = 1024 * 1024;
const SIZE = 3 * MIB + 12_345;

let media: TestMedia;
let clockOffset = 0;
beforeAll(async () => {
  media = await startTestMedia({ now: () => new Date(Date.now() + clockOffset) });
});
afterAll(() => media?.stop());
afterEach(() => {
  clockOffset = 0;
});

const { grants, settled, still } = useLedgers(() => media);
const claimed = (size = SIZE) => claimedVideo({ media, size });

/** Goes on where the bytes at hand end, as a browser does, until the file is whole; each turn hangs up after its share of the file. */
const complete = async (video: ClaimedVideo, { shares }: { shares: readonly number[] }): Promise<{ file: Buffer; received: number }> => {
  let file = Buffer.alloc(0);
  let received = 0;
  for (const share of [...shares, 1]) {
    if (file.length === video.bytes.length) break;
    const stopAfter = Math.max(1, Math.ceil(share * video.bytes.length) - file.length);
    const range = file.length > 0 ? { range: `bytes=${file.length}-` } : {};
    const got = await video.get({ ...range, ...(share < 1 ? { stopAfter } : {}) });
    expect([200, 206]).toContain(got.status);
    received += got.bytes.length;
    file = Buffer.concat([file, got.bytes]);
  }
  return { file, received };
};

/** Asks for as much as it can get, and answers how much that was. */
const drain = async (video: ClaimedVideo): Promise<number> => {
  let received = 0;
  for (const step of [video.bytes.length, 64 * 1024, 1024]) {
    for (let from = 0; from < video.bytes.length; from += step) {
      const got = await video.get({ range: `bytes=${from}-${from + step - 1}` });
      if (got.status === 410) break;
      received += got.bytes.length;
    }
  }
  return received;
};

describe('a ticket', () => {
  test('when the browser that claimed opens it, it gets the file under its Japanese name', async () => {
    const video = await claimed();
    const got = await video.get();
    expect([got.status, got.isWhole, sha256Of(got.bytes)]).toEqual([200, true, sha256Of(video.bytes)]);
    expect(got.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(SIZE),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
      'content-disposition': `attachment; filename="video-${LINE}.mp4"; filename*=UTF-8''${encodeURIComponent('関東オープン 2026_12_縦動画.mp4')}`,
    });
  });

  test('when another browser or none opens it, by GET or HEAD, nothing leaves and a page says why and what to do', async () => {
    const video = await claimed();
    const stranger = `download_claim=${'a'.repeat(43)}`;
    for (const cookie of [stranger, 'download_claim=x', 'other=1']) {
      expect(codeOf(await video.get({ cookie }))).toBe('DownloadClaimedElsewhere');
      const head = await video.get({ cookie, method: 'HEAD' });
      expect([head.status, head.headers['content-disposition']]).toEqual([409, undefined]);
    }
    const page = await video.get({ cookie: stranger, accept: 'text/html,*/*' });
    expect([page.status, page.headers['content-type'], page.headers['content-disposition']]).toEqual([
      409,
      'text/html; charset=utf-8',
      undefined,
    ]);
    expect(page.bytes.toString('utf8')).toContain(errorCatalogue.DownloadClaimedElsewhere.message);
    expect(page.bytes.toString('utf8')).toContain('同じブラウザ');
    expect((await complete(video, { shares: [] })).file.equals(video.bytes)).toBe(true);
  });

  test('when it is not begun with within its minute, it is refused, and a new one is not', async () => {
    const video = await claimed();
    clockOffset = 61_000;
    const late = await video.get({ accept: 'text/html' });
    expect([late.status, late.bytes.toString('utf8')]).toEqual([
      410,
      expect.stringContaining(errorCatalogue.DownloadTicketExpired.message),
    ]);
    expect(codeOf(await video.get({ range: 'bytes=5-' }))).toBe('DownloadTicketExpired');
    await video.newTicket();
    expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when it was begun with in time, its browser goes on by ranges for a day, and not from the beginning', async () => {
    const video = await claimed();
    await video.get({ range: 'bytes=0-99' });
    clockOffset = 23 * HOUR;
    const rest = await video.get({ range: 'bytes=100-' });
    expect([rest.status, rest.bytes.equals(video.bytes.subarray(100))]).toEqual([206, true]);
    expect(codeOf(await video.get())).toBe('DownloadTicketExpired');
    clockOffset = 25 * HOUR;
    expect(codeOf(await video.get({ range: 'bytes=100-' }))).toBe('DownloadUsedUp');
  });

  test('when it is unknown or none, it is refused', async () => {
    const video = await claimed(64 * 1024);
    expect(codeOf(await video.ask(`/api/download/files/${'x'.repeat(43)}`))).toBe('DownloadTicketExpired');
    expect((await video.ask('/api/download/files/x')).status).toBe(400);
  });

  test('when it is asked for what is no finished video, or by somebody from outside, there is none', async () => {
    const contestId = media.contest();
    const sample = await media.upload(contestId, { bytes: (await claimed(64 * 1024)).bytes });
    const video = await claimed(64 * 1024);
    await expect(video.ticketFor({ mediaId: sample.id })).rejects.toThrow('NotFound');
    await expect(video.ticketFor({ mediaId: 'nobody' })).rejects.toThrow('NotFound');
    expect(await video.finishedVideos([video.mediaId, sample.id, 'nobody', video.mediaId])).toMatchObject([
      { id: video.mediaId, lineId: LINE, size: 64 * 1024 },
    ]);
    for (const path of ['/internal/tickets', '/internal/finished-videos'])
      expect((await media.call('POST', path, { body: {}, as: 'admin' })).status).toBe(404);
  });

  test('when the video is gone, a page says so', async () => {
    const video = await claimed(64 * 1024);
    await eraseVideo(media, video.mediaId);
    expect(codeOf(await video.get())).toBe('DownloadVideoGone');
  });
});

describe('an honest customer', () => {
  test.each([
    ['at 1, 50 and 99 %', [0.01, 0.5, 0.99]],
    ['ten times', [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]],
  ])('when the line is cut %s, they come to the end', async (_name, shares) => {
    const video = await claimed();
    const { file, received } = await complete(video, { shares });
    expect(file.equals(video.bytes)).toBe(true);
    expect(received + (await drain(video))).toBeLessThanOrEqual(2 * SIZE);
  });

  test('when every turn needs a new ticket, they come to the end all the same', async () => {
    const video = await claimed();
    const parts: Buffer[] = [];
    for (let from = 0; from < SIZE; from += MIB) {
      await video.newTicket();
      parts.push((await video.get({ range: `bytes=${from}-${from + MIB - 1}` })).bytes);
    }
    expect(Buffer.concat(parts).equals(video.bytes)).toBe(true);
  });

  test('when a program loads eight parts at once, they fit together', async () => {
    const video = await claimed();
    const part = Math.ceil(SIZE / 8);
    const parts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => video.get({ range: `bytes=${index * part}-${(index + 1) * part - 1}` })),
    );
    expect(parts.map(({ status }) => status)).toEqual(Array(8).fill(206));
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(video.bytes)).toBe(true);
  });

  test('when a program asks in a thousand ranges, they fit together', async () => {
    const video = await claimed(500_000);
    const parts: Buffer[] = [];
    for (let from = 0; from < 500_000; from += 10_000) {
      const starts = Array.from({ length: 20 }, (_, index) => from + index * 500);
      const got = await Promise.all(starts.map((start) => video.get({ range: `bytes=${start}-${start + 499}` })));
      parts.push(...got.map(({ bytes }) => bytes));
    }
    expect(parts).toHaveLength(1000);
    expect(Buffer.concat(parts).equals(video.bytes)).toBe(true);
  }, 120_000);

  test('when scanners and the browser itself ask by HEAD a hundred times, nothing is used up', async () => {
    const video = await claimed(200_000);
    const heads = await Promise.all(Array.from({ length: 100 }, () => video.get({ method: 'HEAD' })));
    expect(new Set(heads.map(({ status, headers }) => `${status} ${headers['content-length']}`))).toEqual(new Set(['200 200000']));
    for (const _time of [1, 2]) expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when a player asks bytes=0- again and again and hangs up, the file can still be had', async () => {
    const video = await claimed();
    for (let time = 0; time < 8; time += 1) expect((await video.get({ range: 'bytes=0-', stopAfter: 1000 })).status).toBe(206);
    expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when all but the last byte left twice, the last byte can still be had', async () => {
    const video = await claimed(200_000);
    const allButOne = () => video.get({ range: 'bytes=0-199998' });
    expect([(await allButOne()).status, (await allButOne()).status, (await allButOne()).status]).toEqual([206, 206, 410]);
    const last = await video.get({ range: 'bytes=199999-' });
    expect([last.status, last.bytes.equals(video.bytes.subarray(-1))]).toEqual([206, true]);
  });

  test('when the service was restarted in between, what had left is still counted and the rest can be had', async () => {
    const video = await claimed();
    await video.get({ range: `bytes=0-${MIB - 1}` });
    await media.restart();
    const rest = await video.get({ range: `bytes=${MIB}-` });
    expect(rest.bytes.equals(video.bytes.subarray(MIB))).toBe(true);
    expect(MIB + rest.bytes.length + (await drain(video))).toBeLessThanOrEqual(2 * SIZE);
  });
});

describe('whoever takes all they can', () => {
  test('when the whole file is asked for until it is refused, it leaves twice, and a page says what to do', async () => {
    const video = await claimed();
    for (const _time of [1, 2]) expect((await video.get({ range: 'bytes=0-' })).bytes).toHaveLength(SIZE);
    const refused = await video.get({ accept: 'text/html' });
    expect([refused.status, refused.bytes.toString('utf8')]).toEqual([
      410,
      expect.stringContaining(errorCatalogue.DownloadBytesSpent.message),
    ]);
    for (const name of ['etag', 'accept-ranges', 'content-range', 'content-disposition']) expect(refused.headers).not.toHaveProperty(name);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    await video.newTicket();
    expect(codeOf(await video.get({ range: 'bytes=7-7' }))).toBe('DownloadBytesSpent');
  });

  test('when fifty connections ask at once, also by two processes, twice the size leaves and not a byte more', async () => {
    const video = await claimed();
    const replica = await media.startReplica();
    const urls = [media.url(), replica.url];
    const got = await Promise.all(
      Array.from({ length: 50 }, (_, index) => video.ask(new URL(video.path(), urls[index % 2]).href).catch(() => undefined)),
    );
    const received = got.reduce((sum, each) => sum + (each?.status === 200 ? each.bytes.length : 0), 0);
    expect(received).toBeGreaterThan(0);
    expect(received + (await drain(video))).toBeLessThanOrEqual(2 * SIZE);
    await replica.stop();
  });

  test('when a new claim is made of the line, it has a count of its own', async () => {
    const video = await claimed(100_000);
    for (const _time of [1, 2]) await video.get();
    expect((await video.get()).status).toBe(410);
    const again = await video.ticketFor({ claimId: `${video.claimId}-again` });
    expect((await video.ask(again)).bytes).toHaveLength(100_000);
  });
});

describe('what was counted and did not leave', () => {
  const size = 40 * MIB;

  test('when a download is cut, is given back, and can be had', async () => {
    const video = await claimed(size);
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await still(video.claimId)).used;
    };
    const { bytes } = await video.get({ stopAfter: 100_000, holdFor });
    const { used } = await settled(video.claimId);
    expect(used).toBeLessThan(counted);
    expect(used).toBeGreaterThanOrEqual(bytes.length);
    expect((await video.get()).bytes).toHaveLength(size);
    const left = size - used;
    expect((await video.get({ range: `bytes=0-${left - 1}` })).bytes).toHaveLength(left);
    expect(codeOf(await video.get({ range: 'bytes=0-0' }))).toBe('DownloadBytesSpent');
  });

  test('when the service stops while its reader holds still, is given back before anything that counting needs is closed', async () => {
    const video = await claimed(size);
    const stored = async (): Promise<StoredGrant['ledger']> => (await grants().findOne({ _id: video.claimId }))!.ledger;
    const seen: Record<string, StoredGrant['ledger']> = {};
    const stopping = await startService({
      name: 'media',
      config: loadMediaConfig(media.settings()),
      build: ({ lifecycle, ...context }) => {
        const onStop: Lifecycle['onStop'] = (name, stop) =>
          lifecycle.onStop(name, async (leftMs) => {
            if (name !== 'counted bytes') seen[name] = await stored();
            await stop(leftMs);
          });
        return mediaWith({ now: () => new Date() })({ ...context, lifecycle: { ...lifecycle, onStop } });
      },
    });
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await still(video.claimId)).used;
      await stopping.stop();
    };
    expect((await video.ask(new URL(video.path(), stopping.url).href, { holdFor })).isWhole).toBe(false);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['mongo', 'sweep']));
    for (const { used, open } of Object.values(seen)) {
      expect(open).toEqual([]);
      expect(used).toBeLessThan(counted);
    }
  }, 60_000);
});
