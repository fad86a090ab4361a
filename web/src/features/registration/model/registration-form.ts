import { normaliseEmail } from '@stagereel/contracts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';
import { emailProblem, nameProblem, saidOnly } from '../../../lib/person-rules.ts';
import type { NewAccount } from '../../../lib/register-customer.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

export type RegistrationValues = { name: string; email: string; password: string; confirmPassword: string; agreesToTerms: boolean };

/** In the order they stand on the screen. */
const FIELDS = ['name', 'email', 'password', 'confirmPassword', 'agreesToTerms'] as const satisfies readonly (keyof RegistrationValues)[];
type Field = (typeof FIELDS)[number];

/** Above the button while something required is empty; each empty field says its own part below itself. */
export const REQUIRED_MISSING = '必須項目を入力してください';
const PASSWORD_MISSING = 'パスワードを入力してください。';
const CONFIRMATION_MISSING = 'パスワード（確認）を入力してください。';
const TERMS_NOT_ACCEPTED = '利用規約に同意してください';

const isEmpty = (text: string): boolean => text.trim() === '';

export const hasEmptyField = ({ name, email, password, confirmPassword }: RegistrationValues): boolean =>
  [name, email].some(isEmpty) || password === '' || confirmPassword === '';

/** What is wrong with each field. */
export const registrationProblems = (values: RegistrationValues): Partial<Record<Field, string>> => ({
  ...newPasswordErrors(values, PASSWORD_MISSING),
  ...saidOnly({
    name: nameProblem(values.name),
    email: emailProblem(values.email),
    agreesToTerms: values.agreesToTerms ? undefined : TERMS_NOT_ACCEPTED,
  }),
  ...(values.confirmPassword === '' && { confirmPassword: CONFIRMATION_MISSING }),
});

/** The account the fields describe. */
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
