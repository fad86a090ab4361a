import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sweep } from '../src/domain/housekeeping/sweep.ts';
import type { MediaDeps } from '../src/domain/ports.ts';
import { cancelUpload } from '../src/domain/uploads/cancel-upload.ts';
import { checkUpload } from '../src/domain/uploads/check-upload.ts';
import { sha256Of, startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';
import { openSecondProcess } from './support/second-process.ts';

const DAY_MS = 86_400_000;
let time = new Date();
let media: TestMedia;
let second: Awaited<ReturnType<typeof openSecondProcess>>;
let other: MediaDeps;
beforeAll(async () => {
  media = await startTestMedia({ now: () => time, env: { MEDIA_SWEEP_EVERY_SECONDS: '3600' } });
  second = await openSecondProcess({ media, now: () => time });
  other = second.deps;
});
afterAll(async () => {
  await second?.close();
  await media?.stop();
});

/** An upload of which every chunk has come, and how its medium is seen to be whole. */
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

describe('an upload that another process completes meanwhile', () => {
  test('when this one has been told a wrong hash, it answers the medium and the bytes stay', async () => {
    const { contestId, uploadId, complete, expectWhole } = await sentUpload();
    const upload = await other.uploads.find({ id: uploadId, contestId });
    const finish: MediaDeps['storage']['finish'] = async (input) => {
      const answer = await other.storage.finish(input);
      await complete();
      return answer;
    };
    const checked = await checkUpload({ ...other, storage: { ...other.storage, finish } }, { upload: upload!, sha256: '0'.repeat(64) });
    expect(checked).toMatchObject({ id: uploadId });
    await expectWhole();
  });

  test('when this one cancels it, that is refused and the bytes stay', async () => {
    const { contestId, uploadId, complete, expectWhole } = await sentUpload();
    let isCompleted = false;
    const find: MediaDeps['uploads']['find'] = async (key) => {
      const upload = await other.uploads.find(key);
      if (!isCompleted) await complete();
      isCompleted = true;
      return upload;
    };
    const cancelling = cancelUpload({ ...other, uploads: { ...other.uploads, find } }, { contestId, uploadId });
    await expect(cancelling).rejects.toMatchObject({ code: 'UploadClosed' });
    await expectWhole();
  });

  test.each(['is completed', 'is gone on with'])('when it is listed as stale and %s before it goes, it stays', async (what) => {
    const { contestId, uploadId, bytes, complete, expectWhole } = await sentUpload();
    time = new Date(time.getTime() + 8 * DAY_MS);
    const listUntouchedSince: MediaDeps['uploads']['listUntouchedSince'] = async (limit) => {
      const listed = await other.uploads.listUntouchedSince(limit);
      if (what === 'is completed') await complete();
      else await media.send({ contestId, uploadId, index: 0, bytes });
      return listed;
    };
    const deps = { ...other, uploads: { ...other.uploads, listUntouchedSince }, orphanAfterMs: DAY_MS };
    expect((await sweep(deps, { isDryRun: false })).swept).toEqual([]);
    if (what !== 'is completed') await complete();
    await expectWhole();
  });

  test('when that is while the sweep reads what has a record, its bytes are nobody’s orphans', async () => {
    const { complete, expectWhole } = await sentUpload();
    const unknownOf: MediaDeps['uploads']['unknownOf'] = async (keys) => {
      await complete();
      return other.uploads.unknownOf(keys);
    };
    const deps = { ...other, now: () => new Date(Date.now() + DAY_MS), uploads: { ...other.uploads, unknownOf }, orphanAfterMs: 0 };
    expect((await sweep({ ...deps, staleUploadMs: 100 * DAY_MS }, { isDryRun: false })).swept).toEqual([]);
    await expectWhole();
  });
});
