import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { failureText } from './failure-text.ts';

const answer = (body: string) => new ApiError({ status: 401, statusText: 'Unauthorized', body, retryAfter: null });
const otherwise = 'ログインに失敗しました';

describe('why a sign-in failed', () => {
  test('when the server says why, its words are shown', () => {
    const error = answer(JSON.stringify({ code: 'CredentialsInvalid', message: 'メールアドレスまたはパスワードが正しくありません' }));
    expect(failureText({ error, otherwise })).toBe('メールアドレスまたはパスワードが正しくありません');
  });

  test('when the answer is no message of the shop, the screen has its own', () => {
    expect(failureText({ error: answer('<html>'), otherwise })).toBe('ログインに失敗しました');
  });

  test('when no answer came, the reason follows', () => {
    expect(failureText({ error: new NetworkError('offline', null), otherwise })).toBe(
      'ログインに失敗しました。インターネットに接続されていません。接続を確認して、もう一度お試しください。',
    );
  });

  test('when something else broke, the sentence stands alone', () => {
    expect(failureText({ error: new Error('bug'), otherwise })).toBe('ログインに失敗しました');
  });
});
