import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import type { MediaDeps } from '../../src/domain/deps.ts';
import { sweep } from '../../src/domain/sweep/sweep.ts';
import { cancelUpload } from '../../src/domain/upload/cancel-upload.ts';
import { checkUpload } from '../../src/domain/upload/check-upload.ts';
import { sha256Of, startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const DAY_MS = 86_400_000;
let time = new Date();
const media = useService(() => startTestMedia({ now: () => time, settings: { sweepEveryMs: 3_600_000 } }));
const second = useService(() => openSecondProcess({ media, now: () => time }));

/** An upload whose chunks are all stored. `expectWhole` checks that its medium has all its bytes. */
const sentUpload = async () => {
  const contestId = media.contest();
  const bytes = videoBytes(50_000);
  const uploadId = await media.open(contestId, { bytes });
  await media.sendAll(contestId, uploadId, bytes);
  const complete = async () => expect((await media.complete(contestId, uploadId, sha256Of(bytes))).status).toBe(200);
  return {
    contestId,
    uploadId,
    bytes,
    complete,
    expectWhole: async () => {
      const [medium] = await media.list(contestId);
      expect(medium?.id).toBe(uploadId);
      expect(sha256Of((await media.call('GET', medium?.url ?? '')).body)).toBe(sha256Of(bytes));
    },
  };
};

describe('an upload that another process completes at the same time', () => {
  test('when this process checks it with a wrong hash, then it returns the medium, and the bytes stay', async () => {
    const { contestId, uploadId, complete, expectWhole } = await sentUpload();
    const upload = await second.deps.uploads.find({ id: uploadId, contestId });
    const finish: MediaDeps['storage']['finish'] = async (input) => {
      const answer = await second.deps.storage.finish(input);
      await complete();
      return answer;
    };
    const checked = await checkUpload(
      { ...second.deps, storage: { ...second.deps.storage, finish } },
      { upload: upload!, sha256: '0'.repeat(64) },
    );
    expect(checked).toMatchObject({ id: uploadId });
    await expectWhole();
  });

  test('when this process cancels it, then that is refused, and the bytes stay', async () => {
    const { contestId, uploadId, complete, expectWhole } = await sentUpload();
    let isCompleted = false;
    const find: MediaDeps['uploads']['find'] = async (key) => {
      const upload = await second.deps.uploads.find(key);
      if (!isCompleted) await complete();
      isCompleted = true;
      return upload;
    };
    const cancelling = cancelUpload({ ...second.deps, uploads: { ...second.deps.uploads, find } }, { contestId, uploadId });
    await expect(cancelling).rejects.toMatchObject({ code: 'UploadClosed' });
    await expectWhole();
  });

  test.each(['is completed', 'gets a chunk'])('when it is listed as stale and %s before its removal, then it stays', async (what) => {
    const { contestId, uploadId, bytes, complete, expectWhole } = await sentUpload();
    time = new Date(time.getTime() + 8 * DAY_MS);
    const listUntouchedSince: MediaDeps['uploads']['listUntouchedSince'] = async (limit) => {
      const listed = await second.deps.uploads.listUntouchedSince(limit);
      if (what === 'is completed') await complete();
      else await media.send({ contestId, uploadId, index: 0, bytes });
      return listed;
    };
    const deps = { ...second.deps, uploads: { ...second.deps.uploads, listUntouchedSince }, orphanAfterMs: DAY_MS };
    expect((await sweep(deps, { isDryRun: false })).swept).toEqual([]);
    if (what !== 'is completed') await complete();
    await expectWhole();
  });

  test('when the sweep looks for orphans during the completion, then its bytes are not removed', async () => {
    const { complete, expectWhole } = await sentUpload();
    const filterUnknownKeys: MediaDeps['uploads']['filterUnknownKeys'] = async (keys) => {
      await complete();
      return second.deps.uploads.filterUnknownKeys(keys);
    };
    const deps = {
      ...second.deps,
      now: () => new Date(Date.now() + DAY_MS),
      uploads: { ...second.deps.uploads, filterUnknownKeys },
      orphanAfterMs: 0,
    };
    expect((await sweep({ ...deps, staleUploadMs: 100 * DAY_MS }, { isDryRun: false })).swept).toEqual([]);
    await expectWhole();
  });
});
