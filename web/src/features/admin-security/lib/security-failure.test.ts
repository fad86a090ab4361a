import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError, UnreadableResponse } from '../../../lib/api-error.ts';
import { accessFailure, loadFailure } from './security-failure.ts';

const answer = (status: number, body = '') => new ApiError({ status, statusText: '', body, retryAfter: null });

describe('errors of the security page', () => {
  test('when nobody is signed in, the error asks for a sign-in (admin 8.37)', () => {
    expect(loadFailure(answer(401)).title).toBe('認証が必要です');
  });

  test('when the server fails, its status is shown with its text (admin 8.38)', () => {
    const body = JSON.stringify({ code: 'ServiceUnavailable', message: 'ただいまサービスを利用できません。' });
    expect(loadFailure(answer(503, body))).toEqual({ title: 'サーバーエラー: 503', detail: 'ただいまサービスを利用できません。' });
  });

  test('when the response is not JSON, the error says so (admin 8.39)', () => {
    const unreadable = new NetworkError('unreachable', new UnreadableResponse(200, new SyntaxError('x')));
    expect(loadFailure(unreadable).title).toBe('サーバーの応答を解析できませんでした（JSONの形式エラー）');
  });

  test('when there was no response, the reason is shown', () => {
    const { title, detail } = loadFailure(new NetworkError('offline', undefined));
    expect([title, detail]).toEqual([
      'セキュリティ情報を取得できませんでした',
      'インターネットに接続されていません。接続を確認して、もう一度お試しください。',
    ]);
  });

  test('when access is refused, an admin sign-in is requested; a server or network failure is not called a refusal (admin 6.5)', () => {
    const failures = [answer(500), answer(503), new NetworkError('timeout', undefined)];
    expect([answer(401), answer(403)].map((error) => accessFailure(error).title)).toEqual(
      Array.from({ length: 2 }, () => 'アクセスが拒否されました'),
    );
    expect(failures.map((error) => accessFailure(error).detail)).toEqual(
      Array.from({ length: 3 }, () => 'セキュリティダッシュボードへのアクセスで問題が発生しました。'),
    );
  });
});
