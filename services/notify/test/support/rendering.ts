import type { Mail } from '../../src/mails/mail.ts';
import { renderMail } from '../../src/templates/render-mail.ts';

export const shop = { publicUrl: 'https://shop.example.jp' };
/** One day after the payment of the samples' orders. */
export const NOON_IN_TOKYO = new Date('2026-11-21T03:00:00.000Z');

export const render = <Data>({ mail, data, now = NOON_IN_TOKYO }: { mail: Mail<Data>; data: Data; now?: Date }) =>
  renderMail({ mail, data, shop, now });

/** Below the text of every mail. */
export const FOOTER = `----------------------------------------
このメールはStageReelから自動でお送りしています。送信専用のため、ご返信いただいてもお答えできません。
お問い合わせ: https://shop.example.jp/contact
StageReel（ステージリール）: https://shop.example.jp/
`;

/** The hidden line that a mailbox shows next to the subject. */
export const previewOf = (html: string): string => /<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
