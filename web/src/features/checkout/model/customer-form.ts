import { newPasswordErrors } from '../../../lib/password-rules.ts';
import { emailProblem, nameProblem, saidOnly } from '../../../lib/person-rules.ts';

export type CustomerFormValues = { email: string; name: string; wantsAutoLogin: boolean; password: string; confirmPassword: string };
export type CustomerFormErrors = Partial<Record<'email' | 'name' | 'password' | 'confirmPassword', string>>;

const PASSWORD_MISSING = '自動ログインを選択した場合はパスワードを入力してください';

/** What is wrong with each field; the passwords of an option that is not chosen are never wrong. */
export const customerFormErrors = (values: CustomerFormValues): CustomerFormErrors => ({
  ...(values.wantsAutoLogin ? newPasswordErrors(values, PASSWORD_MISSING) : {}),
  ...saidOnly({ email: emailProblem(values.email), name: nameProblem(values.name) }),
});
