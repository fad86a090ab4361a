import { ApiError, NetworkError, UnreadableResponse, userMessageOf } from '../../../lib/api-error.ts';

/** The content of an error card: what happened, and details from the server or the browser. */
export type Failure = { title: string; detail: string };

const LATER = 'しばらくしてからもう一度お試しください。';

const titleOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.status === 401 ? '認証が必要です' : `サーバーエラー: ${error.status}`;
  return error instanceof NetworkError && error.cause instanceof UnreadableResponse
    ? 'サーバーの応答を解析できませんでした（JSONの形式エラー）'
    : 'セキュリティ情報を取得できませんでした';
};

/** The error when loading the data fails. */
export const loadFailure = (error: unknown): Failure => ({ title: titleOf(error), detail: userMessageOf(error, LATER) });

const isRefusal = (error: unknown): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** The error when the access check fails: the server refused, or could not answer. */
export const accessFailure = (error: unknown): Failure =>
  isRefusal(error)
    ? { title: 'アクセスが拒否されました', detail: 'セキュリティ監視を見るには、管理者としてログインしてください。' }
    : { title: 'エラー', detail: 'セキュリティダッシュボードへのアクセスで問題が発生しました。' };
