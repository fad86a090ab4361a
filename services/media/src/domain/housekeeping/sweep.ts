import { removeFiles } from '../library/delete-media.ts';
import { refreshCover } from '../library/refresh-cover.ts';
import type { MediaDeps } from '../ports.ts';
import { addToLibrary } from '../uploads/add-to-library.ts';
import { discardUpload } from '../uploads/cancel-upload.ts';
import { findExpiredVideos, isStillExpired } from './expired-videos.ts';
import { keepStorageMatching } from './storage-match.ts';

/** A claim that has ended is known for another while, so that its browser hears why it gets nothing more. */
const GRANTS_KEPT_MS = 30 * 86_400_000;

export type SweepSettings = { orphanAfterMs: number };
type Deps = MediaDeps & SweepSettings;

/** `why`: for the operator. `since`: when it became useless. */
export type Swept = { what: 'stale upload' | 'expired video' | 'orphaned bytes'; why: string; id: string; bytes: number; since: Date };

/**
 * Makes good what crashes left, and throws away what nobody wants any more. Every replica runs it; each step can be repeated.
 * With `isDryRun` nothing is changed. Answers what goes, or would.
 * @throws StorageMismatch before any bytes go
 */
export const sweep = async (deps: Deps, { isDryRun }: { isDryRun: boolean }): Promise<Swept[]> => {
  if (!isDryRun) await repair(deps);
  if (!isDryRun) await deps.grants.removeEndedBefore(new Date(deps.now().getTime() - GRANTS_KEPT_MS));
  if (!isDryRun) await keepStorageMatching(deps);
  const stale = await sweepStaleUploads(deps, isDryRun);
  const expired = await sweepExpiredVideos(deps, isDryRun);
  return [...stale, ...expired, ...(await sweepOrphans(deps, isDryRun))];
};

const repair = async (deps: Deps): Promise<void> => {
  for (const { media } of await deps.uploads.listUnsettled()) if (media) await addToLibrary(deps, { media, events: [] });
  const [have, had] = await Promise.all([deps.media.contestsWithCovers(), deps.contests.contestsWithCovers()]);
  for (const contestId of new Set([...have, ...had])) await refreshCover(deps, contestId);
};

const sweepStaleUploads = async (deps: Deps, isDryRun: boolean): Promise<Swept[]> => {
  const limit = new Date(deps.now().getTime() - deps.staleUploadMs);
  const stale = await deps.uploads.listUntouchedSince(limit);
  const gone: Swept[] = [];
  for (const upload of stale) {
    const { id, state, isSettled, fileSize, touchedAt } = upload;
    if (state === 'open' || state === 'checking') {
      // It may have been touched or completed since it was listed.
      const goes = isDryRun || (await discardUpload(deps, { upload, states: [state], untouchedSince: limit }));
      if (goes) gone.push({ what: 'stale upload', why: 'no part of it came any more', id, bytes: fileSize, since: touchedAt });
    } else if (!isDryRun && (isSettled || state === 'refused')) {
      // What is settled or refused leaves its record alone behind.
      await deps.uploads.remove(id);
    }
  }
  return [...gone, ...(await sweepUnbegunUploads(deps, isDryRun))];
};

/** Their clients may have never heard of them; what they would take is promised all the while. */
const sweepUnbegunUploads = async (deps: Deps, isDryRun: boolean): Promise<Swept[]> => {
  const limit = new Date(deps.now().getTime() - deps.unbegunUploadMs);
  const gone: Swept[] = [];
  for (const upload of await deps.uploads.listUnbegunSince(limit)) {
    const { id, fileSize, touchedAt } = upload;
    const goes = isDryRun || (await discardUpload(deps, { upload, states: ['open'], isUnbegun: true }));
    if (goes) gone.push({ what: 'stale upload', why: 'no part of it ever came', id, bytes: fileSize, since: touchedAt });
  }
  return gone;
};

const sweepExpiredVideos = async (deps: Deps, isDryRun: boolean): Promise<Swept[]> => {
  const gone: Swept[] = [];
  for (const expired of await findExpiredVideos(deps)) {
    const { video, why, since } = expired;
    const { id, original, preview } = video;
    const swept: Swept = { what: 'expired video', why, id, bytes: original.size + (preview?.size ?? 0), since };
    if (isDryRun) gone.push(swept);
    if (isDryRun || !(await isStillExpired(deps, expired))) continue;
    // Without its upload nobody can put it back by asking for its completion again.
    await deps.uploads.remove(id);
    if (!(await deps.media.erase({ id, events: [] }))) continue;
    await removeFiles(deps, video);
    deps.log({ mediaId: id, why, since }, 'a finished video was removed');
    gone.push(swept);
  }
  return gone;
};

/** Bytes that no record knows, and have been so for longer than any record takes to be written. */
const sweepOrphans = async (deps: Deps, isDryRun: boolean): Promise<Swept[]> => {
  const limit = deps.now().getTime() - deps.orphanAfterMs;
  const candidates: { key: string; handle: string | null; size: number; changedAt: Date }[] = [];
  for await (const object of deps.storage.list()) if (object.changedAt.getTime() < limit) candidates.push(object);
  if (candidates.length === 0) return [];

  // Read after the bytes were listed: what had no record then and has none now never gets one. Uploads first, and only then media: what is
  // completed in between is in both, and never in neither.
  const uploads = await deps.uploads.keys();
  const media = await deps.media.keys();
  const orphans = candidates.filter(({ key }) => !uploads.has(key) && !media.has(key));
  for (const { key, handle } of isDryRun ? [] : orphans) {
    if (handle === null) await deps.storage.remove(key);
    else await deps.storage.abandon({ key, handle });
  }
  return orphans.map(({ key, size, changedAt }) => ({
    what: 'orphaned bytes',
    why: 'no record knows them',
    id: key,
    bytes: size,
    since: changedAt,
  }));
};
