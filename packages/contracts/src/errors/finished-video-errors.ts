/** Errors about finished videos that are stored in the media service. */
export const finishedVideoErrors = {
  FinishedVideoUnknown: {
    status: 400,
    message: '納品する動画が見つからないか、この明細のためにアップロードされた動画ではありません。動画をアップロードし直してください。',
  },
  VideoLineUnknown: {
    status: 404,
    message: '動画をアップロードする注文明細が見つかりませんでした。注文一覧を更新して、もう一度お試しください。',
  },
  VideoLineElsewhere: {
    status: 409,
    message: 'この注文明細は別の大会のものです。注文一覧を更新して、もう一度お試しください。',
  },
  VideoLineClosed: {
    status: 409,
    message: 'この注文明細には動画を納品できないため、アップロードできません。注文の状態をご確認ください。',
  },
  DeliveryDoubtful: { status: 409, message: '納品する動画に確認が必要な点があります。内容を確認してから納品してください。' },
  FinishedVideoGone: {
    status: 409,
    message: 'アップロードした動画が保存期間を過ぎて削除されています。動画をもう一度アップロードして差し替えてください。',
  },
} as const satisfies Record<string, { status: number; message: string }>;
