import type { MediaDeps } from '../deps.ts';
import { discardUpload } from '../upload/cancel-upload.ts';
import type { SweptItem } from './swept-item.ts';

const staleLimit = ({ now, staleUploadMs }: MediaDeps): Date => new Date(now().getTime() - staleUploadMs);

/** Removes uploads of which nothing was received for a long time, and records that are not needed any more. */
export async function* sweepStaleUploads(deps: MediaDeps, { isDryRun }: { isDryRun: boolean }): AsyncGenerator<SweptItem> {
  const limit = staleLimit(deps);
  for (const upload of await deps.uploads.listUntouchedSince(limit)) {
    const { id, state, isSettled, fileSize, touchedAt } = upload;
    if (state === 'open' || state === 'checking') {
      // It may have been touched or completed since it was listed.
      const isRemoved = isDryRun || (await discardUpload(deps, { upload, states: [state], untouchedSince: limit }));
      if (isRemoved) yield { what: 'stale upload', why: 'abandoned by its client', id, bytes: fileSize, since: touchedAt };
    } else if (!isDryRun && (isSettled || state === 'refused')) {
      // Only the record is left: the library has the bytes, or they were removed.
      await deps.uploads.remove(id);
    }
  }
}

/**
 * Removes uploads of which nothing was ever received, after a shorter time: they reserve space, and their client may not even know them.
 * Those that are stale as well are left to {@link sweepStaleUploads}.
 */
export async function* sweepUnbegunUploads(deps: MediaDeps, { isDryRun }: { isDryRun: boolean }): AsyncGenerator<SweptItem> {
  const limit = new Date(deps.now().getTime() - deps.unbegunUploadMs);
  for (const upload of await deps.uploads.listUnbegunSince(limit)) {
    const { id, fileSize, touchedAt } = upload;
    if (touchedAt < staleLimit(deps)) continue;
    const isRemoved = isDryRun || (await discardUpload(deps, { upload, states: ['open'], isUnbegun: true }));
    if (isRemoved) yield { what: 'stale upload', why: 'never begun', id, bytes: fileSize, since: touchedAt };
  }
}
