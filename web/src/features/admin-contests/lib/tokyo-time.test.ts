import { expect, test } from '@jest/globals';
import { fromTokyo, toTokyo } from './tokyo-time.ts';

test('when an instant is converted to Tokyo time and back, it is the same', () => {
  expect(toTokyo('2026-12-31T15:30:00.000Z')).toBe('2027-01-01T00:30');
  expect(fromTokyo('2027-01-01T00:30')).toBe('2026-12-31T15:30:00.000Z');
  expect(fromTokyo('')).toBeNull();
  expect(fromTokyo('someday')).toBeNull();
});
