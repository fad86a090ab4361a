import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { codeRefusalOf } from './code-refusal.ts';

const answer = (status: number, code: string) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code, message: `${code} の説明` }), retryAfter: null });

describe('what the code step says', () => {
  test.each(['CodeExpired', 'CodeTriesExceeded'])('when the answer is %s, a new code is asked for', (code) => {
    expect(codeRefusalOf(answer(400, code))).toEqual({
      message: '認証コードが無効または期限切れです。新しいコードを取得してください。',
      reason: null,
      keepsCode: false,
    });
  });

  test('when the code is wrong, it may be tried again', () => {
    expect(codeRefusalOf(answer(400, 'CodeInvalid')).message).toBe('認証コードが正しくありません。再度お試しください。');
  });

  test('when the server refuses for another reason, the reason stands beside it', () => {
    expect(codeRefusalOf(answer(429, 'CodePaused'))).toEqual({
      message: '認証に失敗しました',
      reason: 'CodePaused の説明',
      keepsCode: false,
    });
  });

  test('when the shop is out of order, the code stays for another try', () => {
    expect(codeRefusalOf(answer(502, 'BadGateway'))).toMatchObject({ message: '認証に失敗しました', keepsCode: true });
  });

  test('when no answer came, the code stays for another try', () => {
    const offline = new NetworkError('offline', null);
    expect(codeRefusalOf(offline)).toEqual({ message: '認証に失敗しました', reason: offline.userMessage, keepsCode: true });
  });
});
