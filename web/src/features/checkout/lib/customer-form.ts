import { emailProblem, nameProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';

export type CustomerFormValues = { email: string; name: string; wantsAutoLogin: boolean; password: string; confirmPassword: string };
export type CustomerFormErrors = Partial<Record<'email' | 'name' | 'password' | 'confirmPassword', string>>;

const PASSWORD_MISSING = '自動ログインを選択した場合はパスワードを入力してください';

/** The errors by field. The passwords are only checked when their option is chosen. */
export const customerFormErrors = (values: CustomerFormValues): CustomerFormErrors => ({
  ...(values.wantsAutoLogin ? newPasswordErrors(values, PASSWORD_MISSING) : {}),
  ...withoutEmpty({ email: emailProblem(values.email), name: nameProblem(values.name) }),
});
