import { describe, expect, test } from '@jest/globals';
import type { CustomerData } from '../../../lib/saved-data.ts';
import { isProven } from './email-proof.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const customer: CustomerData = {
  email: 'taro@example.jp',
  name: '山田 太郎',
  wantsAutoLogin: false,
  codeSentAt: null,
  resendAt: null,
  provenUntil: null,
};

describe('isProven', () => {
  test.each([
    [null, false],
    [now + 30_000, false],
    [now + 3_600_000, true],
  ])('when the verification expires at %s, it counts only with a minute to spare', (provenUntil, held) => {
    expect(isProven({ customer: { ...customer, provenUntil }, user: null, now })).toBe(held);
  });

  test.each([
    ['has proven the address', { email: 'taro@example.jp', emailProven: true }, true],
    ['has not proven it', { email: 'taro@example.jp', emailProven: false }, false],
    ['is somebody else', { email: 'hanako@example.jp', emailProven: true }, false],
  ])('when the signed-in user %s, no code is needed: %s', (_case, user, proven) => {
    expect(isProven({ customer, user, now })).toBe(proven);
  });
});
