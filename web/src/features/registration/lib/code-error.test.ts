import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { codeErrorOf } from './code-error.ts';

const answer = (status: number, code: string) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code, message: `${code} の説明` }), retryAfter: null });

describe('errors of the code step', () => {
  test.each(['CodeExpired', 'CodeTriesExceeded'])('when the error is %s, a new code is required (customer 8.6)', (code) => {
    expect(codeErrorOf(answer(400, code))).toEqual({
      message: '認証コードが無効または期限切れです。新しいコードを取得してください。',
      reason: null,
      keepsCode: false,
    });
  });

  test('when the code is wrong, it can be entered again (customer 8.6)', () => {
    expect(codeErrorOf(answer(400, 'CodeInvalid')).message).toBe('認証コードが正しくありません。再度お試しください。');
  });

  test('when the server refuses for another reason, the reason is shown too', () => {
    expect(codeErrorOf(answer(429, 'CodePaused'))).toEqual({
      message: '認証に失敗しました',
      reason: 'CodePaused の説明',
      keepsCode: false,
    });
  });

  test('when the server fails, the code stays for another attempt', () => {
    expect(codeErrorOf(answer(502, 'BadGateway'))).toMatchObject({ message: '認証に失敗しました', keepsCode: true });
  });

  test('when there was no response, the code stays for another attempt', () => {
    const offline = new NetworkError('offline', null);
    expect(codeErrorOf(offline)).toEqual({ message: '認証に失敗しました', reason: offline.userMessage, keepsCode: true });
  });
});
