import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { claimedVideo, downloadAll, resumeDownload } from '../support/downloads.ts';
import { startTestMedia } from '../support/media.ts';

const SIZE = 3 * 1024 * 1024 + 12_345;

const media = useService(() => startTestMedia());

describe('a customer', () => {
  test('when the connection is cut ten times, then the download can be completed', async () => {
    const video = await claimedVideo({ media, size: SIZE });
    const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
    const { file, received } = await resumeDownload(video, { shares });
    expect(file.equals(video.bytes)).toBe(true);
    expect(received + (await downloadAll(video))).toBeLessThanOrEqual(2 * SIZE);
  });

  test('when a download manager requests a thousand ranges, then they form the file', async () => {
    const video = await claimedVideo({ media, size: 500_000 });
    const parts: Buffer[] = [];
    for (let from = 0; from < 500_000; from += 10_000) {
      const starts = Array.from({ length: 20 }, (_, index) => from + index * 500);
      const got = await Promise.all(starts.map((start) => video.get({ range: `bytes=${start}-${start + 499}` })));
      parts.push(...got.map(({ bytes }) => bytes));
    }
    expect(parts).toHaveLength(1000);
    expect(Buffer.concat(parts).equals(video.bytes)).toBe(true);
  });
});
