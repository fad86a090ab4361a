import { describe, expect, test } from '@jest/globals';
import { SESSION_EXPIRED, signInStateOf, withSignInState } from './sign-in-state.ts';

describe('sign-in state', () => {
  test('when a page redirects with a state, it is read back (customer 8.15)', () => {
    expect(signInStateOf(withSignInState({ from: '/account', notice: SESSION_EXPIRED }))).toEqual({
      from: '/account',
      notice: SESSION_EXPIRED,
    });
  });

  test.each([null, undefined, 'text', {}, { from: 3, notice: 3 }, { from: '//evil.example', notice: '' }])(
    'when it is %j, it says nothing',
    (state) => {
      expect(signInStateOf(state)).toEqual({ from: null, notice: null });
    },
  );
});
