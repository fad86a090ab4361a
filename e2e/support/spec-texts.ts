/**
 * The customer's texts that the specification quotes: one list, screen by screen, letter by letter, full stops as they stand there.
 * `{N}` is a number. The tests of a screen show each of its texts where the specification puts it (see text-ledger.ts).
 */
export const specTexts = {
  'order-form': ['縦動画', '横動画', '注文項目を選択してください', 'すべての項目を選択してください'],
  'order-confirmation': ['パスワードが一致しません', '自動ログインを選択した場合はパスワードを入力してください'],
  'email-verification': [
    '6桁のコードを入力してください',
    '認証コードが無効です',
    '認証コードの再送信に失敗しました',
    '認証コードの送信に失敗しました。',
  ],
  payment: ['注文金額が無効です', '決済の準備に失敗しました', '決済エラー', '決済処理中にエラーが発生しました', '注文の保存に失敗しました'],
  'sample-video': ['動画の読み込みに失敗しました'],
  register: [
    '必須項目を入力してください',
    'パスワードが一致しません',
    '利用規約に同意してください',
    '6桁の認証コードを入力してください',
    '登録に失敗しました',
    '認証コードが無効または期限切れです。新しいコードを取得してください。',
    '認証コードが正しくありません。再度お試しください。',
    '認証に失敗しました',
  ],
  'verify-email': ['無効なトークンです', '認証に失敗しました'],
  login: ['ログインに失敗しました', '残り試行回数: {N}回', 'ロックされました'],
  'password-change': [
    '認証コードを入力してください',
    'すべての項目を入力してください',
    '新しいパスワードが一致しません',
    'パスワードは8文字以上である必要があります',
    '認証コードの送信に失敗しました',
    '認証コードが正しくありません',
    'パスワード変更に失敗しました',
  ],
  'purchase-history': ['読み込み中', '購入した商品はまだありません', '納品待ち'],
  'email-support': ['コピーしました'],
} as const;

export type Screen = keyof typeof specTexts;
export type SpecText<Name extends Screen> = (typeof specTexts)[Name][number];
