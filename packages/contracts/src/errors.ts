import { z } from 'zod';

/**
 * Every error a caller can meet: its HTTP status and the Japanese text a screen shows when the thrower has none of its own.
 * The wire form is {@link errorBodySchema}; texts from the specification's error catalogue stand here letter by letter.
 */
export const errorCatalogue = {
  ValidationFailed: { status: 400, message: '入力内容に誤りがあります。入力内容をご確認ください。' },
  BadRequest: { status: 400, message: '通信の内容を読み取れませんでした。画面を再読み込みしてもう一度お試しください。' },
  InvalidJson: { status: 400, message: '送信内容を読み取れませんでした。画面を再読み込みしてもう一度お試しください。' },
  Unauthorized: { status: 401, message: 'ログインが必要です。もう一度ログインしてください。' },
  ProofRequired: { status: 401, message: 'メールアドレスの認証が必要です。認証コードを取得してください。' },
  Forbidden: { status: 403, message: 'この操作を行う権限がありません。' },
  CrossSiteRequest: { status: 403, message: '別のサイトからの操作は受け付けられません。' },
  NotFound: { status: 404, message: 'お探しの情報が見つかりませんでした。' },
  RequestTimeout: { status: 408, message: '通信に時間がかかりすぎました。もう一度お試しください。' },
  PayloadTooLarge: { status: 413, message: '送信するデータが大きすぎます。' },
  UnsupportedMediaType: { status: 415, message: 'この形式のデータは受け付けられません。' },
  TooManyRequests: { status: 429, message: 'アクセスが集中しています。しばらくしてからもう一度お試しください。' },
  HeadersTooLarge: { status: 431, message: '送信する情報が大きすぎます。ブラウザのCookieを削除してから、もう一度お試しください。' },
  Internal: { status: 500, message: 'サーバーでエラーが発生しました。しばらくしてからもう一度お試しください。' },
  BadGateway: { status: 502, message: 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。' },
  ServiceUnavailable: { status: 503, message: 'ただいまサービスを利用できません。しばらくしてからもう一度お試しください。' },
  GatewayTimeout: { status: 504, message: '応答に時間がかかっています。しばらくしてからもう一度お試しください。' },

  CodeInvalid: { status: 400, message: '認証コードが無効です' },
  CodeExpired: { status: 400, message: '認証コードの有効期限が切れました。新しいコードを取得してください。' },
  CodeTriesExceeded: { status: 400, message: '認証コードの入力回数が上限に達しました。新しいコードを取得してください。' },
  CodeResendTooSoon: { status: 429, message: '認証コードは送信したばかりです。少し待ってから再送信してください。' },
  CodeLimitReached: { status: 429, message: '認証コードの送信回数が上限に達しました。1時間ほど待ってからお試しください。' },
  CodePaused: { status: 429, message: '認証の失敗が続いたため、このメールアドレスの認証を一時停止しています。明日以降にお試しください。' },

  CredentialsInvalid: { status: 401, message: 'メールアドレスまたはパスワードが正しくありません' },
  AccountLocked: { status: 423, message: 'アカウントがロックされています' },
  AddressBlocked: {
    status: 429,
    message: 'ログインの失敗が続いたため、この接続元からのログインを一時停止しています。1時間ほど待ってからお試しください。',
  },
  TwoFactorInvalid: { status: 400, message: '認証コードが正しくありません' },
  TwoFactorExpired: { status: 401, message: '認証コードが期限切れになりました、再度ログインしてください' },
  AccountExists: { status: 409, message: 'このメールアドレスはすでに登録されています。ログインしてください。' },
  RegistrationRefused: { status: 400, message: '登録に失敗しました' },
  LinkResendTooSoon: { status: 429, message: '確認メールは送信したばかりです。少し待ってからもう一度お試しください。' },
  LinkLimitReached: { status: 429, message: '確認メールの送信回数が上限に達しました。1時間ほど待ってからお試しください。' },
  VerifyLinkInvalid: { status: 400, message: '無効なトークンです' },
  VerifyLinkExpired: { status: 410, message: 'このリンクの有効期限が切れています。お手数ですが、もう一度会員登録をお願いします。' },
  RegistrationPasswordRequired: { status: 403, message: '登録を完了するには、登録時に設定したパスワードを入力してください。' },
  RegistrationPasswordInvalid: { status: 400, message: 'パスワードが正しくありません。登録時に設定したパスワードを入力してください。' },
  CurrentPasswordInvalid: { status: 400, message: '現在のパスワードが正しくありません。' },
  PasswordUnchanged: { status: 400, message: '現在と異なるパスワードを入力してください。' },
  PasswordChangeUnverified: { status: 403, message: '認証コードの確認が必要です。認証コードの取得からやり直してください。' },
  AdminPasswordTooWeak: { status: 400, message: '管理者のパスワードは12文字以上で、大文字・小文字・数字・記号をすべて含めてください。' },
  PasswordTooWeak: { status: 400, message: 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。' },

  ContestNameRequired: { status: 400, message: '大会名を入力してください。' },
  ContestNotPublished: { status: 409, message: 'この大会は現在販売していません。' },
  CategoryNameRequired: { status: 400, message: 'カテゴリ名を入力してください。' },
  CategoryNameTaken: { status: 409, message: '同じ名前のカテゴリがすでにあります。' },
  CategoryInUse: { status: 409, message: 'このカテゴリは選手に使われているため削除できません。' },
  AthleteNumberTaken: { status: 409, message: '同じカテゴリに同じゼッケン番号の選手がすでに登録されています。' },
  AthleteChangedMeanwhile: {
    status: 409,
    message: 'この選手の情報は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。',
  },
  CategoryUnknown: { status: 400, message: 'このカテゴリは大会に登録されていません。カテゴリを選び直してください。' },
  AthleteNotDeleted: { status: 409, message: '完全に削除できるのは、削除済みの選手だけです。' },
  PublishDateRequired: { status: 400, message: '公開予約には、未来の公開日時を指定してください。' },

  ItemsRequired: { status: 400, message: '注文項目を選択してください' },
  ItemsIncomplete: { status: 400, message: 'すべての項目を選択してください' },
  ItemsDuplicated: { status: 400, message: '同じ動画が重複して選択されています。重複した項目を削除してください。' },
  ItemsUnavailable: { status: 409, message: '現在ご注文いただけない動画が含まれています。該当の項目を変更してください。' },
  AmountMismatch: { status: 400, message: '注文金額が無効です' },
  IdempotencyKeyRequired: { status: 400, message: '決済の準備に失敗しました' },
  IdempotencyKeyReused: { status: 409, message: '決済の準備に失敗しました。注文内容の確認からやり直してください。' },
  PaymentUnavailable: { status: 502, message: '決済の準備に失敗しました' },
  PaymentRequired: { status: 402, message: 'お支払いがまだ完了していません。' },
  PaymentPending: { status: 402, message: 'お支払いの結果を確認中です。' },
  PaymentsTooMany: { status: 429, message: '決済の手続きが続けて行われました。1分ほど待ってからもう一度お試しください。' },
  PaymentsOpenTooMany: { status: 429, message: 'お支払いが完了していないご注文が多数あります。しばらくしてからもう一度お試しください。' },
  WebhookInvalid: { status: 400, message: '署名を確認できませんでした。' },
  OrderNotFound: { status: 404, message: 'ご注文が見つかりませんでした。' },
  LookupLimitReached: { status: 429, message: '照会の回数が上限に達しました。1時間ほど待ってからお試しください。' },
  ReceiptRefunded: { status: 409, message: 'この注文は全額返金済みのため、領収書を発行できません。' },
  ReceiptLimitReached: { status: 409, message: '領収書の発行回数が上限に達しました。お問い合わせください。' },
  OrderAlreadyHandled: { status: 409, message: 'この注文はすでに対応済みです。' },
  OrderAlreadyDelivered: { status: 409, message: 'この注文はすでに納品済みです。' },
  OrderRefunded: { status: 409, message: 'この注文は返金済みのため納品できません。' },
  DownloadUrlsRequired: { status: 400, message: 'すべての動画のダウンロードURLを入力してください' },
  DownloadUrlInvalid: {
    status: 400,
    message: 'ダウンロードURLは https:// で始まる2,048文字以内のURLを入力してください（ユーザー名・パスワードを含むURLは使えません）。',
  },
  DownloadPageNotFound: { status: 404, message: 'ダウンロードページが見つかりませんでした。' },
  DownloadRefunded: { status: 410, message: 'このご注文は返金済みのため、動画をダウンロードできません。' },
  DownloadPageExpired: { status: 410, message: 'ダウンロードの有効期限が切れています。' },
  DownloadClaimedElsewhere: {
    status: 409,
    message: 'この動画は別のブラウザでダウンロードを開始済みです。ダウンロードを開始したブラウザで開いてください。',
  },
  DownloadUsedUp: { status: 410, message: 'この動画はダウンロード済みです（ダウンロードは1回限りです）。' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every answer outside 2xx. `fields` maps a request field's path to its own Japanese text; further members carry facts a screen needs. */
export const errorBodySchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  remainingAttempts: z.int().optional(),
  lockoutUntil: z.iso.datetime().optional(),
  refused: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })).optional(),
  /** Yen, in the order of the items that were asked for: what they cost now, where a sum was not theirs. */
  prices: z.array(z.int()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
