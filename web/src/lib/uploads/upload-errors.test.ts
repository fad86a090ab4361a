import { expect, test } from '@jest/globals';
import { ApiError, NetworkError, networkMessages } from '../api-error.ts';
import { UploadError, uploadFailureText, uploadMessages } from './upload-errors.ts';

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
])('when %s, the file says so', (_why, error, text) => {
  expect(uploadFailureText(error)).toBe(text);
});
