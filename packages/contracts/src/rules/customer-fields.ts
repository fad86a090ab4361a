/** What a customer's name and e-mail address may contain. Without zod, so that the web app checks fields without loading it. */

export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 100;

/**
 * A normalised e-mail address. Allows consecutive dots, unlike RFC 5322, because Japanese carriers issued
 * addresses such as `a..b@docomo.ne.jp`. Rejects everything that could break a mail header.
 */
export const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u;

/** No control characters, because a name is written to mail headers and CSV files, and no half of a surrogate pair, which no file can contain. */
export const SINGLE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
/** Rejects angle brackets: they do not occur in names, and could inject HTML. */
export const CUSTOMER_NAME = /^[^<>]*$/;

export const fieldErrors = {
  email: 'メールアドレスの形式が正しくありません。',
  nameMissing: 'お名前を入力してください。',
  name: 'お名前に < と > は使用できません。',
  nameTooLong: `お名前は${MAX_NAME_LENGTH}文字以内で入力してください。`,
  notSingleLine: '使用できない文字が含まれています。',
} as const;
