/** Control characters, line separators and marks that reverse the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Text as one line that shows what it is: whoever typed a line break or a hidden mark into a name gets a space. */
export const singleLine = (text: string): string => text.replace(UNPRINTABLE, ' ').trim();
