import { expect, test } from '@jest/globals';
import { signInNotices, signInStateOf } from './sign-in-notice.ts';

test('when a page redirects to the sign-in, then the reason and the wanted page are read back (admin 8.3)', () => {
  const notice = signInNotices.sessionExpired;
  expect(signInStateOf({ notice, from: '/admin?tab=orders' })).toEqual({ notice, from: '/admin?tab=orders' });
});

test.each([null, undefined, 'text', {}, { notice: '' }, { notice: 3 }, { from: 'https://evil.example/' }, { from: '//evil.example' }])(
  'when the state is %j, then there is no notice and no wanted page',
  (state) => {
    expect(signInStateOf(state)).toEqual({ notice: null, from: null });
  },
);
