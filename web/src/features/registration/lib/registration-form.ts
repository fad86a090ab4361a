import { normaliseEmail } from '@stagereel/contracts';
import type { NewAccount } from '../../../api/registration.ts';
import { emailProblem, nameProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

export type RegistrationValues = { name: string; email: string; password: string; confirmPassword: string; agreesToTerms: boolean };

/** In screen order. */
const FIELDS = ['name', 'email', 'password', 'confirmPassword', 'agreesToTerms'] as const satisfies readonly (keyof RegistrationValues)[];
type Field = (typeof FIELDS)[number];

/** Shown above the button while a required field is empty; each empty field also has its own text. */
export const REQUIRED_MISSING = '必須項目を入力してください';
const PASSWORD_MISSING = 'パスワードを入力してください。';
const CONFIRMATION_MISSING = 'パスワード（確認）を入力してください。';
const TERMS_NOT_ACCEPTED = '利用規約に同意してください';

const isEmpty = (text: string): boolean => text.trim() === '';

export const hasEmptyField = ({ name, email, password, confirmPassword }: RegistrationValues): boolean =>
  [name, email].some(isEmpty) || password === '' || confirmPassword === '';

/** The errors by field. */
export const registrationProblems = (values: RegistrationValues): Partial<Record<Field, string>> => ({
  ...newPasswordErrors(values, PASSWORD_MISSING),
  ...withoutEmpty({
    name: nameProblem(values.name),
    email: emailProblem(values.email),
    agreesToTerms: values.agreesToTerms ? undefined : TERMS_NOT_ACCEPTED,
  }),
  ...(values.confirmPassword === '' && { confirmPassword: CONFIRMATION_MISSING }),
});

/** The account from the field values. */
export const accountOf = ({ email, name, password }: RegistrationValues): NewAccount => ({
  email: normaliseEmail(email),
  name: name.trim(),
  password,
});

export const useRegistrationForm = (known: { email: string; name: string } | null) =>
  useCheckedForm({
    opening: (): RegistrationValues => ({
      name: known?.name ?? '',
      email: known?.email ?? '',
      password: '',
      confirmPassword: '',
      agreesToTerms: false,
    }),
    fields: FIELDS,
    problemsOf: registrationProblems,
  });
