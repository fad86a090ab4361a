import type { MailDraft } from '../../../lib/mail-links.ts';

/** With what address and name somebody tried; null where the browser does not know it. */
export type Attempt = { email: string; name: string } | null;

/** A mail to the support that says who waits for what. What is not known is left for the customer to fill in. */
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
