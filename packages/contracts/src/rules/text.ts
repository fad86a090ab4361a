/** NFKC and trim. Japanese keyboards type full-width digits and letters, which become ASCII. */
export const normalise = (text: string): string => text.normalize('NFKC').trim();

/** Normalises an e-mail address for comparison. The local part is case-insensitive, as with nearly all mail hosts. */
export const normaliseEmail = (text: string): string => normalise(text).toLowerCase();

/** The digits of a code, which may be typed or pasted in full width, with spaces or hyphens. */
export const normaliseCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/gu, '');

/**
 * The slug of a contest name: lower case, without white space and without characters other than letters, digits and underscores. Unicode letters
 * are kept, so that a Japanese name does not become empty.
 */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[.\s]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_]/gu, '');

/** The base order number of an order line: its number without the trailing hyphen and digits. */
export const baseOrderNumber = (lineNumber: string): string => lineNumber.replace(/-\d+$/, '');
