import { describe, expect, test } from '@jest/globals';
import { noticeOf, signInNotices, withNotice } from './sign-in-notice.ts';

describe('the notice on the sign-in page', () => {
  test('when a page redirects to the sign-in with a reason, the reason is read back', () => {
    expect(noticeOf(withNotice(signInNotices.sessionExpired))).toBe('セッションの有効期限が切れました。再度ログインしてください。');
  });

  test.each([null, undefined, 'text', {}, { notice: '' }, { notice: 3 }])('when the state is %j, there is no notice', (state) => {
    expect(noticeOf(state)).toBeNull();
  });
});
