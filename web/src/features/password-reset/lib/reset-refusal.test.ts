import { expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { refusedFieldOf } from './reset-refusal.ts';

const answer = (status: number, body: object) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ message: 'x', ...body }), retryAfter: null });

test.each([
  ['a wrong code', answer(400, { code: 'CodeInvalid' }), 'code'],
  ['a code out of time', answer(400, { code: 'CodeExpired' }), 'code'],
  ['a code of another form', answer(400, { code: 'ValidationFailed', fields: { code: 'x' } }), 'code'],
  ['a weak password', answer(400, { code: 'PasswordTooWeak', fields: { newPassword: 'x' } }), 'password'],
  ['a password too weak for an admin', answer(400, { code: 'AdminPasswordTooWeak' }), 'password'],
  ['a password too long', answer(400, { code: 'ValidationFailed', fields: { newPassword: 'x' } }), 'password'],
  ['a pause', answer(429, { code: 'CodePaused' }), null],
  ['a page of another server', new ApiError({ status: 502, statusText: '', body: '<html>', retryAfter: null }), null],
  ['no answer', new NetworkError('offline', null), null],
])('when there is %s, it belongs to this part of the form', (_case, error, part) => {
  expect(refusedFieldOf(error)).toBe(part);
});
