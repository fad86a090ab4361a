import { refreshCover } from '../library/refresh-cover.ts';
import type { MediaDeps } from '../ports.ts';
import { addToLibrary } from '../uploads/add-to-library.ts';
import { sweepExpiredVideos } from './expired-videos.ts';
import { sweepOrphans } from './orphans.ts';
import { sweepStaleUploads, sweepUnbegunUploads } from './stale-uploads.ts';
import { keepStorageMatching } from './storage-match.ts';
import type { SweepOutcome, Swept } from './swept.ts';

/** A claim that has ended is known for another while, so that its browser hears why it gets nothing more. */
const GRANTS_KEPT_MS = 30 * 86_400_000;

/**
 * Makes good what crashes left, and throws away what nobody wants any more. Every replica runs it; each step can be repeated, and one that
 * fails is logged and keeps none of the others. With `isDryRun` nothing is changed. Answers what goes, or would.
 * @throws StorageMismatch before any bytes go
 */
export const sweep = async (
  deps: MediaDeps,
  { isDryRun, orphans = sweepOrphans(deps, { isDryRun }) }: { isDryRun: boolean; orphans?: AsyncIterable<Swept> },
): Promise<SweepOutcome> => {
  const outcome: SweepOutcome = { swept: [], failed: [] };
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (err) {
      deps.log({ err, step: name }, 'a step of the sweep failed');
      outcome.failed.push(name);
    }
  };
  const steps = async (all: Record<string, AsyncIterable<Swept>>): Promise<void> => {
    for (const [name, found] of Object.entries(all)) {
      await step(name, async () => {
        for await (const each of found) outcome.swept.push(each);
      });
    }
  };

  if (!isDryRun) {
    // These remove no bytes, whatever the storage.
    await step('covers', () => refreshCovers(deps));
    await step('ended claims', () => deps.grants.removeEndedBefore(new Date(deps.now().getTime() - GRANTS_KEPT_MS)));
    await keepStorageMatching(deps);
    await step('unsettled uploads', () => settleUploads(deps));
  }
  await steps({
    'stale uploads': sweepStaleUploads(deps, { isDryRun }),
    'uploads that were not begun': sweepUnbegunUploads(deps, { isDryRun }),
    'expired videos': sweepExpiredVideos(deps, { isDryRun }),
    'orphaned bytes': orphans,
  });
  return outcome;
};

const settleUploads = async (deps: MediaDeps): Promise<void> => {
  for (const { media } of await deps.uploads.listUnsettled()) if (media) await addToLibrary(deps, { media, events: [] });
};

const refreshCovers = async (deps: MediaDeps): Promise<void> => {
  const [have, had] = await Promise.all([deps.media.contestsWithCovers(), deps.contests.contestsWithCovers()]);
  for (const contestId of new Set([...have, ...had])) await refreshCover(deps, contestId);
};
