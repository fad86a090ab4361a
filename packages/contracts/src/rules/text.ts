/** NFKC and trim: full-width digits and letters become plain, as a Japanese keyboard types them. */
export const normalise = (text: string): string => text.normalize('NFKC').trim();

/** An address as the shop compares it. Mail hosts treat the local part without case, so does the shop. */
export const normaliseEmail = (text: string): string => normalise(text).toLowerCase();

/** Digits of a code however they were typed or pasted: full-width, with spaces or hyphens. */
export const normaliseCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/gu, '');

/**
 * The contest's name as it stands in an address: dots and white space removed, lower-cased, every character that is no letter, digit or underscore removed.
 * Unicode letters stay, so that a Japanese name does not become empty.
 */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[.\s]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_]/gu, '');

/** The group an order line belongs to: its number without the trailing hyphen and digits. */
export const baseOrderNumber = (lineNumber: string): string => lineNumber.replace(/-\d+$/, '');
