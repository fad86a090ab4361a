import { ApiError, isUndecided, userMessageOf } from '../../../lib/api-error.ts';

const CODE_DEAD = '認証コードが無効または期限切れです。新しいコードを取得してください。';
const CODE_WRONG = '認証コードが正しくありません。再度お試しください。';
const VERIFICATION_FAILED = '認証に失敗しました';

/** `message` stands under the boxes; `reason` beside it, where the code itself is not what was wrong. `keepsCode`: it may be right all the same. */
export type CodeRefusal = { message: string; reason: string | null; keepsCode: boolean };

/** What the code step says after a failure. */
export const codeRefusalOf = (error: unknown): CodeRefusal => {
  const isAnswer = error instanceof ApiError;
  if (isAnswer && (error.code === 'CodeExpired' || error.code === 'CodeTriesExceeded')) {
    return { message: CODE_DEAD, reason: null, keepsCode: false };
  }
  if (isAnswer && error.status === 400) return { message: CODE_WRONG, reason: null, keepsCode: false };
  return {
    message: VERIFICATION_FAILED,
    reason: userMessageOf(error, 'しばらくしてからもう一度お試しください。'),
    keepsCode: isUndecided(error),
  };
};
