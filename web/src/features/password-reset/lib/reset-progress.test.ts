import { expect, test } from '@jest/globals';
import { progressOf, withProgress } from './reset-progress.ts';

test.each([{ step: 'code' as const, email: 'taro@example.jp', codeSentAt: 1, resendAt: null }, { step: 'done' as const }])(
  'when the history holds $step, it is read back',
  (progress) => {
    expect(progressOf(withProgress(progress))).toEqual(progress);
  },
);

test.each([null, undefined, 'code', {}, { passwordReset: { step: 'code' } }, { passwordReset: { step: 'other' } }])(
  'when the state is %j, the reset is at its beginning',
  (state) => {
    expect(progressOf(state)).toBeNull();
  },
);
