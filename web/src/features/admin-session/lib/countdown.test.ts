import { expect, test } from '@jest/globals';
import { announcement, clockText, secondsLeft } from './countdown.ts';

test('when time runs out, nothing below zero is shown', () => {
  expect([secondsLeft({ until: 600_000, now: 0 }), secondsLeft({ until: 1, now: 0 }), secondsLeft({ until: 0, now: 5 })]).toEqual([
    600, 1, 0,
  ]);
});

test('seconds are shown as a clock', () => {
  expect([clockText(600), clockText(65), clockText(0)]).toEqual(['10:00', '1:05', '0:00']);
});

test('the countdown is announced at full minutes and at thirty seconds alone', () => {
  const spoken = Array.from({ length: 601 }, (_, seconds) => announcement(seconds)).filter((text) => text !== '');
  expect(spoken).toHaveLength(11);
  expect(announcement(540)).toBe('認証コードの有効期限まで、残り9分です。');
});
