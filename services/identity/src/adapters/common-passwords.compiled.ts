import { CUSTOMER_PASSWORD } from '@stagereel/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Those of the 49,000 most common passwords that are long enough, about 18,000, in lower case, one per line. Shorter ones are refused anyway. The first
 * 10,000 would not be enough, because few of them satisfy the rules of length and characters.
 */
export const lines: string = dictionary['passwords-common'].filter(({ length }) => length >= CUSTOMER_PASSWORD.minLength).join('\n');
