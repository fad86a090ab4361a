import { accountMailSubjects, userRegistered } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

/** An account was created: its benefits and its pages. */
export const registrationMail = defineMail({
  template: 'registration',
  event: userRegistered,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: () => null,
  subject: () => accountMailSubjects.registration,
  content: ({ data: { email, name }, shop }) => {
    const pages = shopPages(shop);
    return {
      preview: '会員登録が完了しました。購入履歴の確認や、次回からのご注文がかんたんになります。',
      heading: '会員登録が完了しました',
      blocks: [
        { kind: 'paragraph', text: `${name} 様` },
        {
          kind: 'paragraph',
          text: 'StageReel（ステージリール）にご登録いただき、ありがとうございます。会員登録が完了しました。',
        },
        { kind: 'link', label: 'StageReelを開く', url: pages.home, hint: mailTexts.buttonHint },
        {
          kind: 'facts',
          heading: 'ご登録の内容',
          facts: [
            { label: 'お名前', value: name },
            { label: 'メールアドレス', value: email },
          ],
        },
        {
          kind: 'notes',
          heading: '会員の方ができること',
          notes: [
            'ご注文の際の、メールアドレスの認証を省略できます。',
            'これまでのご注文を、購入履歴で確認できます。このメールアドレスで会員登録の前にいただいたご注文も表示します。',
            '納品された動画のダウンロードページを、購入履歴から開けます。',
          ],
        },
        {
          kind: 'links',
          heading: '会員ページ',
          links: [
            { label: '購入履歴', url: pages.purchaseHistory, note: 'ご注文の内容と納品の状況を確認できます。' },
            { label: 'アカウント', url: pages.account, note: 'パスワードを変更できます。' },
          ],
        },
        {
          kind: 'notes',
          heading: 'ご注意',
          notes: [
            'StageReelの担当者が、メールや電話でパスワードをお尋ねすることはありません。',
            'このメールに心当たりがない場合は、お手数ですが、お問い合わせページからご連絡ください。',
          ],
        },
      ],
    };
  },
  samples: {
    'new-account': { userId: '0192f3a1-7c44-7d2e-9b1a-5f0c3e8d2a61', email: 'hanako@example.jp', name: '山田 花子' },
    'long-name-and-address': {
      userId: '0192f3a1-7c44-7d2e-9b1a-5f0c3e8d2a62',
      email: 'francisco.de-jasso-y-azpilicueta.1506-04-07@mail.nagai-nagai-domain.example.jp',
      name: 'フランシスコ・ザビエル・デ・ヤス・イ・アスピルクエタ',
    },
  },
});
