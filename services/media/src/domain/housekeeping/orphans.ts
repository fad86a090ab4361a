import type { MediaDeps } from '../ports.ts';
import type { Storage } from '../storage.ts';
import type { Swept } from './swept.ts';
import { inBatches, unknownKeys } from './unknown-keys.ts';

type Deps = Pick<MediaDeps, 'storage' | 'uploads' | 'media' | 'now' | 'orphanAfterMs'>;
type StoredObject = Storage['list'] extends () => AsyncIterable<infer Item> ? Item : never;

/** For so long nobody else begins: longer than most scans take, and two at once do no harm. */
const TURN_MS = 3_600_000;

/** Bytes that no record knows, and have been so for longer than any record takes to be written. The signal ends it early. */
export async function* sweepOrphans(deps: Deps, { isDryRun, signal }: { isDryRun: boolean; signal?: AbortSignal }): AsyncGenerator<Swept> {
  for await (const objects of inBatches(oldObjects(deps))) {
    if (signal?.aborted) return;
    // Asked after the bytes were listed: what had no record then and has none now never gets one.
    const unknown = await unknownKeys(
      deps,
      objects.map(({ key }) => key),
    );
    for (const orphan of objects.filter(({ key }) => unknown.has(key))) {
      if (!isDryRun) await removeOrphan(deps, orphan);
      yield { what: 'orphaned bytes', why: 'no record knows them', id: orphan.key, bytes: orphan.size, since: orphan.changedAt };
    }
  }
}

/** The same where it is due: all that is stored is listed for it, which a large store has one replica do, once in a while. */
export async function* sweepOrphansInTurn(
  deps: Deps & Pick<MediaDeps, 'orphanScan' | 'orphanEveryMs'>,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<Swept> {
  const { orphanScan, now, orphanEveryMs } = deps;
  const fromNow = (ms: number): Date => new Date(now().getTime() + ms);
  if (!(await orphanScan.begin({ now: now(), until: fromNow(TURN_MS) }))) return;
  let isDone = false;
  try {
    yield* sweepOrphans(deps, { isDryRun: false, signal });
    isDone = !signal.aborted;
  } finally {
    await orphanScan.end(fromNow(isDone ? orphanEveryMs : 0));
  }
}

async function* oldObjects({ storage, now, orphanAfterMs }: Deps): AsyncGenerator<StoredObject> {
  const limit = now().getTime() - orphanAfterMs;
  for await (const object of storage.list()) if (object.changedAt.getTime() < limit) yield object;
}

const removeOrphan = ({ storage }: Deps, { key, handle }: StoredObject): Promise<void> =>
  handle === null ? storage.remove(key) : storage.abandon({ key, handle });
