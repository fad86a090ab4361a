import { normalise } from './visible-text.ts';

/** Normalises an e-mail address for comparison. The local part is case-insensitive, as with nearly all mail hosts. */
export const normaliseEmail = (text: string): string => normalise(text).toLowerCase();

/** The digits of a code, which may be typed or pasted in full width, with spaces or hyphens. */
export const normaliseCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/gu, '');

/** The base order number of an order line: its number without the trailing hyphen and digits. */
export const baseOrderNumber = (lineNumber: string): string => lineNumber.replace(/-\d+$/, '');
