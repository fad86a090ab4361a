/** One error for each status that every route can return. In their own module, so that a page can report a failure without loading all other error texts. */
export const generalErrors = {
  ValidationFailed: { status: 400, message: '入力内容に誤りがあります。入力内容をご確認ください。' },
  Unauthorized: { status: 401, message: 'ログインが必要です。もう一度ログインしてください。' },
  Forbidden: { status: 403, message: 'この操作を行う権限がありません。' },
  NotFound: { status: 404, message: 'お探しの情報が見つかりませんでした。' },
  RequestTimeout: { status: 408, message: '通信に時間がかかりすぎました。もう一度お試しください。' },
  PayloadTooLarge: { status: 413, message: '送信するデータが大きすぎます。' },
  UnsupportedMediaType: { status: 415, message: 'この形式のデータは受け付けられません。' },
  TooManyRequests: { status: 429, message: 'アクセスが集中しています。10秒ほど待ってからもう一度お試しください。' },
  HeadersTooLarge: { status: 431, message: '送信する情報が大きすぎます。ブラウザのCookieを削除してから、もう一度お試しください。' },
  Internal: { status: 500, message: 'サーバーでエラーが発生しました。しばらくしてからもう一度お試しください。' },
  BadGateway: { status: 502, message: 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。' },
  ServiceUnavailable: { status: 503, message: 'ただいまサービスを利用できません。しばらくしてからもう一度お試しください。' },
  GatewayTimeout: { status: 504, message: '応答に時間がかかっています。しばらくしてからもう一度お試しください。' },
} as const satisfies Record<string, { status: number; message: string }>;
