import { type Actor, adminActedEvent, isAppError } from '@stagereel/service-kit';
import { findMedia } from '../library/find-media.ts';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';
import { addToLibrary } from './add-to-library.ts';
import { checkUpload } from './check-upload.ts';
import { findUpload, type UploadKey } from './find-upload.ts';

type Input = UploadKey & { sha256: string | null; actor: Actor };

/** The checks under way in this process, so that asking again joins the one there is. */
export type RunningChecks = Map<string, Promise<MediaRecord>>;

/**
 * Completes an upload, once: asked again it answers the same. Undefined while the file is still being read through.
 * @throws AppError UploadNotFound, UploadIncomplete, and what ends an upload; see {@link checkUpload}
 */
export const completeUpload = async (deps: MediaDeps & { checks: RunningChecks }, input: Input): Promise<MediaRecord | undefined> => {
  const { id, isSettled } = await findUpload(deps, input);
  if (isSettled) return findMedia(deps, id);

  const check = deps.checks.get(id) ?? run(deps, { id, input });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deps.checkWaitMs);
  });
  try {
    return await Promise.race([check, patience]);
  } finally {
    clearTimeout(timer);
  }
};

const run = (deps: MediaDeps & { checks: RunningChecks }, { id, input }: { id: string; input: Input }): Promise<MediaRecord> => {
  const check = checkAndAdd(deps, { id, input }).finally(() => deps.checks.delete(id));
  deps.checks.set(id, check);
  // It may end when nobody waits for it any more; whoever asks next hears of it. What is wrong with the file is the sender's business alone.
  check.catch((err: unknown) => {
    if (!isAppError(err) || err.status >= 500) deps.log({ err, uploadId: id }, 'an upload was not completed');
  });
  return check;
};

const checkAndAdd = async (deps: MediaDeps, { id, input }: { id: string; input: Input }): Promise<MediaRecord> => {
  const upload = await findUpload(deps, input);
  const media = await checkUpload(deps, { upload, sha256: input.sha256 });
  const target = { type: 'media', id, label: media.originalName };
  const after = { contestId: media.contestId, category: media.category, size: media.original.size };
  const event = adminActedEvent({ actor: input.actor, action: 'media.uploaded', target, after });
  await addToLibrary(deps, { media, events: [event] });
  return media;
};
