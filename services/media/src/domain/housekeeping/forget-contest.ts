import { removeFiles } from '../library/delete-media.ts';
import type { MediaDeps } from '../ports.ts';
import { discardUpload } from '../uploads/cancel-upload.ts';

const ANY_STATE = ['open', 'checking', 'completed', 'refused'] as const;
type Deps = Pick<MediaDeps, 'media' | 'uploads' | 'chunks' | 'contests' | 'storage'>;

/**
 * A deleted contest takes its media, its open uploads and their bytes along; doing it twice changes nothing. Finished videos stay: they
 * were paid for, and go when their time is over.
 */
export const forgetContest = async (deps: Deps, contestId: string): Promise<void> => {
  // First, so that an upload that is completed meanwhile finds it.
  await deps.contests.markDeleted(contestId);
  for (const upload of await deps.uploads.ofContest(contestId)) {
    if (upload.category === 'finished') continue;
    if (upload.isSettled) await deps.uploads.remove(upload.id);
    else await discardUpload(deps, { upload, states: ANY_STATE });
  }
  for (const media of await deps.media.ofContest(contestId)) {
    await deps.media.erase({ id: media.id, events: [] });
    await removeFiles(deps, media);
  }
};
