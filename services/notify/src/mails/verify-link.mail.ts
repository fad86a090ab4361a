import { accountMailSubjects, formatDateTime, HOUR, PENDING_REGISTRATION_SECONDS, verifyLinkRequested } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

/**
 * The link that verifies a registered address. The mail does not contain the name: until the address is verified, anybody may have entered it,
 * and the shop must not send strangers' texts to other people.
 */
export const verifyLinkMail = defineMail({
  template: 'verify-link',
  event: verifyLinkRequested,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  subject: () => accountMailSubjects['verify-link'],
  content: ({ data: { token, expiresAt }, shop }) => ({
    preview: 'メールアドレスを確認して、会員登録を完了してください。',
    heading: 'メールアドレスの確認のお願い',
    blocks: [
      {
        kind: 'paragraph',
        text: 'StageReel（ステージリール）の会員登録をお申し込みいただき、ありがとうございます。次のリンクからメールアドレスを確認すると、会員登録が完了します。',
      },
      {
        kind: 'paragraph',
        text: `リンクの有効期限は ${formatDateTime(expiresAt)}（お申し込みから${PENDING_REGISTRATION_SECONDS / HOUR}時間）です。`,
      },
      {
        kind: 'link',
        label: 'メールアドレスを確認する',
        url: shopPages(shop).verifyEmail(token),
        hint: mailTexts.buttonHint,
      },
      {
        kind: 'notes',
        heading: 'ご注意',
        notes: [
          'お申し込みのときとは別のブラウザや端末で開いた場合は、お申し込みの際に設定したパスワードの入力をお願いします。',
          '有効期限を過ぎた場合は、お手数ですが、もう一度会員登録をお願いします。',
          'このリンクは、ほかの方に教えないでください。',
          'このメールに心当たりがない場合は、リンクを開かずに破棄してください。確認されないかぎり、会員登録は完了しません。',
        ],
      },
    ],
  }),
  samples: {
    'one-day': {
      email: 'hanako@example.jp',
      name: '山田 花子',
      token: 'Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM',
      expiresAt: '2026-11-21T09:00:00.000Z',
    },
  },
});
