/** Errors shown on the checkout pages: why videos cannot be ordered. */
export const orderingErrors = {
  ContestNotPublished: { status: 409, message: 'この大会は現在販売していません。' },
  ItemsRequired: { status: 400, message: '注文項目を選択してください' },
  ItemsIncomplete: { status: 400, message: 'すべての項目を選択してください' },
  ItemsDuplicated: { status: 400, message: '同じ動画が重複して選択されています。重複した項目を削除してください。' },
  ItemsUnavailable: { status: 409, message: '現在ご注文いただけない動画が含まれています。該当の項目を変更してください。' },
  AmountMismatch: { status: 400, message: '注文金額が無効です' },
} as const satisfies Record<string, { status: number; message: string }>;
