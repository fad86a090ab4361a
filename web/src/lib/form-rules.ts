import { customerNameSchema, emailSchema, normaliseEmail } from '@stagereel/contracts';

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
