import {
  CUSTOMER_NAME,
  EMAIL,
  fieldErrors,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  normaliseEmail,
  SINGLE_LINE,
  visibleText,
} from '@stagereel/contracts';

/** The error of an email address with an instruction, else undefined. */
export const emailProblem = (email: string): string | undefined => {
  const address = normaliseEmail(email);
  if (address === '') return 'メールアドレスを入力してください。';
  return address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address) ? undefined : fieldErrors.email;
};

export const nameProblem = (name: string): string | undefined => {
  if (visibleText(name) === '') return fieldErrors.nameMissing;
  if (name.length > MAX_NAME_LENGTH) return fieldErrors.nameTooLong;
  if (!SINGLE_LINE.test(name)) return fieldErrors.notSingleLine;
  return CUSTOMER_NAME.test(name.trim()) ? undefined : fieldErrors.name;
};

/** The entries with a value. */
export const withoutEmpty = <Field extends string>(problems: Record<Field, string | undefined>): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined)) as Partial<Record<Field, string>>;
