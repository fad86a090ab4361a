import type { ErrorCode } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';

/** Why a receipt is unavailable. `unproven`: the order's email address has to be verified first. */
export type ReceiptFailure = 'unproven' | 'missing' | 'refunded' | 'other';

const failures: Partial<Record<ErrorCode, ReceiptFailure>> = {
  ProofRequired: 'unproven',
  Unauthorized: 'unproven',
  OrderNotFound: 'missing',
  DownloadPageNotFound: 'missing',
  // The address contains no valid order number or page.
  ValidationFailed: 'missing',
  ReceiptRefunded: 'refunded',
  ReceiptChargedBack: 'refunded',
};

export const receiptFailureOf = (error: unknown): ReceiptFailure =>
  (error instanceof ApiError && failures[error.code as ErrorCode]) || 'other';
