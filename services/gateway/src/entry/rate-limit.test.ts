import { expect, test } from '@jest/globals';
import { clientKey } from './rate-limit.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  [undefined, 'gone'],
])('when the address is %s, then requests are counted for %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});
