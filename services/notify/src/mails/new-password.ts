import { type EventData, formatDateTime, type passwordChanged } from '@stagereel/contracts';
import type { ContentBlock, MailContent } from './content.ts';
import type { Shop } from './mail.ts';
import { shopPages } from './shop-pages.ts';

type PasswordChanged = EventData<typeof passwordChanged>;
type NewPassword = {
  data: PasswordChanged;
  shop: Shop;
  texts: { preview: string; heading: string; intro: string; timeLabel: string; sessions: string };
};

/** What both mails about a new password say: when, and what to do when it was somebody else. */
export const newPasswordContent = ({ data: { email, changedAt }, shop, texts }: NewPassword): MailContent => {
  const pages = shopPages(shop);
  const blocks: ContentBlock[] = [
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
          url: pages.forgotPassword,
          note: '第三者がアカウントを操作したおそれがあります。すぐに新しいパスワードを設定してください。',
        },
        {
          label: 'お問い合わせ',
          url: pages.contact,
          note: 'パスワードを再設定できない場合や、身に覚えのないご注文がある場合は、ご連絡ください。',
        },
      ],
    },
  ];
  return { preview: texts.preview, heading: texts.heading, blocks };
};

export const newPasswordSample = (how: PasswordChanged['how']): PasswordChanged => ({
  userId: '0192f3a1-7c44-7d2e-9b1a-5f0c3e8d2a61',
  email: 'hanako@example.jp',
  how,
  changedAt: '2026-11-20T15:05:00.000Z',
});
