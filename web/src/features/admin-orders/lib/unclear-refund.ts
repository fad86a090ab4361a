import { ApiError, isUndecided } from '../../../lib/api-error.ts';

export const REFUND_UNCLEAR = '返金の結果を確認できませんでした。少し待って画面を確認してください。';

/** Whether a refund may have been made although no good answer came. Where the shop itself says that it failed, it has not. */
export const isRefundUnclear = (error: unknown): boolean =>
  isUndecided(error) && !(error instanceof ApiError && error.code === 'RefundFailed');
