/** What stands in the way of finished videos that lie in the shop. */
export const finishedVideoErrors = {
  FinishedVideoUnknown: {
    status: 400,
    message: '納品する動画が見つからないか、この明細のためにアップロードされた動画ではありません。動画をアップロードし直してください。',
  },
  DeliveryDoubtful: { status: 409, message: '納品する動画に確認が必要な点があります。内容を確認してから納品してください。' },
  FinishedVideoGone: {
    status: 409,
    message: 'アップロードした動画が保存期間を過ぎて削除されています。動画をもう一度アップロードして差し替えてください。',
  },
} as const satisfies Record<string, { status: number; message: string }>;
