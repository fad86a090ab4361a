/** The texts for a failed step, whatever the server wrote. */
export const SENDING_FAILED = '認証コードの送信に失敗しました';
export const CODE_REFUSED = '認証コードが正しくありません';
export const CHANGE_FAILED = 'パスワード変更に失敗しました';
