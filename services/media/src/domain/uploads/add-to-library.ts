import type { EventEnvelope } from '@stagereel/contracts';
import { refreshCover } from '../library/refresh-cover.ts';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'media' | 'contests' | 'storage' | 'processSoon'>;

/**
 * Puts a checked file into the library: from here on it is to be seen. Doing it again changes nothing, so that a crash between the check and
 * this can be made good by whoever comes next.
 */
export const addToLibrary = async (deps: Deps, { media, events }: { media: MediaRecord; events: EventEnvelope[] }): Promise<void> => {
  await deps.media.insert({ media, events });
  await deps.uploads.settle(media.id);
  await deps.chunks.removeOf(media.id);
  // The deletion of the contest either finds the medium or has left its note before this looks.
  if (media.category !== 'finished' && (await deps.contests.find(media.contestId)).isDeleted) {
    await deps.media.erase({ id: media.id, events: [] });
    await deps.storage.remove(media.original.key);
    return;
  }
  if (media.category === 'cover-image') await refreshCover(deps, media.contestId);
  deps.processSoon();
};
