import { afterEach, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { type Lifecycle, startService } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { buildMedia } from '../../src/app.ts';
import { type StoredClaim, useQuotas } from '../support/claims.ts';
import { claimedVideo, codeOf, downloadAll, LINE, PAGE_ID, resumeDownload } from '../support/downloads.ts';
import { sha256Of, startTestMedia } from '../support/media.ts';
import { eraseVideo } from '../support/second-process.ts';

const HOUR = 3_600_000;
const MIB = 1024 * 1024;
const SIZE = 3 * MIB + 12_345;

let clockOffset = 0;
const media = useService(() => startTestMedia({ now: () => new Date(Date.now() + clockOffset) }));
afterEach(() => {
  clockOffset = 0;
});

const { claims, closed, stalled } = useQuotas(media);
const claimed = (size = SIZE) => claimedVideo({ media, size });

describe('a ticket', () => {
  test('when the browser that claimed the download opens it, then it gets the file under its Japanese name', async () => {
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

  test('when another browser or a client without cookies opens it, by GET or HEAD, then no byte is sent and a page gives reason and advice', async () => {
    const video = await claimed();
    const otherBrowser = `download_claim=${'a'.repeat(43)}`;
    for (const cookie of [otherBrowser, 'download_claim=x', 'other=1']) {
      expect(codeOf(await video.get({ cookie }))).toBe('DownloadClaimedElsewhere');
      const head = await video.get({ cookie, method: 'HEAD' });
      expect([head.status, head.headers['content-disposition']]).toEqual([409, undefined]);
    }
    const page = await video.get({ cookie: otherBrowser, accept: 'text/html,*/*' });
    expect([page.status, page.headers['content-type'], page.headers['content-disposition']]).toEqual([
      409,
      'text/html; charset=utf-8',
      undefined,
    ]);
    expect(page.bytes.toString('utf8')).toContain(errorCatalogue.DownloadClaimedElsewhere.message);
    expect(page.bytes.toString('utf8')).toContain('同じブラウザ');
    expect(page.bytes.toString('utf8')).not.toContain(PAGE_ID);
    expect((await resumeDownload(video, { shares: [] })).file.equals(video.bytes)).toBe(true);
  });

  test('when it is first used after its minute, then it is refused, and a new ticket is accepted', async () => {
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

  test('when it was used in time, then its browser can resume by ranges for a day, but not restart from the beginning', async () => {
    const video = await claimed();
    await video.get({ range: 'bytes=0-99' });
    clockOffset = 23 * HOUR;
    const rest = await video.get({ range: 'bytes=100-' });
    expect([rest.status, rest.bytes.equals(video.bytes.subarray(100))]).toEqual([206, true]);
    expect(codeOf(await video.get())).toBe('DownloadTicketExpired');
    clockOffset = 25 * HOUR;
    expect(codeOf(await video.get({ range: 'bytes=100-' }))).toBe('DownloadUsedUp');
  });

  test('when it is unknown or malformed, then it is refused', async () => {
    const video = await claimed(64 * 1024);
    expect(codeOf(await video.request(`/api/download/files/${'x'.repeat(43)}`))).toBe('DownloadTicketExpired');
    expect((await video.request('/api/download/files/x')).status).toBe(400);
  });

  test('when it is requested for anything but a finished video, or from outside, then none is created', async () => {
    const contestId = media.contest();
    const sample = await media.upload(contestId, { bytes: (await claimed(64 * 1024)).bytes });
    const video = await claimed(64 * 1024);
    await expect(video.ticketFor({ mediaId: sample.id })).rejects.toThrow('NotFound');
    await expect(video.ticketFor({ mediaId: 'nobody' })).rejects.toThrow('NotFound');
    expect(await video.finishedVideos([video.mediaId, sample.id, 'nobody', video.mediaId])).toMatchObject([
      { id: video.mediaId, lineId: LINE, size: 64 * 1024 },
    ]);
    for (const path of ['/internal/tickets', '/internal/finished-videos'])
      expect((await media.call('POST', path, { body: {}, as: 'admin' })).status).toBe(401);
  });

  test('when the video was removed, then an error says so', async () => {
    const video = await claimed(64 * 1024);
    await eraseVideo(media, video.mediaId);
    expect(codeOf(await video.get())).toBe('DownloadVideoGone');
  });
});

describe('a customer', () => {
  test('when the connection is cut at 1, 50 and 99 %, then the download can be completed', async () => {
    const video = await claimed();
    const { file, received } = await resumeDownload(video, { shares: [0.01, 0.5, 0.99] });
    expect(file.equals(video.bytes)).toBe(true);
    expect(received + (await downloadAll(video))).toBeLessThanOrEqual(2 * SIZE);
  });

  test('when every part needs a new ticket, then the download can be completed', async () => {
    const video = await claimed();
    const parts: Buffer[] = [];
    for (let from = 0; from < SIZE; from += MIB) {
      await video.newTicket();
      parts.push((await video.get({ range: `bytes=${from}-${from + MIB - 1}` })).bytes);
    }
    expect(Buffer.concat(parts).equals(video.bytes)).toBe(true);
  });

  test('when a download manager loads eight parts concurrently, then they form the file', async () => {
    const video = await claimed();
    const part = Math.ceil(SIZE / 8);
    const parts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => video.get({ range: `bytes=${index * part}-${(index + 1) * part - 1}` })),
    );
    expect(parts.map(({ status }) => status)).toEqual(Array(8).fill(206));
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(video.bytes)).toBe(true);
  });

  test('when scanners and the browser send a hundred HEAD requests, then they use up no quota', async () => {
    const video = await claimed(200_000);
    const heads = await Promise.all(Array.from({ length: 100 }, () => video.get({ method: 'HEAD' })));
    expect(new Set(heads.map(({ status, headers }) => `${status} ${headers['content-length']}`))).toEqual(new Set(['200 200000']));
    for (const _time of [1, 2]) expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when a player requests bytes=0- repeatedly and disconnects, then the file can still be downloaded', async () => {
    const video = await claimed();
    for (let time = 0; time < 8; time += 1) expect((await video.get({ range: 'bytes=0-', stopAfter: 1000 })).status).toBe(206);
    expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when all but the last byte were sent twice, then the last byte can still be downloaded', async () => {
    const video = await claimed(200_000);
    const allButOne = () => video.get({ range: 'bytes=0-199998' });
    expect([(await allButOne()).status, (await allButOne()).status, (await allButOne()).status]).toEqual([206, 206, 410]);
    const last = await video.get({ range: 'bytes=199999-' });
    expect([last.status, last.bytes.equals(video.bytes.subarray(-1))]).toEqual([206, true]);
  });

  test('when the service restarts during a download, then the bytes sent before still count and the rest can be downloaded', async () => {
    const video = await claimed();
    await video.get({ range: `bytes=0-${MIB - 1}` });
    await media.restart();
    const rest = await video.get({ range: `bytes=${MIB}-` });
    expect(rest.bytes.equals(video.bytes.subarray(MIB))).toBe(true);
    expect(MIB + rest.bytes.length + (await downloadAll(video))).toBeLessThanOrEqual(2 * SIZE);
  });
});

describe('the byte quota', () => {
  test('when the whole file is requested until it is refused, then it is sent twice, and a page gives advice and leads back', async () => {
    const video = await claimed();
    for (const isSecond of [false, true]) {
      expect((await video.get({ range: 'bytes=0-' })).bytes).toHaveLength(SIZE);
      expect(await video.isSpent()).toBe(isSecond);
    }
    const refused = await video.get({ accept: 'text/html' });
    expect([refused.status, refused.bytes.toString('utf8')]).toEqual([
      410,
      expect.stringContaining(errorCatalogue.DownloadBytesSpent.message),
    ]);
    expect(refused.bytes.toString('utf8')).toContain(`href="/download/${PAGE_ID}"`);
    for (const name of ['etag', 'accept-ranges', 'content-range', 'content-disposition']) expect(refused.headers).not.toHaveProperty(name);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    await video.newTicket();
    expect(codeOf(await video.get({ range: 'bytes=7-7' }))).toBe('DownloadBytesSpent');
  });

  test('when fifty connections request the file concurrently from two processes, then at most twice its size is sent', async () => {
    const video = await claimed();
    const replica = await media.startReplica();
    const urls = [media.url(), replica.url];
    const got = await Promise.all(
      Array.from({ length: 50 }, (_, index) => video.request(new URL(video.path(), urls[index % 2]).href).catch(() => undefined)),
    );
    const received = got.reduce((sum, each) => sum + (each?.status === 200 ? each.bytes.length : 0), 0);
    expect(received).toBeGreaterThan(0);
    expect(received + (await downloadAll(video))).toBeLessThanOrEqual(2 * SIZE);
    await replica.stop();
  });

  test('when the line is claimed again, then the new claim has its own quota', async () => {
    const video = await claimed(100_000);
    for (const _time of [1, 2]) await video.get();
    expect((await video.get()).status).toBe(410);
    const again = await video.ticketFor({ claimId: `${video.claimId}-again` });
    expect((await video.request(again)).bytes).toHaveLength(100_000);
  });
});

describe('reserved bytes that were not sent', () => {
  const size = 40 * MIB;

  test('when a download is cut, then they are released and can be downloaded', async () => {
    const video = await claimed(size);
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await stalled(video.claimId)).used;
    };
    const { bytes } = await video.get({ stopAfter: 100_000, holdFor });
    const { used } = await closed(video.claimId);
    expect(used).toBeLessThan(counted);
    expect(used).toBeGreaterThanOrEqual(bytes.length);
    expect((await video.get()).bytes).toHaveLength(size);
    const left = size - used;
    expect((await video.get({ range: `bytes=0-${left - 1}` })).bytes).toHaveLength(left);
    expect(codeOf(await video.get({ range: 'bytes=0-0' }))).toBe('DownloadBytesSpent');
  });

  test('when the service stops while a client is not reading, then they are released before the connections that this needs are closed', async () => {
    const video = await claimed(size);
    const stored = async (): Promise<StoredClaim['quota']> => (await claims().findOne({ _id: video.claimId }))!.quota;
    const seen: Record<string, StoredClaim['quota']> = {};
    const stopping = await startService({
      name: 'media',
      config: media.config(),
      build: ({ lifecycle, ...context }) => {
        const onStop: Lifecycle['onStop'] = (name, stop) =>
          lifecycle.onStop(name, async (leftMs) => {
            if (name !== 'byte reservations') seen[name] = await stored();
            await stop(leftMs);
          });
        return buildMedia()({ ...context, lifecycle: { ...lifecycle, onStop } });
      },
    });
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await stalled(video.claimId)).used;
      await stopping.stop();
    };
    expect((await video.request(new URL(video.path(), stopping.url).href, { holdFor })).isWhole).toBe(false);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['mongodb', 'sweep']));
    for (const { used, open } of Object.values(seen)) {
      expect(open).toEqual([]);
      expect(used).toBeLessThan(counted);
    }
  }, 60_000);
});
