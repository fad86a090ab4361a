import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { failureText } from './failure-text.ts';

const answer = (body: string) => new ApiError({ status: 401, statusText: 'Unauthorized', body, retryAfter: null });
const otherwise = 'ログインに失敗しました';

describe('sign-in error texts', () => {
  test('when the server sends an error text, it is shown (admin 8.26)', () => {
    const error = answer(JSON.stringify({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' }));
    expect(failureText({ error, otherwise })).toBe('メールアドレスまたはパスワードが正しくありません');
  });

  test('when the response is not an error of the shop, the screen’s text is shown (admin 8.26)', () => {
    expect(failureText({ error: answer('<html>'), otherwise })).toBe('ログインに失敗しました');
  });

  test('when there was no response, the reason is added (admin 8.28)', () => {
    expect(failureText({ error: new NetworkError('offline', null), otherwise })).toBe(
      'ログインに失敗しました。インターネットに接続されていません。接続を確認して、もう一度お試しください。',
    );
  });

  test('when another error occurred, only the screen’s text is shown', () => {
    expect(failureText({ error: new Error('bug'), otherwise })).toBe('ログインに失敗しました');
  });
});
