import type { FinishedVideo } from '@stagereel/contracts';
import type { MediaDeps } from '../ports.ts';

/** Those of the ids that are finished videos and wholly there: only complete uploads have a record. */
export const findFinishedVideos = async ({ media }: Pick<MediaDeps, 'media'>, ids: readonly string[]): Promise<FinishedVideo[]> => {
  const found = await Promise.all([...new Set(ids)].map((id) => media.find(id)));
  return found.flatMap((video) => (video?.category === 'finished' && video.lineId ? [{ id: video.id, lineId: video.lineId }] : []));
};
