import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { databaseName, useService } from '@stagereel/service-kit/testing';
import { mongo } from 'mongoose';
import { MAX_PARTS } from '../../src/domain/download/byte-quota.ts';
import { type ClaimedVideo, claimedVideo, codeOf } from '../support/downloads.ts';
import { startTestMedia } from '../support/media.ts';

const media = useService(() => startTestMedia());

const claimed = (size: number) => claimedVideo({ media, size });

describe('several ranges in one request', () => {
  test.each([
    ['two', 'bytes=0-0,2-2'],
    ['the whole twice', 'bytes=0-,0-'],
    ['very many', `bytes=${Array.from({ length: 1000 }, (_, index) => `${2 * index}-${2 * index}`).join(',')}`],
  ])('when %s are requested, then the whole file is sent and counted once', async (_name, range) => {
    const video = await claimed(200_000);
    for (const _time of [1, 2]) {
      const got = await video.get({ range });
      expect([got.status, got.headers['content-range'], got.bytes.equals(video.bytes)]).toEqual([200, undefined, true]);
    }
    expect(codeOf(await video.get({ range }))).toBe('DownloadBytesSpent');
  });
});

describe('a file in too many parts', () => {
  /** Stores a quota as if the maximum number of separate single bytes had been sent. */
  const scatter = async ({ claimId }: ClaimedVideo): Promise<void> => {
    const sent = Array.from({ length: MAX_PARTS }, (_, index) => ({ start: 2 * index + 2, end: 2 * index + 2 }));
    const { MONGODB_URL, NAMESPACE } = media.backing;
    const client = await mongo.MongoClient.connect(MONGODB_URL);
    try {
      const claims = client.db(databaseName({ NAMESPACE }, 'media')).collection<{ _id: string }>('downloadClaims');
      const change = { $set: { 'quota.sent': sent, 'quota.used': sent.length }, $inc: { revision: 1 } };
      expect((await claims.updateOne({ _id: claimId }, change)).matchedCount).toBe(1);
    } finally {
      await client.close();
    }
  };

  test('when a further part is refused, then a page gives the reason, and the browser can still download the whole file', async () => {
    const video = await claimed(20_000);
    await scatter(video);
    const refused = await video.get({ range: 'bytes=19999-', accept: 'text/html' });
    expect([refused.status, refused.headers['content-range'], refused.bytes.toString('utf8')]).toEqual([
      429,
      undefined,
      expect.stringContaining(errorCatalogue.DownloadTooManyParts.message),
    ]);
    expect(codeOf(await video.get({ range: 'bytes=19999-' }))).toBe('DownloadTooManyParts');
    expect((await video.get({ range: 'bytes=3-3' })).status).toBe(206);
    expect((await video.get({ range: 'bytes=0-99' })).status).toBe(206);
    expect((await video.get({ range: 'bytes=100-' })).bytes.equals(video.bytes.subarray(100))).toBe(true);
  });
});
