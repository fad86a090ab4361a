import type { ErrorCode } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';

/** Why a receipt is not to be had. `unproven`: whose order it is has to be proven first. */
export type ReceiptFailure = 'unproven' | 'missing' | 'refunded' | 'other';

const failures: Partial<Record<ErrorCode, ReceiptFailure>> = {
  ProofRequired: 'unproven',
  Unauthorized: 'unproven',
  OrderNotFound: 'missing',
  DownloadPageNotFound: 'missing',
  // The address holds no order number or page.
  ValidationFailed: 'missing',
  ReceiptRefunded: 'refunded',
  ReceiptChargedBack: 'refunded',
};

export const receiptFailureOf = (error: unknown): ReceiptFailure =>
  (error instanceof ApiError && failures[error.code as ErrorCode]) || 'other';
