import type { FinishedVideo } from '@stagereel/contracts';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord, StoredFile } from '../records.ts';

/** The address of a preview, which names its content: nobody guesses one. */
export const previewPath = ({ hash }: Pick<StoredFile, 'hash'>): string => `/api/download/previews/${hash}`;

const factsOf = ({ id, lineId, original, preview, processing }: MediaRecord & { lineId: string }): FinishedVideo => ({
  id,
  lineId,
  size: original.size,
  previewUrl: preview && previewPath(preview),
  isPreviewComing: processing === 'pending',
});

/** Those of the ids that are finished videos and wholly there: only complete uploads have a record. */
export const findFinishedVideos = async ({ media }: Pick<MediaDeps, 'media'>, ids: readonly string[]): Promise<FinishedVideo[]> => {
  const found = await Promise.all([...new Set(ids)].map((id) => media.find(id)));
  return found.flatMap((video) => (video?.category === 'finished' && video.lineId ? [factsOf({ ...video, lineId: video.lineId })] : []));
};
