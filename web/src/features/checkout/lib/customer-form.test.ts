import { describe, expect, test } from '@jest/globals';
import { customerFormErrors } from './customer-form.ts';

const guest = { email: 'taro@example.jp', name: '山田 太郎', wantsAutoLogin: false, password: '', confirmPassword: '' };

describe('customerFormErrors', () => {
  test('when a guest enters an email address and a name, there are no errors (customer 2.28)', () => {
    expect(customerFormErrors(guest)).toEqual({});
  });

  test.each(['a..b@docomo.ne.jp', '　ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ '])('when the address is %s, it is accepted', (email) => {
    expect(customerFormErrors({ ...guest, email })).toEqual({});
  });

  test('when fields are empty, each has an instruction (customer 5.7)', () => {
    expect(customerFormErrors({ ...guest, email: ' ', name: '　' })).toEqual({
      email: 'メールアドレスを入力してください。',
      name: 'お名前を入力してください。',
    });
  });

  test('when the address has no domain, its format is the error', () => {
    expect(customerFormErrors({ ...guest, email: 'taro@' })).toEqual({ email: 'メールアドレスの形式が正しくありません。' });
  });

  test.each([
    ['no password', '', '', { password: '自動ログインを選択した場合はパスワードを入力してください' }],
    [
      'one class only',
      'abcdefgh',
      'abcdefgh',
      { password: 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。' },
    ],
    ['another confirmation', 'abcdefg1', 'abcdefg2', { confirmPassword: 'パスワードが一致しません' }],
    ['a good password', 'abcdefg1', 'abcdefg1', {}],
  ])(
    'when auto-login is chosen with %s, the passwords are validated (customer 2.28, 5.8, 5.9)',
    (_case, password, confirmPassword, errors) => {
      expect(customerFormErrors({ ...guest, wantsAutoLogin: true, password, confirmPassword })).toEqual(errors);
    },
  );

  test('when auto-login is not chosen, passwords are not validated', () => {
    expect(customerFormErrors({ ...guest, password: 'x', confirmPassword: 'y' })).toEqual({});
  });
});
