import { describe, expect, test } from '@jest/globals';
import { passwordSchema } from '../src/http/sessions.ts';
import { isAdminPassword, isCustomerPassword } from '../src/rules/password.ts';

describe('when a customer chooses a password (customer 5.2, 9.3)', () => {
  test.each(['abcdefg1', 'ABCDEFGh', '1234567A', 'あいうえおか1a'])('then %s is accepted', (password) => {
    expect(isCustomerPassword(password)).toBe(true);
  });
  test.each(['abcdef1', 'abcdefgh', '12345678', 'abcdefg!', '𠮷𠮷𠮷𠮷𠮷a1', ''])('then %s is refused', (password) => {
    expect(isCustomerPassword(password)).toBe(false);
  });
});

describe('when an admin password is set (customer 9.3)', () => {
  test.each(['Correct-Horse9', 'aA1!aA1!aA1!', 'パスワードAa1!漢字漢'])('then %s is accepted', (password) => {
    expect(isAdminPassword(password)).toBe(true);
  });
  test.each(['aA1!aA1!aA1', 'correct-horse9', 'CORRECT-HORSE9', 'Correct-Horse', 'CorrectHorse9', 'Correct Horse9'])(
    'then %s is refused',
    (password) => {
      expect(isAdminPassword(password)).toBe(false);
    },
  );
});

test.each([' with outer spaces ', 'ＦＵＬＬ width が', 'x'.repeat(200)])(
  'when %j is sent as a password, then it is compared unchanged',
  (password) => {
    expect(passwordSchema.parse(password)).toBe(password);
  },
);
