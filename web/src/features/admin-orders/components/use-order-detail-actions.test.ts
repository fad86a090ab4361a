import { expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { isRefundUnclear } from './use-order-detail-actions.ts';

const rejected = (status: number, code?: string) =>
  new ApiError({ status, statusText: '', body: code ? JSON.stringify({ code, message: '…' }) : '<html>', retryAfter: null });

test.each([
  ['the request timed out', new NetworkError('timeout', null)],
  ['the connection was cut', new NetworkError('unreachable', null)],
  ['the gateway timed out', rejected(504, 'GatewayTimeout')],
  ['a proxy responded', rejected(502)],
  ['the service failed', rejected(500, 'Internal')],
])('when %s, then the refund is unclear', (_what, error) => {
  expect(isRefundUnclear(error)).toBe(true);
});

test.each([
  ['the shop reports that the refund failed', rejected(502, 'RefundFailed')],
  ['the request was rejected', rejected(409, 'LineAlreadyClaimed')],
  ['the session has expired', rejected(401, 'Unauthorized')],
])('when %s, then there was no refund', (_what, error) => {
  expect(isRefundUnclear(error)).toBe(false);
});
