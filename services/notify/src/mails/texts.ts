import type { Shop } from './mail.ts';
import { shopPages } from './shop-pages.ts';

/** Sentences that several mails share. */
export const mailTexts = {
  /** Under every button. */
  buttonHint: 'ボタンが開かない場合は、次のURLをブラウザで開いてください。',
  /** The button that leads to the status page. */
  statusButton: 'ご注文の状況を見る',
  /** The link to the status page in mails about a delivery. */
  feedbackHeading: 'お受け取りの確認',
  feedbackNote: '動画を受け取られたら「届きました」、お困りのときは「問題があります」を押してお知らせください。',
  /** Only the customer's email address can open the receipt of an order. */
  receiptByAddress: '宛名と但し書きを入力して発行できます。開くには、このメールアドレスの認証、またはログインが必要です。',
  /** Next to a video that will not be made, and the explanation. */
  declined: '制作できず返金',
  declinedNote: '「制作できず返金」の動画はお届けいたしません。その代金は、お支払いに使われたクレジットカードへ返金いたします。',
} as const;

/** Below every mail. */
export const footer = (shop: Shop) => ({
  sentBy: 'このメールはStageReelから自動でお送りしています。送信専用のため、ご返信いただいてもお答えできません。',
  contact: { label: 'お問い合わせ', url: shopPages(shop).contact },
  shop: { label: 'StageReel（ステージリール）', url: shopPages(shop).home },
});
