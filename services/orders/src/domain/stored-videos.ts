import { type FinishedVideo, STORED_VIDEO } from '@stagereel/contracts';
import { deliveryRefusal, type LineVideo } from './delivery-urls.ts';
import { isDeclined, type Line, type Order, type VideoSource } from './order.ts';
import type { Videos } from './ports.ts';

/** The media service's id of a video; null for an outside link. */
export const storedVideoId = ({ url }: VideoSource): string | null => STORED_VIDEO.exec(url)?.[1] ?? null;

/**
 * Lets through only stored videos that are complete and were uploaded for the very line they are to be delivered for, and answers what media
 * knows of them.
 * @throws AppError FinishedVideoUnknown, naming the lines in `fields`; ServiceUnavailable
 */
export const assertFinished = async (
  { videos }: { videos: Pick<Videos, 'find'> },
  { order, given }: { order: Order; given: readonly LineVideo[] },
): Promise<FinishedVideo[]> => {
  const wanted = given.flatMap(({ index, video }) => {
    const id = storedVideoId(video);
    const lineId = order.lines[index]?.number;
    return id === null || lineId === undefined ? [] : [{ id, lineId }];
  });
  if (wanted.length === 0) return [];
  const found = await videos.find(wanted.map(({ id }) => id));
  const unknown = wanted.filter(({ id, lineId }) => !found.some((video) => video.id === id && video.lineId === lineId));
  if (unknown.length === 0) return found;
  const lineIds = unknown.map(({ lineId }) => lineId);
  throw deliveryRefusal('FinishedVideoUnknown', lineIds);
};

/**
 * Lets through only lines whose stored videos, if they have any, are still there.
 * @throws AppError FinishedVideoGone, naming the lines in `fields`; ServiceUnavailable
 */
export const assertStillThere = async ({ videos }: { videos: Pick<Videos, 'find'> }, lines: readonly Line[]): Promise<void> => {
  const stored = lines.flatMap((line) => {
    const id = line.video && !isDeclined(line) ? storedVideoId(line.video) : null;
    return id === null ? [] : [{ id, lineId: line.number }];
  });
  if (stored.length === 0) return;
  const found = await videos.find(stored.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !found.some((video) => video.id === id));
  if (gone.length > 0) {
    throw deliveryRefusal(
      'FinishedVideoGone',
      gone.map(({ lineId }) => lineId),
    );
  }
};
