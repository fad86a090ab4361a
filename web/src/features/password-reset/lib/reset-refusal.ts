import { ApiError } from '../../../lib/api-error.ts';

const CODE_ERRORS: readonly string[] = ['CodeInvalid', 'CodeExpired', 'CodeTriesExceeded'];
const PASSWORD_ERRORS: readonly string[] = ['PasswordTooWeak', 'AdminPasswordTooWeak', 'PasswordUnchanged'];

/** The form field whose value the server refused; null if the error is not about a field. */
export const refusedFieldOf = (error: unknown): 'code' | 'password' | null => {
  if (!(error instanceof ApiError) || error.code === null) return null;
  if (CODE_ERRORS.includes(error.code) || error.fields['code'] !== undefined) return 'code';
  return PASSWORD_ERRORS.includes(error.code) || error.fields['newPassword'] !== undefined ? 'password' : null;
};
