import { errorCatalogue, MAX_URL_LENGTH } from '@stagereel/contracts';
import { isStoredVideo } from './finished-video.ts';

const CONTROL = /[\p{Cc}\s]/u;

/** The error under a line's download, a link or a video that was uploaded, or null. The server checks the same again. */
export const downloadUrlError = (text: string): string | null => {
  const url = text.trim();
  if (url === '') return errorCatalogue.DownloadUrlsRequired.message;
  if (isStoredVideo(url)) return null;
  const isPlain = url.length <= MAX_URL_LENGTH && !CONTROL.test(url) && URL.canParse(url);
  const parsed = isPlain ? new URL(url) : null;
  const isFit = parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '';
  return isFit ? null : errorCatalogue.DownloadUrlInvalid.message;
};
