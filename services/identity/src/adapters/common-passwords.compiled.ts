import { CUSTOMER_PASSWORD } from '@stagereel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * The 49,000 most common passwords, in lower case, one per line: the first 10,000 alone have too few that satisfy the rules of length and characters. Shorter
 * ones are refused anyway.
 */
export const lines: string = dictionary['passwords-common'].filter(({ length }) => length >= CUSTOMER_PASSWORD.minLength).join('\n');
