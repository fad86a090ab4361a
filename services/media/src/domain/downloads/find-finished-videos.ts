import type { FinishedVideo, Footage } from '@stagereel/contracts';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord, StoredFile } from '../records.ts';

/** The address of a preview, which names its content: nobody guesses one. */
export const previewPath = ({ hash }: Pick<StoredFile, 'hash'>): string => `/api/download/previews/${hash}`;

const footageOf = ({ reading, original: { width, height }, durationSeconds, processing }: MediaRecord): Footage => {
  // Of a video from before readings were noted, what is known was read.
  if ((reading === 'read' || reading === null) && width !== null && height !== null) {
    return { state: 'read', width, height, durationMs: durationSeconds === null ? null : Math.round(durationSeconds * 1000) };
  }
  // Whoever was to read it later has given up.
  if (reading === 'pending') return { state: processing === 'failed' ? 'unreadable' : 'pending' };
  return { state: reading === 'unreadable' ? 'unreadable' : 'unknown' };
};

export type Finished = MediaRecord & { lineId: string };
export const isFinished = (media: MediaRecord | null): media is Finished => media?.category === 'finished' && Boolean(media.lineId);

const factsOf = (video: Finished): Omit<FinishedVideo, 'sameContent'> => ({
  id: video.id,
  lineId: video.lineId,
  size: video.original.size,
  previewUrl: video.preview && previewPath(video.preview),
  isPreviewComing: video.processing === 'pending',
  footage: footageOf(video),
});

/** Those of the ids that are finished videos and wholly there: only complete uploads have a record. */
export const findFinishedVideos = async ({ media }: Pick<MediaDeps, 'media'>, ids: readonly string[]): Promise<FinishedVideo[]> => {
  const found = (await Promise.all([...new Set(ids)].map((id) => media.find(id)))).filter(isFinished);
  const alike = await media.finishedWithContent(found.map(({ original }) => original.hash));
  return found.map((video) => {
    const others = alike.filter(({ hash, lineId }) => hash === video.original.hash && lineId !== video.lineId);
    return { ...factsOf(video), sameContent: others.map(({ id, lineId }) => ({ id, lineId })) };
  });
};
