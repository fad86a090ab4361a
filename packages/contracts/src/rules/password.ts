import { ADMIN_PASSWORD_RULE, CUSTOMER_PASSWORD_RULE } from '../constants.ts';

const LETTERS_AND_DIGITS = [/[A-Z]/, /[a-z]/, /[0-9]/];
const SYMBOL = /[^\p{L}\p{N}\s]/u;

type Rule = { password: string; minLength: number; classes: number; patterns: readonly RegExp[] };

/** Counts code points, so that a surrogate pair is one character. */
const satisfies = ({ password, minLength, classes, patterns }: Rule): boolean =>
  [...password].length >= minLength && patterns.filter((pattern) => pattern.test(password)).length >= classes;

/** Rule for customers: at least 8 characters, with 2 of upper case, lower case and digits. */
export const isCustomerPassword = (password: string): boolean =>
  satisfies({ password, ...CUSTOMER_PASSWORD_RULE, patterns: LETTERS_AND_DIGITS });

/** Rule for admins: at least 12 characters, with upper case, lower case, digits and symbols. */
export const isAdminPassword = (password: string): boolean =>
  satisfies({ password, ...ADMIN_PASSWORD_RULE, patterns: [...LETTERS_AND_DIGITS, SYMBOL] });
