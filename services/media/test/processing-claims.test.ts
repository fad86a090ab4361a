import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { MediaDeps } from '../src/domain/ports.ts';
import { processNext } from '../src/domain/processing/process-next.ts';
import { completeUpload } from '../src/domain/uploads/complete-upload.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';
import { openSecondProcess } from './support/second-process.ts';

const LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;

let media: TestMedia;
let second: Awaited<ReturnType<typeof openSecondProcess>>;
let clockOffset = 0;
const time = (): Date => new Date(Date.now() + clockOffset);
beforeAll(async () => {
  // Its own processing finds nothing to do: the other process, which completes the uploads, does not tell it of any.
  media = await startTestMedia({ env: { PROCESSING_RETRY_SECONDS: '7200' } });
  second = await openSecondProcess({ media, now: time });
});
afterAll(async () => {
  await second?.close();
  await media?.stop();
});

/** A video in the library of which nothing was made yet. */
const uploaded = async () => {
  const contestId = media.contest();
  const bytes = videoBytes(2000);
  const uploadId = await media.open(contestId, { bytes });
  await media.sendAll(contestId, uploadId, bytes);
  const actor = { id: 'admin', email: 'admin@example.com', ip: '127.0.0.1' };
  await completeUpload({ ...second.deps, checks: new Map() }, { contestId, uploadId, sha256: null, actor });
  return { id: uploadId, processing: async () => (await media.list(contestId)).find(({ id }) => id === uploadId)?.processing };
};

/** Works with a video's header for as long as `probe` says. */
const workOn = (
  probe: (signal: AbortSignal) => Promise<unknown>,
  { media: records = second.deps.media, leaseMs = LEASE_MS }: Partial<Pick<MediaDeps, 'media'>> & { leaseMs?: number } = {},
) => {
  const { deps } = second;
  const videos: typeof deps.videos = {
    ...deps.videos,
    probe: async ({ signal }) => {
      await probe(signal ?? new AbortController().signal);
      return { reading: 'read', facts: { width: 320, height: 568, durationSeconds: 1 } };
    },
    still: async () => undefined,
  };
  return processNext({ ...deps, videos, media: records }, { signal: new AbortController().signal, leaseMs });
};
const claim = (now = time()) => second.deps.media.claimProcessing({ now, until: new Date(now.getTime() + HOUR_MS), attempts: 3 });
const aborted = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a claim on a medium', () => {
  test('when its work takes longer than the claim was for, then nobody else gets it until it is done', async () => {
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
      // As it is now, and as it would be after the end of the claim as it was made.
      others.push(await claim(), await claim(new Date(endsAt + 1)));
    };
    const isDone = await workOn(probe, { media: { ...records, claimProcessing, extendProcessing } });
    expect([isDone, others]).toEqual([true, [null, null]]);
    expect(await processing()).toBe('ready');
  });

  test('when the medium is deleted meanwhile, then the work ends and leaves nothing', async () => {
    const { id } = await uploaded();
    let reason: unknown;
    await workOn(async (signal) => {
      expect((await media.call('DELETE', `/api/media/${id}`)).status).toBe(204);
      await aborted(signal).catch((error: unknown) => {
        reason = error;
        throw error;
      });
    });
    expect(reason).toMatchObject({ message: 'the claim was lost' });
    expect((await media.storedFiles()).filter((name) => name.startsWith(id))).toEqual([]);
  });

  test('when it cannot be renewed, as while the database is away, then the work ends and does not count as an attempt', async () => {
    const { processing } = await uploaded();
    const extendProcessing = () => Promise.reject(new Error('the database is away'));
    for (let times = 0; times < 4; times += 1) {
      await workOn(aborted, { media: { ...second.deps.media, extendProcessing }, leaseMs: 400 });
    }
    expect(await processing()).toBe('pending');
    await workOn(async () => undefined);
    expect(await processing()).toBe('ready');
  });

  test('when its process dies over the medium three times, then it is not tried a fourth time, and that is said', async () => {
    const { processing } = await uploaded();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await claim())?.attempt).toBe(attempt);
      expect(await claim()).toBeNull();
      clockOffset += 2 * HOUR_MS;
    }
    expect(await processing()).toBe('pending');
    let isTried = false;
    expect(
      await workOn(async () => {
        isTried = true;
      }),
    ).toBe(false);
    expect([isTried, await processing()]).toEqual([false, 'failed']);
  });
});
