import { accountMailSubjects, type EventData, formatDateTime, passwordChanged } from '@stagereel/contracts';
import { defineMail, type Mail } from './mail.ts';
import { shopPages } from './shop-pages.ts';

type PasswordChanged = EventData<typeof passwordChanged>;

type PasswordMail = {
  template: 'password-changed' | 'password-reset';
  how: PasswordChanged['how'];
  texts: { preview: string; heading: string; intro: string; timeLabel: string; sessions: string };
};

/** A mail about a new password: when it was set, which sessions were ended, and what to do if someone else set it. */
const passwordMail = ({ template, how, texts }: PasswordMail): Mail<PasswordChanged> =>
  defineMail({
    template,
    event: passwordChanged,
    recipient: ({ email }) => email,
    orderNumber: () => null,
    expiresAt: () => null,
    subject: () => accountMailSubjects[template],
    content: ({ data: { email, changedAt }, shop }) => ({
      preview: texts.preview,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: texts.intro },
        { kind: 'paragraph', text: `${texts.sessions}お客様ご自身のお手続きであれば、このメールへの対応は必要ありません。` },
        {
          kind: 'facts',
          heading: 'お手続きの内容',
          facts: [
            { label: texts.timeLabel, value: formatDateTime(changedAt) },
            { label: 'メールアドレス', value: email },
          ],
        },
        {
          kind: 'links',
          heading: 'お心当たりがない場合',
          links: [
            {
              label: 'パスワードを再設定する',
              url: shopPages(shop).forgotPassword,
              note: '第三者がアカウントを操作したおそれがあります。すぐに新しいパスワードを設定してください。',
            },
            {
              label: 'お問い合わせ',
              url: shopPages(shop).contact,
              note: 'パスワードを再設定できない場合や、身に覚えのないご注文がある場合は、ご連絡ください。',
            },
          ],
        },
      ],
    }),
    samples: {
      'by-night': {
        userId: '0192f3a1-7c44-7d2e-9b1a-5f0c3e8d2a61',
        email: 'hanako@example.jp',
        how,
        changedAt: '2026-11-20T15:05:00.000Z',
      },
    },
  });

/** A signed-in customer changed the password. */
export const passwordChangedMail = passwordMail({
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

/** The password was reset with a code from a mail, without the old password. */
export const passwordResetMail = passwordMail({
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
