/** In their own module, so that a customer's page can name them without loading all other error texts. */
export const missingErrors = {
  OrderNotFound: { status: 404, message: 'ご注文が見つかりませんでした。' },
  DownloadPageNotFound: { status: 404, message: 'ダウンロードページが見つかりませんでした。' },
} as const satisfies Record<string, { status: number; message: string }>;
