import type { MailDraft } from '../../../lib/mail-links.ts';

/** A mail that asks for what an answer needs. */
export const inquiryTo = (to: string): MailDraft => ({
  to,
  subject: '【StageReel】お問い合わせ',
  lines: [
    'サービス名：StageReel（ステージリール）',
    'お名前またはニックネーム：',
    'ご注文の内容（注文番号など）、またはゼッケン番号：',
    'お問い合わせの内容：',
    '',
  ],
});
