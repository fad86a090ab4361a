import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { failureHint, isCurrentPasswordWrong, isRefused, isVerificationExpired } from './failure-hint.ts';

const SERVER_TEXT = 'what the server wrote';
const refusal = (status: number, code: string) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code, message: SERVER_TEXT }), retryAfter: null });
const steps = ['send', 'verify', 'change'] as const;

describe('failureHint', () => {
  test.each(steps)('when %s is refused, the text of the server is never shown (customer 8.13)', (step) => {
    for (const code of [...Object.keys(errorCatalogue), 'SomethingNew'])
      expect(failureHint(step, refusal(400, code))).not.toContain(SERVER_TEXT);
  });

  test.each(steps)('when the browser is offline at %s, it says so and claims nothing else', (step) => {
    expect(failureHint(step, new NetworkError('offline', null))).toBe(
      'インターネットに接続されていません。接続を確認して、もう一度お試しください。',
    );
  });

  test('when the change got no response, it may have happened', () => {
    expect(failureHint('change', new NetworkError('timeout', null))).toContain('変更が完了している場合もあります。');
    expect(failureHint('verify', new NetworkError('timeout', null))).not.toContain('変更が完了');
  });

  test.each([
    ['send', 'CodeLimitReached', errorCatalogue.CodeLimitReached.message],
    ['verify', 'CodeExpired', errorCatalogue.CodeExpired.message],
    ['verify', 'CodeInvalid', 'メールに記載された、最新の6桁のコードを入力してください。'],
    ['change', 'CurrentPasswordInvalid', '現在のパスワードが正しいかご確認ください。'],
    ['change', 'Internal', '時間をおいて、もう一度お試しください。'],
  ] as const)('when %s fails with %s, the hint is specific', (step, code, hint) => {
    expect(failureHint(step, refusal(400, code))).toBe(hint);
  });
});

test('when an error has several codes in its text, only its own code counts', () => {
  expect(isVerificationExpired(refusal(403, 'PasswordChangeUnverified'))).toBe(true);
  expect(isVerificationExpired(refusal(403, 'Forbidden'))).toBe(false);
  expect(isCurrentPasswordWrong(refusal(400, 'CurrentPasswordInvalid'))).toBe(true);
  expect(isCurrentPasswordWrong(new NetworkError('offline', null))).toBe(false);
});

test('when there was no response or a server error, the code may still be correct', () => {
  expect(isRefused(refusal(400, 'CodeInvalid'))).toBe(true);
  expect(isRefused(refusal(502, 'BadGateway'))).toBe(false);
  expect(isRefused(new NetworkError('timeout', null))).toBe(false);
});
