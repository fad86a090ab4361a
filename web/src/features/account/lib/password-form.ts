import { CUSTOMER_PASSWORD_RULE, errorCatalogue, isAdminPassword, isCustomerPassword } from '@stagereel/contracts';
import { PASSWORD_HINT } from '../../../lib/password-rules.ts';

export const PASSWORD_FIELDS = ['currentPassword', 'newPassword', 'confirmPassword'] as const;
export type PasswordFieldName = (typeof PASSWORD_FIELDS)[number];
export type PasswordValues = Record<PasswordFieldName, string>;

/** `form` is shown above the button, the others under their fields; `empty` fields are only marked. */
export type PasswordProblems = { form: string | null; empty: PasswordFieldName[]; fields: Partial<PasswordValues> };

export const NO_PASSWORDS: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

const FIELDS_MISSING = 'すべての項目を入力してください';
const PASSWORDS_DIFFER = '新しいパスワードが一致しません';
const PASSWORD_SHORT = 'パスワードは8文字以上である必要があります';
const CLASSES_MISSING = '大文字・小文字・数字のうち2種類以上を含めてください。';
const ADMIN_HINT = errorCatalogue.AdminPasswordTooWeak.message;

export const newPasswordHint = (isAdmin: boolean): string => (isAdmin ? ADMIN_HINT : PASSWORD_HINT);

const newPasswordProblem = ({ currentPassword, newPassword }: PasswordValues, isAdmin: boolean): string | undefined => {
  if ([...newPassword].length < CUSTOMER_PASSWORD_RULE.minLength) return PASSWORD_SHORT;
  if (!isCustomerPassword(newPassword)) return CLASSES_MISSING;
  if (isAdmin && !isAdminPassword(newPassword)) return ADMIN_HINT;
  return newPassword === currentPassword ? errorCatalogue.PasswordUnchanged.message : undefined;
};

/** The problems of the form; null when there are none. Only the server can check the current password. */
export const passwordProblems = (values: PasswordValues, { isAdmin }: { isAdmin: boolean }): PasswordProblems | null => {
  const empty = PASSWORD_FIELDS.filter((field) => values[field] === '');
  if (empty.length > 0) return { form: FIELDS_MISSING, empty, fields: {} };
  const newPassword = newPasswordProblem(values, isAdmin);
  const confirmPassword = values.confirmPassword === values.newPassword ? undefined : PASSWORDS_DIFFER;
  if (newPassword === undefined && confirmPassword === undefined) return null;
  return { form: null, empty: [], fields: { ...(newPassword && { newPassword }), ...(confirmPassword && { confirmPassword }) } };
};

/** The first field with a problem. */
export const firstInvalidField = ({ empty, fields }: PasswordProblems): PasswordFieldName | undefined =>
  PASSWORD_FIELDS.find((field) => empty.includes(field) || fields[field] !== undefined);
