import { describe, expect, test } from '@jest/globals';
import { ApiError, NetworkError, UnreadableAnswer } from '../../../lib/api-error.ts';
import { accessFailure, loadFailure } from './security-failure.ts';

const answer = (status: number, body = '') => new ApiError({ status, statusText: '', body, retryAfter: null });

describe('why the security page does not show', () => {
  test('when nobody is signed in, authentication is asked for', () => {
    expect(loadFailure(answer(401)).title).toBe('認証が必要です');
  });

  test('when the server is out of order, its status is named beside its words', () => {
    const body = JSON.stringify({ code: 'ServiceUnavailable', message: 'ただいまサービスを利用できません。' });
    expect(loadFailure(answer(503, body))).toEqual({ title: 'サーバーエラー: 503', detail: 'ただいまサービスを利用できません。' });
  });

  test('when the answer is no JSON, that is said', () => {
    const unreadable = new NetworkError('unreachable', new UnreadableAnswer(200, new SyntaxError('x')));
    expect(loadFailure(unreadable).title).toBe('サーバーの応答を解析できませんでした（JSONの形式エラー）');
  });

  test('when no answer came, the reason is said', () => {
    const { title, detail } = loadFailure(new NetworkError('offline', undefined));
    expect([title, detail]).toEqual([
      'セキュリティ情報を取得できませんでした',
      'インターネットに接続されていません。接続を確認して、もう一度お試しください。',
    ]);
  });

  test('when the way to the page is refused, an admin’s login is asked for; without an answer the trouble is named', () => {
    expect([answer(401), answer(403), answer(500)].map((error) => accessFailure(error).title)).toEqual(
      Array.from({ length: 3 }, () => 'アクセスが拒否されました'),
    );
    expect(accessFailure(new NetworkError('timeout', undefined)).detail).toBe(
      'セキュリティダッシュボードへのアクセスで問題が発生しました。',
    );
  });
});
