import { describe, expect, test } from '@jest/globals';
import { accountOf, hasEmptyField, registrationProblems } from './registration-form.ts';

const complete = { name: '山田 太郎', email: 'taro@example.jp', password: 'abcdefg1', confirmPassword: 'abcdefg1', agreesToTerms: true };
const empty = { name: '', email: '', password: '', confirmPassword: '', agreesToTerms: false };

describe('the registration form', () => {
  test('when everything is filled in, there are no errors', () => {
    expect(registrationProblems(complete)).toEqual({});
    expect(hasEmptyField(complete)).toBe(false);
  });

  test('when nothing is filled in, each field has an instruction (customer 5.1)', () => {
    expect(registrationProblems(empty)).toEqual({
      name: 'お名前を入力してください。',
      email: 'メールアドレスを入力してください。',
      password: 'パスワードを入力してください。',
      confirmPassword: 'パスワード（確認）を入力してください。',
      agreesToTerms: '利用規約に同意してください',
    });
  });

  test.each(['name', 'email', 'password', 'confirmPassword'] as const)('when only %s is empty, the form is incomplete', (field) => {
    expect(hasEmptyField({ ...complete, [field]: '' })).toBe(true);
  });

  test('when name or address are blank, they count as empty; a blank password does not', () => {
    expect(hasEmptyField({ ...complete, name: '　' })).toBe(true);
    expect(hasEmptyField({ ...complete, password: ' '.repeat(8) })).toBe(false);
  });

  test.each([
    ['another confirmation', { confirmPassword: 'abcdefg2' }, { confirmPassword: 'パスワードが一致しません' }],
    ['terms not accepted', { agreesToTerms: false }, { agreesToTerms: '利用規約に同意してください' }],
    ['angle brackets in the name', { name: '<b>太郎</b>' }, { name: 'お名前に < と > は使用できません。' }],
    [
      'a weak password',
      { password: 'abcdefgh', confirmPassword: 'abcdefgh' },
      { password: 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。' },
    ],
  ])('when there is %s, only that is reported (customer 5.1)', (_case, changes, problems) => {
    expect(registrationProblems({ ...complete, ...changes })).toEqual(problems);
  });

  test('when the account is built, the address is normalised, the name trimmed and the password unchanged', () => {
    expect(accountOf({ ...complete, email: ' Ｔａｒｏ＠example.jp ', name: ' 山田 太郎　', password: ' abcdefg1 ' })).toEqual({
      email: 'taro@example.jp',
      name: '山田 太郎',
      password: ' abcdefg1 ',
    });
  });
});
