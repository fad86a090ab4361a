import type { FinishedVideo, FinishedVideos, OpenTicket, Ticket } from '@stagereel/contracts';
import { isDeclined, type Line, type Order } from '../order/order.ts';
import { type LineVideo, lineError, storedVideoId } from './video-source.ts';

/** Finished videos in the media service. Every call throws AppError ServiceUnavailable if media does not respond. */
export type VideoStore = {
  /** Those of the ids whose upload is complete. */
  findFinished: (ids: readonly string[]) => Promise<FinishedVideo[]>;
  /** The same, with those of the claims whose byte quota does not allow another download. */
  findDownloads: (wanted: { ids: readonly string[]; claimIds: readonly string[] }) => Promise<FinishedVideos>;
  /** A short-lived URL of a video for the browser that claimed it; null if the video is deleted. */
  openTicket: (request: OpenTicket) => Promise<Ticket | null>;
};
type Deps = { videos: VideoStore };

/**
 * Requires that each given stored video is complete and was uploaded for its line, and returns media's information about them.
 * @throws AppError FinishedVideoUnknown, with the lines in `fields`; ServiceUnavailable
 */
export const requireFinished = async (
  { videos }: Deps,
  { order, given }: { order: Order; given: readonly LineVideo[] },
): Promise<FinishedVideo[]> => {
  const stored = given.flatMap(({ index, video }) => {
    const id = storedVideoId(video);
    const lineId = order.lines[index]?.number;
    return id === null || lineId === undefined ? [] : [{ id, lineId }];
  });
  if (stored.length === 0) return [];
  const found = await videos.findFinished(stored.map(({ id }) => id));
  const unknown = stored.filter(({ id, lineId }) => !found.some((video) => video.id === id && video.lineId === lineId));
  if (unknown.length === 0) return found;
  const lineIds = unknown.map(({ lineId }) => lineId);
  throw lineError('FinishedVideoUnknown', lineIds);
};

/**
 * Requires that the stored videos of these lines still exist.
 * @throws AppError FinishedVideoGone, with the lines in `fields`; ServiceUnavailable
 */
export const requireStillStored = async ({ videos }: Deps, lines: readonly Line[]): Promise<void> => {
  const stored = lines.flatMap((line) => {
    const id = line.video && !isDeclined(line) ? storedVideoId(line.video) : null;
    return id === null ? [] : [{ id, lineId: line.number }];
  });
  if (stored.length === 0) return;
  const found = await videos.findFinished(stored.map(({ id }) => id));
  const deleted = stored.filter(({ id }) => !found.some((video) => video.id === id));
  if (deleted.length === 0) return;
  const lineIds = deleted.map(({ lineId }) => lineId);
  throw lineError('FinishedVideoGone', lineIds);
};
