import { customerNameSchema, emailSchema, normaliseEmail } from '@stagereel/contracts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';

export type CustomerFormValues = { email: string; name: string; wantsAutoLogin: boolean; password: string; confirmPassword: string };
export type CustomerFormErrors = Partial<Record<'email' | 'name' | 'password' | 'confirmPassword', string>>;

const PASSWORD_MISSING = '自動ログインを選択した場合はパスワードを入力してください';

const emailProblem = (email: string): string | undefined => {
  if (normaliseEmail(email) === '') return 'メールアドレスを入力してください。';
  return emailSchema.safeParse(email).error?.issues[0]?.message;
};

const nameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'お名前を入力してください。';
  return customerNameSchema.safeParse(name).error?.issues[0]?.message;
};

/** What is wrong with each field; the passwords of an option that is not chosen are never wrong. */
export const customerFormErrors = (values: CustomerFormValues): CustomerFormErrors => {
  const errors: CustomerFormErrors = values.wantsAutoLogin ? newPasswordErrors(values, PASSWORD_MISSING) : {};
  const email = emailProblem(values.email);
  const name = nameProblem(values.name);
  return { ...errors, ...(email && { email }), ...(name && { name }) };
};
