import { accountMailSubjects, registrationRepeated } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

/** Someone tried to register an address that already has an account. Only its owner is informed, by this mail. */
export const alreadyRegisteredMail = defineMail({
  template: 'already-registered',
  event: registrationRepeated,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: () => null,
  subject: () => accountMailSubjects['already-registered'],
  content: ({ shop }) => {
    const pages = shopPages(shop);
    return {
      preview: 'このメールアドレスは、すでに会員登録されています。',
      heading: 'すでに会員登録されています',
      blocks: [
        {
          kind: 'paragraph',
          text: 'StageReel（ステージリール）で、このメールアドレスによる会員登録のお申し込みがありました。このメールアドレスはすでに会員登録されていますので、新しい登録は行っていません。ログインしてご利用ください。',
        },
        { kind: 'link', label: 'ログインする', url: pages.login, hint: mailTexts.buttonHint },
        {
          kind: 'links',
          heading: 'パスワードをお忘れの場合',
          links: [
            {
              label: 'パスワードを再設定する',
              url: pages.forgotPassword,
              note: 'メールでお送りする認証コードで、新しいパスワードを設定できます。',
            },
          ],
        },
        {
          kind: 'notes',
          heading: 'ご注意',
          notes: [
            'ご登録の内容とパスワードは変わっていません。',
            'このメールに心当たりがない場合は、何もせずに破棄してください。ほかの方がメールアドレスを間違えて入力した可能性があります。',
          ],
        },
      ],
    };
  },
  samples: { again: { email: 'hanako@example.jp' } },
});
