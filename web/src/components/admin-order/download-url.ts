import { type AdminLine, errorCatalogue, MAX_URL_LENGTH, STORED_VIDEO } from '@stagereel/contracts';
import type { UploadPlace } from '../../lib/uploads/remembered-uploads.ts';

/** The download URL of a video that is stored in the shop. */
export const storedVideoUrl = (mediaId: string): string => `video:${mediaId}`;

export const isStoredVideo = (url: string): boolean => STORED_VIDEO.test(url);

/** Where an admin can watch a stored video; null for an external link. */
export const watchPathOf = (url: string): string | null => {
  const id = STORED_VIDEO.exec(url)?.[1];
  return id === undefined ? null : `/api/admin/finished-videos/${id}`;
};

/** The upload destination of a line's finished video. */
export const finishedVideoPlace = ({ id, contestId }: AdminLine): UploadPlace => ({ contestId, category: 'finished', lineId: id });

const CONTROL = /[\p{Cc}\s]/u;

/** The error text for a line's download URL, or null. The server validates it again. */
export const downloadUrlError = (text: string): string | null => {
  const url = text.trim();
  if (url === '') return errorCatalogue.DownloadUrlsRequired.message;
  if (isStoredVideo(url)) return null;
  const isParsable = url.length <= MAX_URL_LENGTH && !CONTROL.test(url) && URL.canParse(url);
  const parsed = isParsable ? new URL(url) : null;
  const isValid = parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '';
  return isValid ? null : errorCatalogue.DownloadUrlInvalid.message;
};
