import { describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { MediaDeps } from '../../src/domain/deps.ts';
import { processNext } from '../../src/domain/processing/process-media.ts';
import { completeUpload } from '../../src/domain/upload/complete-upload.ts';
import { startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;

let clockOffset = 0;
const time = (): Date => new Date(Date.now() + clockOffset);
// The service itself processes nothing here: the second process completes the uploads, and that does not trigger the service's job.
const media = useService(() => startTestMedia({ settings: { processingRetryMs: 7_200_000 } }));
const second = useService(() => openSecondProcess({ media, now: time }));

/** A video in the library that is not processed yet. */
const uploaded = async () => {
  const contestId = media.contest();
  const bytes = videoBytes(2000);
  const uploadId = await media.open(contestId, { bytes });
  await media.sendAll(contestId, uploadId, bytes);
  const actor = { id: 'admin', email: 'admin@example.com', ip: '127.0.0.1' };
  await completeUpload(second.deps, { contestId, uploadId, sha256: null, actor });
  return { id: uploadId, processing: async () => (await media.list(contestId)).find(({ id }) => id === uploadId)?.processing };
};

/** Processes the next medium. `probe` takes the place of reading the video header. */
const processWith = (
  probe: (signal: AbortSignal) => Promise<unknown>,
  { media: records = second.deps.media, leaseMs = LEASE_MS }: Partial<Pick<MediaDeps, 'media'>> & { leaseMs?: number } = {},
) => {
  const { deps } = second;
  const videos: typeof deps.videos = {
    ...deps.videos,
    probe: async ({ signal }) => {
      await probe(signal ?? new AbortController().signal);
      return { reading: 'read', metadata: { width: 320, height: 568, durationSeconds: 1 } };
    },
    still: async () => undefined,
  };
  return processNext({ ...deps, videos, media: records }, { signal: new AbortController().signal, leaseMs });
};
const claim = (now = time()) => second.deps.media.claimProcessing({ now, until: new Date(now.getTime() + HOUR_MS), attempts: 3 });
const aborted = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a processing claim', () => {
  test('when processing takes longer than the lease, then the claim is renewed and no other process gets it', async () => {
    const { processing } = await uploaded();
    const records = second.deps.media;
    let endsAt = 0;
    let renewals = 0;
    const claimProcessing: typeof records.claimProcessing = (input) => {
      endsAt = input.until.getTime();
      return records.claimProcessing(input);
    };
    const extendProcessing: typeof records.extendProcessing = async (input) => {
      const isExtended = await records.extendProcessing(input);
      if (isExtended) renewals += 1;
      return isExtended;
    };
    const others: unknown[] = [];
    const probe = async (): Promise<void> => {
      await waitUntil(() => renewals >= 2, { what: 'two renewals' });
      // Now, and at the time when the first lease would have expired.
      others.push(await claim(), await claim(new Date(endsAt + 1)));
    };
    const isDone = await processWith(probe, { media: { ...records, claimProcessing, extendProcessing } });
    expect([isDone, others]).toEqual([true, [null, null]]);
    expect(await processing()).toBe('ready');
  });

  test('when the medium is deleted during processing, then processing is aborted and leaves nothing', async () => {
    const { id } = await uploaded();
    let reason: unknown;
    await processWith(async (signal) => {
      expect((await media.call('DELETE', `/api/media/${id}`)).status).toBe(204);
      await aborted(signal).catch((error: unknown) => {
        reason = error;
        throw error;
      });
    });
    expect(reason).toMatchObject({ message: 'Processing claim lost' });
    expect((await media.storedFiles()).filter((name) => name.startsWith(id))).toEqual([]);
  });

  test('when it cannot be renewed because the database is unavailable, then processing is aborted and does not count as an attempt', async () => {
    const { processing } = await uploaded();
    const extendProcessing = () => Promise.reject(new Error('Database is unavailable'));
    for (let times = 0; times < 4; times += 1) {
      await processWith(aborted, { media: { ...second.deps.media, extendProcessing }, leaseMs: 400 });
    }
    expect(await processing()).toBe('pending');
    await processWith(async () => undefined);
    expect(await processing()).toBe('ready');
  });

  test('when its process crashes three times, then there is no fourth attempt, and processing has failed', async () => {
    const { processing } = await uploaded();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await claim())?.attempt).toBe(attempt);
      expect(await claim()).toBeNull();
      clockOffset += 2 * HOUR_MS;
    }
    expect(await processing()).toBe('pending');
    let isTried = false;
    expect(
      await processWith(async () => {
        isTried = true;
      }),
    ).toBe(false);
    expect([isTried, await processing()]).toEqual([false, 'failed']);
  });
});
