/** Sentences that stand in more than one mail. */
export const mailTexts = {
  /** Under every button. */
  buttonHint: 'ボタンが開かない場合は、次のURLをブラウザで開いてください。',
  /** The receipt of an order opens to its address alone. */
  receiptByAddress: '宛名と但し書きを入力して発行できます。開くには、このメールアドレスの認証、またはログインが必要です。',
  /** Beside a video that will not be made, and what that means. */
  declined: '制作できず返金',
  declinedNote: '「制作できず返金」の動画はお届けいたしません。その代金は、お支払いに使われたクレジットカードへ返金いたします。',
} as const;
