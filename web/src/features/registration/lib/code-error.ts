import { ApiError, isUndecided, userMessageOf } from '../../../lib/api-error.ts';

const CODE_DEAD = '認証コードが無効または期限切れです。新しいコードを取得してください。';
const CODE_WRONG = '認証コードが正しくありません。再度お試しください。';
const VERIFICATION_FAILED = '認証に失敗しました';

/**
 * `message` is shown under the boxes; `reason` beside it, unless the code itself was wrong. `keepsCode`: the entered code may be correct and
 * is not cleared.
 */
export type CodeError = { message: string; reason: string | null; keepsCode: boolean };

/** What the code step shows after an error. */
export const codeErrorOf = (error: unknown): CodeError => {
  const isResponse = error instanceof ApiError;
  if (isResponse && (error.code === 'CodeExpired' || error.code === 'CodeTriesExceeded')) {
    return { message: CODE_DEAD, reason: null, keepsCode: false };
  }
  if (isResponse && error.status === 400) return { message: CODE_WRONG, reason: null, keepsCode: false };
  return {
    message: VERIFICATION_FAILED,
    reason: userMessageOf(error, 'しばらくしてからもう一度お試しください。'),
    keepsCode: isUndecided(error),
  };
};
