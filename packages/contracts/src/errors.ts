import { deliveryErrors } from './errors/delivery-errors.ts';
import { finishedVideoErrors } from './errors/finished-video-errors.ts';
import { generalErrors } from './errors/general-errors.ts';
import { missingErrors } from './errors/missing-errors.ts';
import { orderingErrors } from './errors/ordering-errors.ts';
import { passwordErrors } from './errors/password-errors.ts';

/**
 * All errors that a caller can receive: HTTP status and the default Japanese text for the screen. The response body is {@link errorBodySchema}.
 * Texts from the specification's error catalogue must not be changed.
 */
export const errorCatalogue = {
  ...generalErrors,
  ...missingErrors,
  BadRequest: { status: 400, message: '通信の内容を読み取れませんでした。画面を再読み込みしてもう一度お試しください。' },
  InvalidJson: { status: 400, message: '送信内容を読み取れませんでした。画面を再読み込みしてもう一度お試しください。' },
  ProofRequired: { status: 401, message: 'メールアドレスの認証が必要です。認証コードを取得してください。' },
  CrossSiteRequest: { status: 403, message: '別のサイトからの操作は受け付けられません。' },
  CostlyCallsTooMany: { status: 429, message: 'アクセスが集中しています。1分ほど待ってからもう一度お試しください。' },
  ServiceBusy: { status: 503, message: 'ただいま混み合っています。しばらくしてからもう一度お試しください。' },
  /** The input has the published form, but its values contradict each other or do not exist. */
  InputInconsistent: { status: 400, message: '入力内容の組み合わせをご確認ください。' },
  MethodNotAllowed: { status: 405, message: 'この操作には対応していません。画面を再読み込みしてください。' },

  CookieRepeated: {
    status: 400,
    message:
      '同じ名前のCookieが複数あるため、操作を受け付けられません。ブラウザの設定で、このサイトのCookieを削除してから、もう一度お試しください。',
  },

  CodeInvalid: { status: 400, message: '認証コードが無効です' },
  CodeExpired: { status: 400, message: '認証コードの有効期限が切れました。新しいコードを取得してください。' },
  CodeTriesExceeded: { status: 400, message: '認証コードの入力回数が上限に達しました。新しいコードを取得してください。' },
  CodeResendTooSoon: { status: 429, message: '認証コードは送信したばかりです。1分ほど待ってから再送信してください。' },
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
  TwoFactorSetupExpired: { status: 400, message: '設定の有効期限が切れました。設定画面を開き直して、もう一度お試しください。' },
  TwoFactorCurrentRequired: { status: 400, message: '現在お使いの認証アプリのコードを入力してください。' },
  LastAdmin: { status: 409, message: '最後の管理者は削除できません。' },
  RecentSignInRequired: { status: 403, message: '安全のため、もう一度ログインしてから操作してください。' },
  AlreadyAdmin: { status: 409, message: 'このメールアドレスは、すでに管理者として登録されています。' },
  InvitationLimitReached: { status: 429, message: '招待メールの送信回数が上限に達しました。1時間ほど待ってからお試しください。' },
  InvitationInUse: { status: 409, message: '招待された方が登録の手続きを終えるところです。一覧を更新してご確認ください。' },
  InvitationInvalid: {
    status: 400,
    message: 'この招待は使えません。取り消されたか、新しいメールが送信されたか、すでに登録が完了しています。',
  },
  InvitationExpired: {
    status: 410,
    message: 'この招待の有効期限が切れています。招待した管理者に、もう一度メールの送信を依頼してください。',
  },
  AccountExists: { status: 409, message: 'このメールアドレスはすでに登録されています。ログインしてください。' },
  RegistrationRefused: { status: 400, message: '登録に失敗しました' },
  LinkResendTooSoon: { status: 429, message: 'メールは送信したばかりです。1分ほど待ってからもう一度お試しください。' },
  LinkLimitReached: { status: 429, message: 'メールの送信回数が上限に達しました。1時間ほど待ってからお試しください。' },
  VerifyLinkInvalid: { status: 400, message: '無効なトークンです' },
  VerifyLinkExpired: { status: 410, message: 'このリンクの有効期限が切れています。お手数ですが、もう一度会員登録をお願いします。' },
  RegistrationPasswordRequired: { status: 403, message: '登録を完了するには、登録時に設定したパスワードを入力してください。' },
  RegistrationPasswordInvalid: { status: 400, message: 'パスワードが正しくありません。登録時に設定したパスワードを入力してください。' },
  PersonalDataLinkInvalid: {
    status: 400,
    message: 'このリンクは使えません。すでにお手続きが済んでいるか、リンクの一部が欠けています。必要な場合は、もう一度お申し込みください。',
  },
  PersonalDataLinkExpired: { status: 410, message: 'このリンクの有効期限が切れています。お手数ですが、もう一度お申し込みください。' },
  PersonalDataOfAdmin: {
    status: 409,
    message:
      'このメールアドレスは管理者のアカウントに使われています。開示の請求とアカウントの削除は、管理画面の「ユーザー管理」で行ってください。',
  },
  CurrentPasswordInvalid: { status: 400, message: '現在のパスワードが正しくありません。' },
  PasswordUnchanged: { status: 400, message: '現在と異なるパスワードを入力してください。' },
  PasswordChangeUnverified: { status: 403, message: '認証コードの確認が必要です。認証コードの取得からやり直してください。' },
  ...passwordErrors,
  PasswordCommon: {
    status: 400,
    message: '推測されやすいパスワードは使用できません。別のパスワードを入力してください。',
  },
  PasswordPersonal: {
    status: 400,
    message:
      'メールアドレス（@の前だけの場合も）、お名前（姓や名だけの場合も）、サービス名（StageReel）を含むパスワードは使用できません。別のパスワードを入力してください。',
  },

  ContestNameRequired: { status: 400, message: '大会名を入力してください。' },
  ContestChangedMeanwhile: {
    status: 409,
    message: 'この大会の情報は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。',
  },
  ContestHasOpenOrders: { status: 409, message: 'この大会には、納品が終わっていない注文があるため、削除できません。' },
  PriceDescriptionChangedMeanwhile: {
    status: 409,
    message: 'この大会の価格表は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。',
  },
  SaleAlreadyStarted: { status: 409, message: 'この大会の動画はすでに販売中です。注文画面からご注文ください。' },
  SaleNoticesFull: { status: 409, message: 'この大会のお知らせの受付は上限に達しました。販売の開始はホームの大会一覧でご確認ください。' },
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

  ...orderingErrors,
  IdempotencyKeyRequired: { status: 400, message: '決済の準備に失敗しました' },
  IdempotencyKeyReused: { status: 409, message: '決済の準備に失敗しました。注文内容の確認からやり直してください。' },
  PaymentUnavailable: { status: 502, message: '決済の準備に失敗しました' },
  PaymentRequired: { status: 402, message: 'お支払いがまだ完了していません。' },
  PaymentPending: { status: 402, message: 'お支払いの結果を確認中です。' },
  PaymentsTooMany: { status: 429, message: '決済の手続きが続けて行われました。1分ほど待ってからもう一度お試しください。' },
  PaymentsOpenTooMany: {
    status: 429,
    message: 'お支払いが完了していないご注文が多数あります。24時間ほどで自動的に取り消されますので、その後もう一度お試しください。',
  },
  WebhookInvalid: { status: 400, message: '署名を確認できませんでした。' },
  WantedAccountLimitReached: { status: 429, message: 'パスワードの変更回数が上限に達しました。1時間ほど待ってからお試しください。' },
  LookupLimitReached: { status: 429, message: '照会の回数が上限に達しました。1時間ほど待ってからお試しください。' },
  ReceiptRefunded: { status: 409, message: 'この注文は全額返金済みのため、領収書を発行できません。' },
  ReceiptChargedBack: {
    status: 409,
    message: 'このご注文の代金はカード会社を通じてお客様へ戻されているため、領収書を発行できません。',
  },
  ReceiptRefundPending: { status: 409, message: '返金の手続き中です。返金の完了後に、もう一度発行してください。' },
  ReceiptLimitReached: { status: 409, message: '領収書の発行回数が上限に達しました。お問い合わせください。' },
  ReceiptLimitByLink: {
    status: 409,
    message: 'このリンクから発行できる領収書の上限に達しました。ご注文されたご本人は、メールアドレスを認証すると発行できます。',
  },
  OrderAlreadyHandled: { status: 409, message: 'この注文はすでに対応済みです。' },
  OrderAlreadyDelivered: { status: 409, message: 'この注文はすでに納品済みです。' },
  OrderRefunded: { status: 409, message: 'この注文は返金済みのため納品できません。' },
  OrderChargedBack: {
    status: 409,
    message: 'この注文はチャージバックが確定しているため、納品、ダウンロード期限の延長、メールの再送信はできません。',
  },
  OrderNotReopenable: { status: 409, message: '未対応に戻せるのは、納品せずに対応済みにした注文だけです。' },
  OrderChangedMeanwhile: {
    status: 409,
    message: 'この注文は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。',
  },
  SettingsChangedMeanwhile: {
    status: 409,
    message: 'この設定は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。',
  },
  MailNotSendable: { status: 409, message: 'この注文には、まだ送信できるメールがありません。' },
  MailResendLimitReached: { status: 429, message: 'この注文のメールの再送信の回数が上限に達しました。1時間ほど待ってからお試しください。' },
  DownloadPageMissing: { status: 409, message: 'この注文はまだ納品されていません。' },
  DownloadNotUsed: { status: 409, message: 'この動画はまだダウンロードされていません。' },
  LineAlreadyDeclined: { status: 409, message: 'この動画はすでに制作不可として処理されています。' },
  LineAlreadyClaimed: { status: 409, message: 'この動画はすでにダウンロードされているため、制作不可にできません。' },
  RefundFailed: { status: 502, message: '返金に失敗しました。しばらくしてからもう一度お試しください。' },
  RefundDisputed: { status: 409, message: 'お支払いに異議申し立てがあるため、返金できません。' },
  RefundChargedBack: {
    status: 409,
    message: 'チャージバックが確定し、代金はすでにお客様のカード会社へ戻されているため、返金できません。',
  },
  RefundExceedsPaid: {
    status: 409,
    message: 'この注文で返金できる残額が動画の価格より少ないため、返金できません。決済サービスの管理画面で返金の状況をご確認ください。',
  },
  RosterUnreadable: {
    status: 400,
    message: 'CSVファイルを読み取れませんでした。1行目に見出しのある、UTF-8またはShift_JISのファイルを選んでください。',
  },
  RosterChanged: { status: 409, message: '確認後にファイルまたは選手の情報が変わりました。もう一度内容を確認してください。' },
  UploadNotFound: { status: 404, message: 'アップロードが見つかりませんでした。ファイルを選び直して、もう一度アップロードしてください。' },
  UploadClosed: { status: 409, message: 'このファイルのアップロードはすでに完了しています。' },
  UploadIncomplete: { status: 409, message: 'まだ届いていない部分があります。アップロードを再開してください。' },
  ChunkInvalid: { status: 400, message: 'ファイルの一部を受け取れませんでした。もう一度お試しください。' },
  ChunkTooLarge: { status: 413, message: '1回に送信できる大きさは5MBまでです。' },
  FileTooLarge: { status: 413, message: 'ファイルが大きすぎるため、アップロードできません。' },
  FileHashMismatch: { status: 400, message: '送信中にファイルの内容が変わりました。もう一度アップロードしてください。' },
  FileTypeRefused: {
    status: 415,
    message: 'この形式のファイルはアップロードできません。JPEG・PNG・WebP・GIF・AVIFの画像、またはMP4・MOV・WebMの動画を選択してください。',
  },
  FileTypeMismatch: { status: 415, message: 'ファイルの中身が、選択した種類（動画・画像）と一致しません。' },
  ImageRequired: { status: 400, message: '画像ファイルを選択してください' },
  ImageUnreadable: { status: 400, message: '画像ファイルの読み込みに失敗しました' },
  ImageTooLarge: { status: 413, message: '画像が大きすぎます。4,000万画素以内の画像を選択してください。' },
  ThumbnailSizeWrong: { status: 400, message: 'サムネイル画像は1080×1080pxの正方形でアップロードしてください。' },
  StorageFull: {
    status: 507,
    message: 'サーバーの空き容量が足りないため、アップロードできません。不要なファイルを削除してから、もう一度お試しください。',
  },
  StorageQuotaExceeded: {
    status: 507,
    message: '保存できる容量の上限に達するため、アップロードできません。不要なファイルを削除してから、もう一度お試しください。',
  },
  DownloadUrlsRequired: { status: 400, message: 'すべての動画のダウンロードURLを入力してください' },
  DownloadUrlInvalid: {
    status: 400,
    message: 'ダウンロードURLは https:// で始まる2,048文字以内のURLを入力してください（ユーザー名・パスワードを含むURLは使えません）。',
  },
  ...deliveryErrors,
  DownloadRefunded: { status: 410, message: 'このご注文は返金済みのため、動画をダウンロードできません。' },
  DownloadChargedBack: {
    status: 410,
    message: 'このご注文の代金はカード会社を通じてお客様へ戻されているため、動画をダウンロードできません。',
  },
  DownloadPageExpired: { status: 410, message: 'ダウンロードの有効期限が切れています。' },
  DownloadClaimedElsewhere: {
    status: 409,
    message: 'この動画は別のブラウザでダウンロードを開始済みです。ダウンロードを開始したブラウザで開いてください。',
  },
  DownloadCookiesNeeded: {
    status: 428,
    message:
      'お使いのブラウザがCookieを保存しないため、ダウンロードを開始できませんでした。動画はまだ受け取れます。ブラウザの設定でCookieを有効にするか、SafariやChromeなどの標準のブラウザでこのページを開き、もう一度「ダウンロード」を押してください。',
  },
  DownloadUsedUp: { status: 410, message: 'この動画はダウンロード済みです（ダウンロードは1回限りです）。' },
  DownloadTicketExpired: {
    status: 410,
    message: 'ダウンロードを始められる時間が過ぎました。ダウンロードページに戻り、もう一度ボタンを押してください。',
  },
  DownloadBytesSpent: {
    status: 410,
    message: 'この動画は、ファイルサイズの2倍まで送信済みのため、これ以上ダウンロードできません。お手数ですが、お問い合わせください。',
  },
  DownloadTooManyParts: {
    status: 429,
    message:
      '動画が細かく分けられすぎているため、この部分は送信できません。ダウンロードソフトの分割数を減らすか、ブラウザで最初からダウンロードしてください。',
  },
  DownloadVideoGone: {
    status: 410,
    message: 'この動画は保存期間が過ぎたため、ダウンロードできません。お手数ですが、お問い合わせください。',
  },
  ...finishedVideoErrors,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
