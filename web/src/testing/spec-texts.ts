/**
 * The texts for customers that the specification quotes, by screen and literally, including full stops. `{N}` is a number. The tests of a
 * screen check that each text appears where the specification requires it (see text-ledger.ts).
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

/** The Japanese texts that the specification of the back office quotes, by part, in the same form. */
export const adminTexts = {
  'admin-login': [
    'アカウントロック中',
    'ログイン失敗',
    'メールアドレスまたはパスワードが正しくありません',
    'アカウントロック',
    'アカウントがロックされています',
    '管理者アカウントがロックされています。15分後に再試行してください。',
    'ログインに失敗しました',
    '残り試行回数: {N}回',
  ],
  'admin-2fa-verify': [
    '認証失敗',
    '認証コードが正しくありません',
    'エラー',
    '認証に失敗しました',
    '再送信失敗',
    '認証コードの再送信に失敗しました',
    '認証コードが期限切れになりました、再度ログインしてください',
  ],
  'two-factor-setup': [
    '6桁の認証コードを入力してください',
    '二段階認証の設定に失敗しました',
    '認証に失敗しました',
    '認証エラー',
    '設定の取得に失敗しました',
  ],
  'contest-edit': [
    '大会名を入力してください。',
    '大会名の更新に失敗しました。',
    '保存に失敗しました',
    'カテゴリ名を入力してください。',
    '非公開',
    '公開',
    '公開予約',
  ],
  athletes: [
    '正しい人数を入力してください。',
    '未分類',
    '販売中',
    '確認中',
    '受注停止',
    '選手の追加に失敗しました。',
    '選手情報の更新に失敗しました。',
    '選手の削除に失敗しました。',
    '一括削除に失敗しました。',
    '選手の完全削除に失敗しました。',
    '一括価格変更に失敗しました。',
    '一括カテゴリ変更に失敗しました。',
    '一括ステータス変更に失敗しました。',
    '選手のカテゴリ更新に失敗しました。',
    '削除対象の選手がいません。',
  ],
  media: [
    'サムネイル画像は1080×1080pxの正方形でアップロードしてください。',
    '画像ファイルを選択してください',
    '画像ファイルの読み込みに失敗しました',
    'メディアの削除に失敗しました',
    '順序の変更に失敗しました。',
    'サムネイルのアップロードに失敗しました。',
    'サムネイルの削除に失敗しました。',
    '更新に失敗しました。',
  ],
  security: ['認証が必要です', 'サーバーエラー: {N}'],
} as const;

type QuotedTexts = typeof specTexts & typeof adminTexts;
export type Screen = keyof QuotedTexts;
export type SpecText<Name extends Screen> = QuotedTexts[Name][number];

/** Finds a quoted text within what a screen shows. */
export const textPattern = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('\\{N\\}', '\\d+'), 'u');
