import { newPasswordMail } from './new-password.ts';

/** A signed-in customer chose a new password. */
export const passwordChangedMail = newPasswordMail({
  template: 'password-changed',
  how: 'change',
  texts: {
    preview: 'StageReelのパスワードが変更されました。心当たりがない場合は、すぐにご対応ください。',
    heading: 'パスワードを変更しました',
    intro: 'StageReel（ステージリール）のアカウントのパスワードを変更しました。',
    timeLabel: '変更日時',
    sessions: '安全のため、変更のお手続きをしたブラウザを除いて、すべてのブラウザからログアウトしました。',
  },
});
