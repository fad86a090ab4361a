import { isCustomerPassword, PASSWORDS_DIFFER, passwordErrors } from '@stagereel/contracts';

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
