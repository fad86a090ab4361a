import { expect, test } from '@jest/globals';
import { announcement, minutesAndSeconds, secondsLeft } from './countdown.ts';

test('when the time is over, zero seconds are left', () => {
  expect([secondsLeft({ until: 600_000, now: 0 }), secondsLeft({ until: 1, now: 0 }), secondsLeft({ until: 0, now: 5 })]).toEqual([
    600, 1, 0,
  ]);
});

test('when seconds are shown, they are formatted as minutes and seconds (admin 2.9)', () => {
  expect([minutesAndSeconds(600), minutesAndSeconds(65), minutesAndSeconds(0)]).toEqual(['10:00', '1:05', '0:00']);
});

test('when the time runs, it is announced only at full minutes and at thirty seconds', () => {
  const spoken = Array.from({ length: 601 }, (_, seconds) => announcement(seconds)).filter((text) => text !== '');
  expect(spoken).toHaveLength(11);
  expect(announcement(540)).toBe('認証コードの有効期限まで、残り9分です。');
});
