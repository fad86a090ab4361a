import { expect, test } from '@jest/globals';
import { isRegistrationNumber } from './registration-number.ts';

test.each(['T7000012050002', 'T7010705000725', 'T9000000000000'])('when the check digit of %s is right, then it is one', (number) => {
  expect(isRegistrationNumber(number)).toBe(true);
});

test.each([
  ['its check digit is wrong', 'T8000012050002'],
  ['one digit is mistyped', 'T7000012050003'],
  ['two digits are swapped', 'T7000012500002'],
  ['it lacks the T', '7000012050002'],
  ['its T is small', 't7000012050002'],
  ['it is a digit short', 'T700001205000'],
  ['it is a digit long', 'T70000120500020'],
  ['it has hyphens', 'T7-0000-1205-0002'],
  ['a line break follows', 'T7000012050002\n'],
  ['its digits are full-width', 'T７０００012050002'],
  ['it is empty', ''],
])('when %s, then it is none', (_what, number) => {
  expect(isRegistrationNumber(number)).toBe(false);
});
