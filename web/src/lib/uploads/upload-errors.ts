import { errorCatalogue } from '@stagereel/contracts';
import { ApiError, NetworkError, userMessageOf } from '../api-error.ts';

/** An error of the upload protocol; `message` is the Japanese text for the screen. */
export class UploadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UploadError';
  }
}

export const uploadMessages = {
  noUploadId: 'アップロードIDの取得に失敗しました。もう一度お試しください。',
  unreadable: 'ファイルを読み取れませんでした。ファイルを移動・変更していないか確認して、選び直してください。',
  notHashed: 'ファイルの内容を確認できませんでした。ページを再読み込みして、もう一度お試しください。',
  changed: errorCatalogue.FileHashMismatch.message,
  failed: 'ファイルのアップロードに失敗しました。もう一度お試しください。',
} as const;

const statusMessage = (status: number): string => `ファイルの送信に失敗しました（ステータス: ${status}）。もう一度お試しください。`;

/** The text beside a failed file. */
export const uploadFailureText = (error: unknown): string => {
  if (error instanceof UploadError) return error.message;
  if (error instanceof ApiError && error.code === null) return statusMessage(error.status);
  return userMessageOf(error, uploadMessages.failed);
};

/** Whether the server no longer knows this upload: it was cancelled, refused or is too old. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const FINAL: ReadonlySet<string | null> = new Set([
  'FileHashMismatch',
  'FileTypeMismatch',
  'FileTypeRefused',
  'ImageTooLarge',
  'ImageUnreadable',
]);

/** Whether the server checked the whole file and refused it. */
const isThrownAway = (error: unknown): boolean => error instanceof ApiError && FINAL.has(error.code);

/** Whether the upload cannot be resumed. */
export const isRefused = (error: unknown): boolean => isGone(error) || isThrownAway(error);

/** Whether the upload is already complete, so that chunks and a cancellation come too late. */
export const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === 'UploadClosed';

/** The missing chunk indices of a refused completion, or null. */
export const missingOf = (error: unknown): readonly number[] | null => {
  if (!(error instanceof ApiError) || error.code !== 'UploadIncomplete') return null;
  const missing: unknown = error.body?.['missing'];
  return Array.isArray(missing) ? missing.filter((index): index is number => typeof index === 'number') : [];
};

export const isOffline = (error: unknown): boolean => error instanceof NetworkError && error.reason === 'offline';
