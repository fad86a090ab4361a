import { MAX_LINES_PER_VIDEO_NEEDS_REQUEST } from '@stagereel/contracts';
import type { MediaDeps } from '../deps.ts';
import { removeFiles } from '../library/manage-media.ts';
import type { MediaRecord } from '../library/media.ts';
import type { SweptItem } from './swept-item.ts';

/** `since`: when the video could last be downloaded. */
type ExpiredVideo = { video: MediaRecord; why: string; since: Date };

/** Even if the configured retention is shorter, a video of the last days is kept: somebody may be working with it. */
const MIN_RETENTION_MS = 3 * 86_400_000;

/**
 * Removes finished videos that nobody could download for the configured retention time: their download page has expired, their line awaits
 * no video, or no order has the line. Removes nothing while orders is unavailable.
 */
export async function* sweepExpiredVideos(deps: MediaDeps, { isDryRun }: { isDryRun: boolean }): AsyncGenerator<SweptItem> {
  const uploadedBefore = new Date(deps.now().getTime() - Math.max(deps.finishedKeptMs, MIN_RETENTION_MS));
  for (const expired of await filterExpired(deps, await deps.media.listFinishedBefore(uploadedBefore))) {
    const { video, why, since } = expired;
    const { id, original, preview, poster } = video;
    if (!(isDryRun || (await removeIfStillExpired(deps, expired)))) continue;
    yield { what: 'expired video', why, id, bytes: original.size + (preview?.size ?? 0) + (poster?.size ?? 0), since };
  }
}

const filterExpired = async (deps: MediaDeps, videos: readonly MediaRecord[]): Promise<ExpiredVideo[]> => {
  if (videos.length === 0) return [];
  const neededUntil = await fetchNeeds(deps, [...new Set(videos.flatMap(({ lineId }) => lineId ?? []))]);
  if (!neededUntil) return [];
  const limit = deps.now().getTime() - deps.finishedKeptMs;
  return videos.flatMap((video) => {
    const until = video.lineId === null ? undefined : neededUntil.get(video.lineId);
    if (until === null) return [];
    const since = until && until > video.uploadedAt ? until : video.uploadedAt;
    const why = until ? `video of ${video.lineId} cannot be downloaded any more` : `no order has the line ${video.lineId}`;
    return since.getTime() < limit ? [{ video, why, since }] : [];
  });
};

/** All lines or, when one request fails, none: videos whose lines are unknown to us must be kept. */
const fetchNeeds = async (
  { orders, log }: MediaDeps,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, Date | null> | undefined> => {
  const needs = new Map<string, Date | null>();
  try {
    for (let at = 0; at < lineIds.length; at += MAX_LINES_PER_VIDEO_NEEDS_REQUEST) {
      for (const [lineId, until] of await orders.neededUntil(lineIds.slice(at, at + MAX_LINES_PER_VIDEO_NEEDS_REQUEST)))
        needs.set(lineId, until);
    }
    return needs;
  } catch (err) {
    log({ err }, 'Video needs request failed, finished videos kept');
    return undefined;
  }
};

const removeIfStillExpired = async (deps: MediaDeps, { video, why, since }: ExpiredVideo): Promise<boolean> => {
  const { id } = video;
  // Removing many videos takes minutes, in which an admin may have extended a page or recalled a delivery.
  if ((await filterExpired(deps, [video])).length === 0) return false;
  // Without its upload record, a repeated completion request cannot insert the medium again.
  await deps.uploads.remove(id);
  if (!(await deps.media.erase({ id, events: [] }))) return false;
  await removeFiles(deps, video);
  deps.log({ mediaId: id, why, since }, 'Finished video removed');
  return true;
};
