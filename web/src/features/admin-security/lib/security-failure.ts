import { ApiError, NetworkError, UnreadableAnswer, userMessageOf } from '../../../lib/api-error.ts';

/** What an error card says: what happened, and what the server or the browser adds to it. */
export type Failure = { title: string; detail: string };

const LATER = 'しばらくしてからもう一度お試しください。';

const titleOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.status === 401 ? '認証が必要です' : `サーバーエラー: ${error.status}`;
  return error instanceof NetworkError && error.cause instanceof UnreadableAnswer
    ? 'サーバーの応答を解析できませんでした（JSONの形式エラー）'
    : 'セキュリティ情報を取得できませんでした';
};

/** Why the security page could not be loaded. */
export const loadFailure = (error: unknown): Failure => ({ title: titleOf(error), detail: userMessageOf(error, LATER) });

/** Why the security page could not be opened: the server's no, or no answer at all. */
export const accessFailure = (error: unknown): Failure =>
  error instanceof ApiError
    ? { title: 'アクセスが拒否されました', detail: 'セキュリティ監視を見るには、管理者としてログインしてください。' }
    : { title: 'エラー', detail: 'セキュリティダッシュボードへのアクセスで問題が発生しました。' };
