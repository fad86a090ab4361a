import { expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { receiptFailureOf } from './receipt-failure.ts';

const refusal = (status: number, code: string) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code, message: 'x' }), retryAfter: null });

test.each([
  [refusal(401, 'ProofRequired'), 'unproven'],
  [refusal(401, 'Unauthorized'), 'unproven'],
  [refusal(404, 'OrderNotFound'), 'missing'],
  [refusal(404, 'DownloadPageNotFound'), 'missing'],
  [refusal(400, 'ValidationFailed'), 'missing'],
  [refusal(409, 'ReceiptRefunded'), 'refunded'],
  [refusal(409, 'ReceiptChargedBack'), 'refunded'],
  [refusal(402, 'PaymentPending'), 'other'],
  [new NetworkError('offline', null), 'other'],
])('when the error is %s, the failure is %s', (error, failure) => {
  expect(receiptFailureOf(error)).toBe(failure);
});
