import type { MediaDeps } from '../ports.ts';
import { discardUpload } from '../uploads/cancel-upload.ts';
import type { Swept } from './swept.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'storage' | 'now' | 'staleUploadMs' | 'unbegunUploadMs'>;

const staleLimitOf = ({ now, staleUploadMs }: Deps): Date => new Date(now().getTime() - staleUploadMs);

/** Uploads of which nothing came any more, and records that have done their service. */
export async function* sweepStaleUploads(deps: Deps, { isDryRun }: { isDryRun: boolean }): AsyncGenerator<Swept> {
  const limit = staleLimitOf(deps);
  for (const upload of await deps.uploads.listUntouchedSince(limit)) {
    const { id, state, isSettled, fileSize, touchedAt } = upload;
    if (state === 'open' || state === 'checking') {
      // It may have been touched or completed since it was listed.
      const goes = isDryRun || (await discardUpload(deps, { upload, states: [state], untouchedSince: limit }));
      if (goes) yield { what: 'stale upload', why: 'no part of it came any more', id, bytes: fileSize, since: touchedAt };
    } else if (!isDryRun && (isSettled || state === 'refused')) {
      // What is settled or refused leaves its record alone behind.
      await deps.uploads.remove(id);
    }
  }
}

/** Their clients may have never heard of them; what they would take is promised all the while. Those that are stale as well are not among them. */
export async function* sweepUnbegunUploads(deps: Deps, { isDryRun }: { isDryRun: boolean }): AsyncGenerator<Swept> {
  const limit = new Date(deps.now().getTime() - deps.unbegunUploadMs);
  const staleLimit = staleLimitOf(deps);
  for (const upload of await deps.uploads.listUnbegunSince(limit)) {
    const { id, fileSize, touchedAt } = upload;
    if (touchedAt < staleLimit) continue;
    const goes = isDryRun || (await discardUpload(deps, { upload, states: ['open'], isUnbegun: true }));
    if (goes) yield { what: 'stale upload', why: 'no part of it ever came', id, bytes: fileSize, since: touchedAt };
  }
}
