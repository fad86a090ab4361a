import { customerNameSchema, emailSchema, normaliseEmail } from '@stagereel/contracts';

/** What is wrong with an address somebody typed, and what to do; undefined when nothing is. */
export const emailProblem = (email: string): string | undefined => {
  if (normaliseEmail(email) === '') return 'メールアドレスを入力してください。';
  return emailSchema.safeParse(email).error?.issues[0]?.message;
};

export const nameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'お名前を入力してください。';
  return customerNameSchema.safeParse(name).error?.issues[0]?.message;
};

/** Only the entries that say something, as a form's errors are kept. */
export const saidOnly = <Field extends string>(problems: Record<Field, string | undefined>): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined)) as Partial<Record<Field, string>>;
