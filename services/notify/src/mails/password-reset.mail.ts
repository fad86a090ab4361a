import { newPasswordMail } from './new-password.ts';

/** Somebody set a new password by a mailed code, without the old one. */
export const passwordResetMail = newPasswordMail({
  template: 'password-reset',
  how: 'reset',
  texts: {
    preview: 'StageReelのパスワードが再設定されました。心当たりがない場合は、すぐにご対応ください。',
    heading: 'パスワードを再設定しました',
    intro: 'StageReel（ステージリール）のアカウントのパスワードを、メールでお送りした認証コードにより再設定しました。',
    timeLabel: '再設定日時',
    sessions: '安全のため、すべてのブラウザからログアウトしました。新しいパスワードでログインしてください。',
  },
});
