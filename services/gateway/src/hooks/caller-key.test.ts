import { expect, test } from '@jest/globals';
import { callerKey } from './caller-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  [undefined, 'gone'],
])('when the address is %s, the limit counts %s', (address, key) => {
  expect(callerKey(address)).toBe(key);
});
