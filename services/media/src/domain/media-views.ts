import type { Media, MediaVariant, UploadedMedia } from '@stagereel/contracts';
import type { MediaRecord, StoredFile } from './records.ts';

/** The public address of a file. It names the content, so that whoever has it once never has to ask again. */
export const urlOf = ({ hash, extension }: Pick<StoredFile, 'hash' | 'extension'>): string => `/media/${hash}.${extension}`;

const variantOf = (file: StoredFile): MediaVariant => ({ url: urlOf(file), width: file.width ?? 0, height: file.height ?? 0 });

const commonFacts = (media: MediaRecord) => ({
  id: media.id,
  contestId: media.contestId,
  type: media.type,
  originalName: media.originalName,
  uploadedAt: media.uploadedAt.toISOString(),
  displayOrder: media.displayOrder,
  thumbnailUrl: media.thumbnail && urlOf(media.thumbnail),
  contentType: media.original.contentType,
  size: media.original.size,
  width: media.original.width,
  height: media.original.height,
  durationSeconds: media.durationSeconds,
  posterUrl: media.poster && urlOf(media.poster),
  variants: media.variants.map(variantOf),
  processing: media.processing,
});

/** What anybody may see; undefined for a finished video. */
export const toMedia = (media: MediaRecord): Media | undefined => {
  const { category } = media;
  return category === 'finished' ? undefined : { ...commonFacts(media), category, url: urlOf(media.original) };
};

/** What the admin who uploads sees. */
export const toUploadedMedia = (media: MediaRecord): UploadedMedia => ({
  ...commonFacts(media),
  category: media.category,
  url: media.category === 'finished' ? null : urlOf(media.original),
  sha256: media.original.hash,
  lineId: media.lineId,
});
