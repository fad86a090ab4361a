import {
  customerNameSchema,
  emailSchema,
  isCustomerPassword,
  normaliseEmail,
  PASSWORDS_DIFFER,
  passwordErrors,
} from '@stagereel/contracts';

export const PASSWORD_HINT = '8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。';

export type NewPassword = { password: string; confirmPassword: string };
export type NewPasswordErrors = Partial<Record<keyof NewPassword, string>>;

/** The errors of a new password and its confirmation. `missing` is the text for an empty one. */
export const newPasswordErrors = ({ password, confirmPassword }: NewPassword, missing: string): NewPasswordErrors => {
  const errors: NewPasswordErrors = {};
  if (password === '') errors.password = missing;
  else if (!isCustomerPassword(password)) errors.password = passwordErrors.PasswordTooWeak.message;
  if (confirmPassword !== password) errors.confirmPassword = PASSWORDS_DIFFER;
  return errors;
};

/** The error of an email address with an instruction, else undefined. */
export const emailProblem = (email: string): string | undefined => {
  if (normaliseEmail(email) === '') return 'メールアドレスを入力してください。';
  return emailSchema.safeParse(email).error?.issues[0]?.message;
};

export const nameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'お名前を入力してください。';
  return customerNameSchema.safeParse(name).error?.issues[0]?.message;
};

/** The entries with a value. */
export const withoutEmpty = <Field extends string>(problems: Record<Field, string | undefined>): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined)) as Partial<Record<Field, string>>;
