import type { MediaDeps } from '../deps.ts';
import { removeFiles } from '../library/manage-media.ts';
import { discardUpload } from '../upload/cancel-upload.ts';

const ANY_STATE = ['open', 'checking', 'completed', 'refused'] as const;

/** Removes the media and uploads of a deleted contest. Idempotent. Finished videos stay, because customers have paid for them. */
export const removeContest = async (deps: MediaDeps, contestId: string): Promise<void> => {
  // Mark the contest first, so that an upload that is completed concurrently sees the mark.
  await deps.contests.markDeleted(contestId);
  for (const upload of await deps.uploads.listByContest(contestId)) {
    if (upload.category === 'finished') continue;
    if (upload.isSettled) await deps.uploads.remove(upload.id);
    else await discardUpload(deps, { upload, states: ANY_STATE });
  }
  for (const media of await deps.media.listByContest(contestId)) {
    await deps.media.erase({ id: media.id, events: [] });
    await removeFiles(deps, media);
  }
};
