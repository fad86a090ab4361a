/** Errors about delivering in parts and about recalling a delivery, including the text that customers see meanwhile. */
export const deliveryErrors = {
  ReadyVideoRequired: { status: 400, message: '先に納品する動画のダウンロードURLを、1つ以上入力してください。' },
  LineAlreadyDelivered: {
    status: 409,
    message: 'この動画はすでに納品されています。別の動画に変えるには、「注文の詳細」から動画を差し替えてください。',
  },
  DeliveryAlreadyRecalled: { status: 409, message: 'この注文の納品は、すでに取り消されています。' },
  DeliveryRenewed: {
    status: 409,
    message: 'この注文は、表示していた納品のあとに納品し直されています。最新の内容を確認してから、もう一度お試しください。',
  },
  RecallTooLate: {
    status: 409,
    message: '納品から10分が過ぎたため、納品を取り消せません。動画に誤りがある場合は、動画を差し替えてください。',
  },
  RecallMoneyBack: { status: 409, message: 'この注文の代金はお客様へ戻されているため、納品を取り消せません。' },
  DownloadRecalled: {
    status: 409,
    message:
      'お届けした動画を修正するため、当店が納品をいったん取り消しました。ご注文はそのまま有効です。動画は改めてお届けし、準備ができしだいメールでお知らせします。',
  },
  FeedbackClosed: {
    status: 409,
    message: 'このご注文では、いまはこの操作を受け付けていません。画面を再読み込みして、最新の状況をご確認ください。',
  },
  ProblemLimitReached: {
    status: 429,
    message: '続けて多くのご連絡をいただいています。1時間ほど待ってからもう一度お試しいただくか、お問い合わせページからご連絡ください。',
  },
  TaskNotOpen: { status: 409, message: 'この要対応は、すでに対応済みです。最新の内容をご確認ください。' },
  DownloadEnded: {
    status: 410,
    message: 'このダウンロードは終了しました。ダウンロードページを開いて、最新のご案内をご確認ください。',
  },
} as const satisfies Record<string, { status: number; message: string }>;
