import { expect, test } from '@jest/globals';
import { ApiError, NetworkError, networkMessages } from '../api-error.ts';
import { isRefused, UploadError, uploadFailureText, uploadMessages } from './upload-errors.ts';

const answer = (status: number, body: string) => new ApiError({ status, statusText: '', body, retryAfter: null });

test.each([
  ['the shop says why', answer(507, '{"code":"StorageFull","message":"空き容量が足りません。"}'), '空き容量が足りません。'],
  [
    'the answer is another than the shop’s',
    answer(418, '<html>'),
    'ファイルの送信に失敗しました（ステータス: 418）。もう一度お試しください。',
  ],
  ['there is no network', new NetworkError('offline', null), networkMessages.offline],
  ['no upload id came', new UploadError(uploadMessages.noUploadId), 'アップロードIDの取得に失敗しました。もう一度お試しください。'],
  ['something else broke', new Error('bug'), 'ファイルのアップロードに失敗しました。もう一度お試しください。'],
])('when %s, the file has this text (admin 8.23)', (_why, error, text) => {
  expect(uploadFailureText(error)).toBe(text);
});

test.each([
  ['the file is another than was said', 400, 'FileHashMismatch', true],
  ['its type is none the shop takes', 415, 'FileTypeRefused', true],
  ['its type is another than was said', 415, 'FileTypeMismatch', true],
  ['the picture is too large', 413, 'ImageTooLarge', true],
  ['the picture is broken', 400, 'ImageUnreadable', true],
  ['nobody knows the upload', 404, 'UploadNotFound', true],
  ['something is still missing', 409, 'UploadIncomplete', false],
  ['the disk is full', 507, 'StorageFull', false],
])('when %s, it is known whether the upload can be resumed', (_why, status, code, isOver) => {
  expect(isRefused(answer(status, JSON.stringify({ code, message: '' })))).toBe(isOver);
});
