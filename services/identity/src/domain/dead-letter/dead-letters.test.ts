import { expect, test } from '@jest/globals';
import { reasonOf } from './dead-letters.ts';

test.each([
  ['Error: 550 5.1.1 <hana@example.jp>: user unknown', 'Error: 550 5.1.1 <[address]>: user unknown'],
  ['MongoServerError: dup key: { name: "山田 花子" }', 'MongoServerError: dup key: { name: [value] }'],
  ['Error: no order 12345678 of 山田花子', 'Error: no order [number] of [text]'],
  ['Error: token 0123456789abcdef0123456789abcdef refused\n    at hana@example.jp', 'Error: token [id] refused'],
])('when the error is %j, then its reason has no personal data', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
