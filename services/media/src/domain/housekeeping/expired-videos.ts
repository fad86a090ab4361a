import { VIDEO_NEEDS_AT_ONCE } from '@stagereel/contracts';
import { removeFiles } from '../library/delete-media.ts';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';
import type { Swept } from './swept.ts';

type Deps = Pick<MediaDeps, 'media' | 'orders' | 'finishedKeptMs' | 'now' | 'log'>;
/** `since`: when somebody could last make use of it. */
type ExpiredVideo = { video: MediaRecord; why: string; since: Date };

/** However little is kept, an upload of these days is somebody's work. */
const YOUNG_MS = 3 * 86_400_000;

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** All or nothing: what orders has not answered for is wanted. */
const askOrders = async ({ orders, log }: Deps, lineIds: readonly string[]): Promise<ReadonlyMap<string, Date | null> | undefined> => {
  const needs = new Map<string, Date | null>();
  try {
    for (let at = 0; at < lineIds.length; at += VIDEO_NEEDS_AT_ONCE) {
      for (const [lineId, until] of await orders.neededUntil(lineIds.slice(at, at + VIDEO_NEEDS_AT_ONCE))) needs.set(lineId, until);
    }
    return needs;
  } catch (err) {
    log({ err }, 'orders does not say which finished videos are wanted: all of them stay');
    return undefined;
  }
};

/** Removes the finished videos of {@link findExpiredVideos}, or lists them. */
export async function* sweepExpiredVideos(
  deps: Deps & Pick<MediaDeps, 'uploads' | 'storage'>,
  { isDryRun }: { isDryRun: boolean },
): AsyncGenerator<Swept> {
  for (const expired of await findExpiredVideos(deps)) {
    const { video, why, since } = expired;
    const { id, original, preview } = video;
    if (!(isDryRun || (await isErased(deps, expired)))) continue;
    yield { what: 'expired video', why, id, bytes: original.size + (preview?.size ?? 0), since };
  }
}

const isErased = async (deps: Deps & Pick<MediaDeps, 'uploads' | 'storage'>, expired: ExpiredVideo): Promise<boolean> => {
  const { video, why, since } = expired;
  const { id } = video;
  if (!(await isStillExpired(deps, expired))) return false;
  // Without its upload nobody can put it back by asking for its completion again.
  await deps.uploads.remove(id);
  if (!(await deps.media.erase({ id, events: [] }))) return false;
  await removeFiles(deps, video);
  deps.log({ mediaId: id, why, since }, 'a finished video was removed');
  return true;
};

/**
 * The finished videos that nobody can download any more and that were kept long enough: their page has ended, their line awaits none, or no
 * order has it. Nothing while orders gives no answer.
 */
const findExpiredVideos = async (deps: Deps): Promise<ExpiredVideo[]> => {
  const old = await deps.media.finishedBefore(new Date(deps.now().getTime() - Math.max(deps.finishedKeptMs, YOUNG_MS)));
  return expiredOf(deps, old);
};

/** Those of the videos that orders, asked now, says are of no use. */
const expiredOf = async (deps: Deps, videos: readonly MediaRecord[]): Promise<ExpiredVideo[]> => {
  if (videos.length === 0) return [];
  const needs = await askOrders(deps, [...new Set(videos.flatMap(({ lineId }) => lineId ?? []))]);
  if (!needs) return [];
  const limit = deps.now().getTime() - deps.finishedKeptMs;
  return videos.flatMap((video) => {
    const until = video.lineId === null ? undefined : needs.get(video.lineId);
    if (until === null) return [];
    const since = until ? later(until, video.uploadedAt) : video.uploadedAt;
    const why = until ? `nobody can download a video of ${video.lineId} any more` : `no order has the line ${video.lineId}`;
    return since.getTime() < limit ? [{ video, why, since }] : [];
  });
};

/**
 * Whether it still is one. To erase many takes minutes, in which an admin may have opened a page again or taken a delivery back: each is asked
 * about once more right before it goes.
 */
const isStillExpired = async (deps: Deps, { video }: ExpiredVideo): Promise<boolean> => (await expiredOf(deps, [video])).length > 0;
