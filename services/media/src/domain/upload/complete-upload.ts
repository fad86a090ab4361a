import type { EventEnvelope } from '@stagereel/contracts';
import { type Actor, adminActedEvent, isAppError, nullAfterTimeout } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import { auditTarget, findMedia } from '../library/manage-media.ts';
import type { MediaRecord } from '../library/media.ts';
import { refreshCover } from '../library/refresh-cover.ts';
import { checkUpload } from './check-upload.ts';
import { findUpload, type UploadKey } from './find-upload.ts';

type Input = UploadKey & { sha256: string | null; actor: Actor };

/**
 * Completes an upload and adds its medium to the library. Idempotent. Resolves with null while the file is still being read.
 * @throws AppError UploadNotFound, UploadIncomplete, and the refusals of {@link checkUpload}
 */
export const completeUpload = async (deps: MediaDeps, input: Input): Promise<MediaRecord | null> => {
  const { id, isSettled } = await findUpload(deps, input);
  if (isSettled) return findMedia(deps, id);

  // A repeated request joins the check that is running in this process.
  const check = deps.runningChecks.get(id) ?? startCheck(deps, { id, input });
  return nullAfterTimeout(check, deps.checkWaitMs);
};

const startCheck = (deps: MediaDeps, { id, input }: { id: string; input: Input }): Promise<MediaRecord> => {
  const check = checkAndAdd(deps, input).finally(() => deps.runningChecks.delete(id));
  deps.runningChecks.set(id, check);
  // The check may end when no request waits for it; the next request then gets the result. Errors in the file itself are only for the sender.
  check.catch((err: unknown) => {
    if (!isAppError(err) || err.status >= 500) deps.log({ err, uploadId: id }, 'Upload completion failed');
  });
  return check;
};

const checkAndAdd = async (deps: MediaDeps, input: Input): Promise<MediaRecord> => {
  const upload = await findUpload(deps, input);
  const media = await checkUpload(deps, { upload, sha256: input.sha256 });
  const after = { contestId: media.contestId, category: media.category, size: media.original.size };
  const event = adminActedEvent({ actor: input.actor, action: 'media.uploaded', target: auditTarget(media), after });
  await addToLibrary(deps, { media, events: [event] });
  return media;
};

/** Inserts a checked medium into the library. Idempotent: after a crash between the check and this, the sweep calls it again. */
export const addToLibrary = async (deps: MediaDeps, { media, events }: { media: MediaRecord; events: EventEnvelope[] }): Promise<void> => {
  await deps.media.insert({ media, events });
  await deps.uploads.markSettled(media.id);
  await deps.chunks.removeAll(media.id);
  // A concurrent deletion of the contest either finds the medium, or has marked the contest before this check.
  const isPublic = media.category !== 'finished';
  if (isPublic && (await deps.contests.find(media.contestId)).isDeleted) {
    await deps.media.erase({ id: media.id, events: [] });
    await deps.storage.remove(media.original.key);
    return;
  }
  if (isPublic) await refreshCover(deps, media.contestId);
  deps.triggerProcessing();
};
