import { accountMailSubjects, passwordChanged } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { newPasswordContent, newPasswordSample } from './new-password.ts';

/** Somebody set a new password by a mailed code, without the old one. */
export const passwordResetMail = defineMail({
  template: 'password-reset',
  event: passwordChanged,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: () => null,
  subject: () => accountMailSubjects['password-reset'],
  content: ({ data, shop }) =>
    newPasswordContent({
      data,
      shop,
      texts: {
        preview: 'StageReelのパスワードが再設定されました。心当たりがない場合は、すぐにご対応ください。',
        heading: 'パスワードを再設定しました',
        intro: 'StageReel（ステージリール）のアカウントのパスワードを、メールでお送りした認証コードにより再設定しました。',
        timeLabel: '再設定日時',
        sessions: '安全のため、すべてのブラウザからログアウトしました。新しいパスワードでログインしてください。',
      },
    }),
  samples: { reset: newPasswordSample('reset') },
});
