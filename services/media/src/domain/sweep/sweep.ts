import type { MediaDeps } from '../deps.ts';
import { refreshCover } from '../library/refresh-cover.ts';
import { advanceStorageMark } from '../storage/storage-match.ts';
import { addToLibrary } from '../upload/complete-upload.ts';
import { sweepExpiredVideos } from './expired-videos.ts';
import { sweepOrphans } from './orphans.ts';
import { sweepStaleUploads, sweepUnbegunUploads } from './stale-uploads.ts';
import type { SweptItem } from './swept-item.ts';

/** `failed`: the names of the steps that failed. */
export type SweepResult = { swept: SweptItem[]; failed: string[] };

/**
 * Repairs what crashes left and removes what is not needed any more. Every replica runs it; each step can be repeated. A step that fails is
 * logged, and the others run anyway. With `isDryRun` it only lists what it would remove.
 * @throws StorageMismatch before any bytes are removed
 */
export const sweep = async (
  deps: MediaDeps,
  { isDryRun, orphans = sweepOrphans(deps, { isDryRun }) }: { isDryRun: boolean; orphans?: AsyncIterable<SweptItem> },
): Promise<SweepResult> => {
  const result: SweepResult = { swept: [], failed: [] };
  const run = async (step: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (err) {
      deps.log({ err, step }, 'Sweep step failed');
      result.failed.push(step);
    }
  };

  if (!isDryRun) {
    // Only the later steps remove bytes, so only they need a storage that matches the database.
    await run('covers', () => refreshCovers(deps));
    await advanceStorageMark(deps);
    await run('unsettled uploads', () => settleUploads(deps));
  }
  const removals: Record<string, AsyncIterable<SweptItem>> = {
    'stale uploads': sweepStaleUploads(deps, { isDryRun }),
    'uploads that were not begun': sweepUnbegunUploads(deps, { isDryRun }),
    'expired videos': sweepExpiredVideos(deps, { isDryRun }),
    'orphaned bytes': orphans,
  };
  for (const [step, items] of Object.entries(removals)) {
    await run(step, async () => {
      for await (const item of items) result.swept.push(item);
    });
  }
  return result;
};

/** Adds media to the library whose process crashed between the check and that. */
const settleUploads = async (deps: MediaDeps): Promise<void> => {
  for (const { media } of await deps.uploads.listUnsettled()) if (media) await addToLibrary(deps, { media, events: [] });
};

const refreshCovers = async (deps: MediaDeps): Promise<void> => {
  const [withMedia, published] = await Promise.all([deps.media.listContestsWithLibraryMedia(), deps.contests.listWithPublishedCovers()]);
  for (const contestId of new Set([...withMedia, ...published])) await refreshCover(deps, contestId);
};
