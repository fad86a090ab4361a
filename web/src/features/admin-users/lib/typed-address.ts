import { emailSchema } from '@stagereel/contracts';

/** The error of a typed address; null if there is none. */
export const addressProblem = (typed: string): string | null => {
  if (typed.trim() === '') return 'メールアドレスを入力してください。';
  return emailSchema.safeParse(typed).success ? null : 'メールアドレスの形式が正しくありません。';
};

/** The normalised address. */
export const addressOf = (typed: string): string => emailSchema.parse(typed);
