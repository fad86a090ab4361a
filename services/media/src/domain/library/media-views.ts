import type { Media, MediaVariant, UploadedMedia } from '@stagereel/contracts';
import type { MediaRecord, StoredFile } from './media.ts';

/** The public URL of a file. It contains the content hash, so caches never need to revalidate it. */
export const publicUrl = ({ hash, extension }: StoredFile): string => `/media/${hash}.${extension}`;

const toVariant = (file: StoredFile): MediaVariant => ({ url: publicUrl(file), width: file.width ?? 0, height: file.height ?? 0 });

const commonFields = (media: MediaRecord) => ({
  id: media.id,
  contestId: media.contestId,
  type: media.type,
  originalName: media.originalName,
  uploadedAt: media.uploadedAt.toISOString(),
  displayOrder: media.displayOrder,
  thumbnailUrl: media.thumbnail && publicUrl(media.thumbnail),
  contentType: media.original.contentType,
  size: media.original.size,
  width: media.original.width,
  height: media.original.height,
  durationSeconds: media.durationSeconds,
  posterUrl: media.poster && publicUrl(media.poster),
  variants: media.variants.map(toVariant),
  processing: media.processing,
});

/** The view of a library medium; undefined for a finished video. Visitors do not get the name of the uploaded file. */
export const toMedia = (media: MediaRecord, { isAdmin }: { isAdmin: boolean }): Media | undefined => {
  const { category } = media;
  if (category === 'finished') return undefined;
  return { ...commonFields(media), ...(!isAdmin && { originalName: '' }), category, url: publicUrl(media.original) };
};

/** The view for the admin who uploads. */
export const toUploadedMedia = (media: MediaRecord): UploadedMedia => ({
  ...commonFields(media),
  category: media.category,
  url: media.category === 'finished' ? null : publicUrl(media.original),
  sha256: media.uploadedHash,
  lineId: media.lineId,
});
