import type { MediaDeps } from '../deps.ts';
import type { StoredObject } from '../storage/storage.ts';
import { findUnknownKeys, inBatches } from '../storage/unknown-keys.ts';
import type { SweptItem } from './swept-item.ts';

/** Other replicas wait this long for a scan. Most scans take less, and two concurrent ones do no harm. */
const SCAN_LEASE_MS = 3_600_000;

type Options = { isDryRun: boolean; signal?: AbortSignal };

/** Removes stored objects that no record refers to and that are old enough that none will be written. The signal stops it early. */
export async function* sweepOrphans(deps: MediaDeps, { isDryRun, signal }: Options): AsyncGenerator<SweptItem> {
  for await (const objects of inBatches(listOldObjects(deps))) {
    if (signal?.aborted) return;
    // Query after listing: an old object that has no record now never gets one.
    const unknown = await findUnknownKeys(
      deps,
      objects.map(({ key }) => key),
    );
    for (const orphan of objects.filter(({ key }) => unknown.has(key))) {
      if (!isDryRun) await removeOrphan(deps, orphan);
      yield { what: 'orphaned bytes', why: 'no record refers to them', id: orphan.key, bytes: orphan.size, since: orphan.changedAt };
    }
  }
}

/** The same when it is due: a scan lists the whole storage, so only one replica does it, once per interval. */
export async function* sweepOrphansWhenDue(deps: MediaDeps, { signal }: { signal: AbortSignal }): AsyncGenerator<SweptItem> {
  const { orphanScanLease, now, orphanEveryMs } = deps;
  const fromNow = (ms: number): Date => new Date(now().getTime() + ms);
  if (!(await orphanScanLease.begin({ now: now(), until: fromNow(SCAN_LEASE_MS) }))) return;
  let isDone = false;
  try {
    yield* sweepOrphans(deps, { isDryRun: false, signal });
    isDone = !signal.aborted;
  } finally {
    await orphanScanLease.end(fromNow(isDone ? orphanEveryMs : 0));
  }
}

async function* listOldObjects({ storage, now, orphanAfterMs }: MediaDeps): AsyncGenerator<StoredObject> {
  const limit = now().getTime() - orphanAfterMs;
  for await (const object of storage.list()) if (object.changedAt.getTime() < limit) yield object;
}

const removeOrphan = ({ storage }: MediaDeps, { key, handle }: StoredObject): Promise<void> =>
  handle === null ? storage.remove(key) : storage.abandon({ key, handle });
