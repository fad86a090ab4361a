import { expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { isRefundUnclear } from './unclear-refund.ts';

const answered = (status: number, code?: string) =>
  new ApiError({ status, statusText: '', body: code ? JSON.stringify({ code, message: '…' }) : '<html>', retryAfter: null });

test.each([
  ['no answer came in time', new NetworkError('timeout', null)],
  ['the connection was cut', new NetworkError('unreachable', null)],
  ['the gateway gave up', answered(504, 'GatewayTimeout')],
  ['something in between answered', answered(502)],
  ['the service broke', answered(500, 'Internal')],
])('when %s, what became of the refund is unclear', (_what, error) => {
  expect(isRefundUnclear(error)).toBe(true);
});

test.each([
  ['the shop says that it failed', answered(502, 'RefundFailed')],
  ['it was refused', answered(409, 'LineAlreadyClaimed')],
  ['the session is over', answered(401, 'Unauthorized')],
])('when %s, there was none', (_what, error) => {
  expect(isRefundUnclear(error)).toBe(false);
});
