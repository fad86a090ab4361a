import { errorCatalogue } from '@stagereel/contracts';
import { ApiError, NetworkError, userMessageOf } from '../api-error.ts';

/** Something between the browser and the server is not as it must be; `message` is the Japanese text a screen shows. */
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

/** What stands beside a file that did not arrive. */
export const uploadFailureText = (error: unknown): string => {
  if (error instanceof UploadError) return error.message;
  if (error instanceof ApiError && error.code === null) return statusMessage(error.status);
  return userMessageOf(error, uploadMessages.failed);
};

/** The server knows nothing of this upload any more: it was cancelled, refused or is too old. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const FINAL: ReadonlySet<string | null> = new Set([
  'FileHashMismatch',
  'FileTypeMismatch',
  'FileTypeRefused',
  'ImageTooLarge',
  'ImageUnreadable',
]);

/** The server has looked at the whole file and thrown it away. */
const isThrownAway = (error: unknown): boolean => error instanceof ApiError && FINAL.has(error.code);

/** Nothing of the upload is left that could go on. */
export const isRefused = (error: unknown): boolean => isGone(error) || isThrownAway(error);

/** Chunks come too late, and so does a cancelling: all of it is there. */
export const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === 'UploadClosed';

/** The indices that a refused completion still waits for, or null. */
export const missingOf = (error: unknown): readonly number[] | null => {
  if (!(error instanceof ApiError) || error.code !== 'UploadIncomplete') return null;
  const missing: unknown = error.body?.['missing'];
  return Array.isArray(missing) ? missing.filter((index): index is number => typeof index === 'number') : [];
};

export const isOffline = (error: unknown): boolean => error instanceof NetworkError && error.reason === 'offline';
