import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { firstInvalidField, passwordProblems } from './password-form.ts';

const values = (newPassword: string, confirmPassword = newPassword) => ({ currentPassword: 'Before-2026', newPassword, confirmPassword });
const customer = { isAdmin: false };

describe('passwordProblems', () => {
  test('when everything is valid, there are no problems', () => {
    expect(passwordProblems(values('after2026'), customer)).toBeNull();
  });

  test.each([
    [{ currentPassword: '', newPassword: 'after2026', confirmPassword: 'after2026' }, 'currentPassword'],
    [{ currentPassword: 'x', newPassword: '', confirmPassword: '' }, 'newPassword'],
    [{ currentPassword: 'x', newPassword: 'short', confirmPassword: '' }, 'confirmPassword'],
  ] as const)('when a field is empty, only that is reported and the field gets the focus (customer 5.13)', (typed, first) => {
    const problems = passwordProblems(typed, customer);
    expect(problems?.form).toBe('すべての項目を入力してください');
    expect(problems?.fields).toEqual({});
    expect(problems && firstInvalidField(problems)).toBe(first);
  });

  test.each([
    ['abc1234', 'パスワードは8文字以上である必要があります'],
    ['あいう1234', 'パスワードは8文字以上である必要があります'],
    ['abcdefgh', '大文字・小文字・数字のうち2種類以上を含めてください。'],
    ['Before-2026', errorCatalogue.PasswordUnchanged.message],
  ])('when the new password is %s, it is refused (customer 5.13)', (typed, text) => {
    expect(passwordProblems(values(typed), customer)?.fields).toEqual({ newPassword: text });
  });

  test('when the confirmation differs, its field has the error (customer 5.13)', () => {
    const problems = passwordProblems(values('after2026', 'after2027'), customer);
    expect(problems?.fields).toEqual({ confirmPassword: '新しいパスワードが一致しません' });
    expect(problems && firstInvalidField(problems)).toBe('confirmPassword');
  });

  test('when an admin chooses a password that is only sufficient for a customer, it is refused', () => {
    expect(passwordProblems(values('after2026'), { isAdmin: true })?.fields.newPassword).toBe(errorCatalogue.AdminPasswordTooWeak.message);
    expect(passwordProblems(values('After-the-2026'), { isAdmin: true })).toBeNull();
  });
});
