import { ADMIN_INVITATION_SECONDS, accountMailSubjects, adminInvited, adminJoined, formatDateTime, HOUR } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

/** The link with which the owner of the mailbox becomes an admin. */
export const adminInvitationMail = defineMail({
  template: 'admin-invitation',
  event: adminInvited,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  subject: () => accountMailSubjects['admin-invitation'],
  content: ({ data: { invitedBy, token, expiresAt }, shop }) => ({
    preview: 'StageReelの管理者に招待されました。',
    heading: '管理者への招待',
    blocks: [
      {
        kind: 'paragraph',
        text: `StageReel（ステージリール）の管理者 ${invitedBy} から、管理者として招待されました。次のリンクを開き、ご自身のパスワードを設定すると、登録が完了します。`,
      },
      {
        kind: 'paragraph',
        text: `リンクの有効期限は ${formatDateTime(expiresAt)}（送信から${ADMIN_INVITATION_SECONDS / HOUR}時間）です。リンクは1回だけ使えます。`,
      },
      { kind: 'link', label: 'パスワードを設定する', url: shopPages(shop).adminInvitation(token), hint: mailTexts.buttonHint },
      {
        kind: 'notes',
        heading: 'ご注意',
        notes: [
          'ログインには、パスワードのほかに、このメールアドレスに届く認証コードが必要です。',
          'このメールアドレスで会員登録をされている場合は、そのアカウントが管理者のアカウントになり、パスワードは新しいものに変わります。',
          'このリンクは、ほかの方に教えないでください。',
          'このメールに心当たりがない場合は、リンクを開かずに破棄してください。何も登録されません。',
        ],
      },
    ],
  }),
  samples: {
    'three-days': {
      email: 'jiro@example.jp',
      invitedBy: 'admin@example.jp',
      token: 'Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM',
      expiresAt: '2026-11-23T09:00:00.000Z',
    },
  },
});

/** Tells every other admin that somebody has become an admin. */
export const adminJoinedMail = defineMail({
  template: 'admin-joined',
  event: adminJoined,
  recipient: ({ recipient }) => recipient,
  orderNumber: () => null,
  expiresAt: () => null,
  subject: () => accountMailSubjects['admin-joined'],
  content: ({ data: { email, invitedBy, joinedAt }, shop }) => ({
    preview: 'StageReelの管理者が追加されました。心当たりがない場合は、すぐにご対応ください。',
    heading: '管理者が追加されました',
    blocks: [
      { kind: 'paragraph', text: 'StageReel（ステージリール）に新しい管理者が追加されました。すべての管理者にお知らせしています。' },
      {
        kind: 'facts',
        heading: '追加された管理者',
        facts: [
          { label: 'メールアドレス', value: email },
          { label: '招待した管理者', value: invitedBy },
          { label: '追加日時', value: formatDateTime(joinedAt) },
        ],
      },
      {
        kind: 'links',
        heading: 'お心当たりがない場合',
        links: [
          {
            label: 'ユーザー管理を開く',
            url: shopPages(shop).adminUsers,
            note: '心当たりのない管理者を削除し、ご自身のパスワードを変更してください。',
          },
        ],
      },
    ],
  }),
  samples: {
    'by-another-admin': {
      recipient: 'admin@example.jp',
      email: 'jiro@example.jp',
      invitedBy: 'hanako@example.jp',
      joinedAt: '2026-11-20T09:05:00.000Z',
    },
  },
});
