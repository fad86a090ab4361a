import type { FinishedVideo, Footage } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { MediaRecord, StoredFile } from '../library/media.ts';

type FinishedVideoRecord = MediaRecord & { lineId: string };

const isFinished = (media: MediaRecord | null): media is FinishedVideoRecord => media?.category === 'finished' && Boolean(media.lineId);

/** The content hash in the URL makes it unguessable. */
const previewUrl = ({ hash }: StoredFile): string => `/api/download/previews/${hash}`;

const toFootage = ({ reading, original: { width, height }, durationSeconds, processing }: MediaRecord): Footage => {
  if (reading === 'read' && width !== null && height !== null) {
    return { state: 'read', width, height, durationMs: durationSeconds === null ? null : Math.round(durationSeconds * 1000) };
  }
  if (reading === 'pending') return { state: processing === 'failed' ? 'unreadable' : 'pending' };
  return { state: reading === 'unreadable' ? 'unreadable' : 'unknown' };
};

const toView = (video: FinishedVideoRecord): Omit<FinishedVideo, 'sameContent'> => ({
  id: video.id,
  lineId: video.lineId,
  size: video.original.size,
  posterUrl: video.poster && previewUrl(video.poster),
  previewUrl: video.preview && previewUrl(video.preview),
  isPreviewComing: video.processing === 'pending',
  footage: toFootage(video),
});

/** The finished videos among the ids. Each is complete, because only complete uploads have a media record. */
export const findFinishedVideos = async ({ media }: MediaDeps, ids: readonly string[]): Promise<FinishedVideo[]> => {
  const found = (await Promise.all([...new Set(ids)].map((id) => media.find(id)))).filter(isFinished);
  const sameContent = await media.listFinishedByContent(found.map(({ original }) => original.hash));
  return found.map((video) => {
    const others = sameContent.filter(({ hash, lineId }) => hash === video.original.hash && lineId !== video.lineId);
    return { ...toView(video), sameContent: others.map(({ id, lineId }) => ({ id, lineId })) };
  });
};

/** A finished video for an admin to watch. @throws AppError NotFound */
export const findFinishedVideo = async ({ media }: MediaDeps, id: string): Promise<FinishedVideoRecord> => {
  const found = await media.find(id);
  if (!isFinished(found)) throw new AppError('NotFound');
  return found;
};
