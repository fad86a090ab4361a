/** Sentences that stand in more than one mail. */
export const mailTexts = {
  /** Under every button. */
  buttonHint: 'ボタンが開かない場合は、次のURLをブラウザで開いてください。',
  /** The receipt of an order opens to its address alone. */
  receiptByAddress: '宛名と但し書きを入力して発行できます。開くには、このメールアドレスの認証、またはログインが必要です。',
} as const;
