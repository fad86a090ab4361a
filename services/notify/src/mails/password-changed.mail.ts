import { accountMailSubjects, passwordChanged } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { newPasswordContent, newPasswordSample } from './new-password.ts';

/** A signed-in customer chose a new password. */
export const passwordChangedMail = defineMail({
  template: 'password-changed',
  event: passwordChanged,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: () => null,
  subject: () => accountMailSubjects['password-changed'],
  content: ({ data, shop }) =>
    newPasswordContent({
      data,
      shop,
      texts: {
        preview: 'StageReelのパスワードが変更されました。心当たりがない場合は、すぐにご対応ください。',
        heading: 'パスワードを変更しました',
        intro: 'StageReel（ステージリール）のアカウントのパスワードを変更しました。',
        timeLabel: '変更日時',
        sessions: '安全のため、変更のお手続きをしたブラウザを除いて、すべてのブラウザからログアウトしました。',
      },
    }),
  samples: { changed: newPasswordSample('change') },
});
