import { emailProblem, nameProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';

export type CustomerFormValues = { email: string; name: string; wantsAutoLogin: boolean; password: string; confirmPassword: string };
export type CustomerFormErrors = Partial<Record<'email' | 'name' | 'password' | 'confirmPassword', string>>;

const PASSWORD_MISSING = '自動ログインを選択した場合はパスワードを入力してください';

/** Whether the server keeps a password, and the customer has not typed another one. */
const staysKept = ({ password, confirmPassword }: CustomerFormValues, isPasswordKept: boolean): boolean =>
  isPasswordKept && password === '' && confirmPassword === '';

/** The errors by field. The passwords are only checked when their option is chosen and the server does not keep one already. */
export const customerFormErrors = (values: CustomerFormValues, isPasswordKept = false): CustomerFormErrors => ({
  ...(values.wantsAutoLogin && !staysKept(values, isPasswordKept) ? newPasswordErrors(values, PASSWORD_MISSING) : {}),
  ...withoutEmpty({ email: emailProblem(values.email), name: nameProblem(values.name) }),
});
