import { expect, test } from '@jest/globals';
import { recallTimeText } from './order-texts.ts';

test.each([
  [600_000, 'あと10分'],
  [599_999, 'あと9分'],
  [60_000, 'あと1分'],
  [59_999, 'あと59秒'],
  [1_000, 'あと1秒'],
  [1, 'あと1秒'],
])('when %d ms are left, then the button shows %s', (ms, text) => {
  expect(recallTimeText(ms)).toBe(text);
});
