import type { MailDraft } from '../../../lib/mail-links.ts';

/** The customer's address and name; null when unknown. */
export type Attempt = { email: string; name: string } | null;

/** A mail draft to support; unknown details are left blank for the customer. */
export const supportMailTo = (to: string, attempt: Attempt): MailDraft => ({
  to,
  subject: '【StageReel】メールが届かない件',
  lines: [
    'StageReelからのメールが届きません。確認をお願いします。',
    '',
    'サービス名：StageReel（ステージリール）',
    `入力したメールアドレス：${attempt?.email ?? ''}`,
    `お名前：${attempt?.name ?? ''}`,
    '届かないメール（認証コードなど）：',
    '送信した日時：',
  ],
});
