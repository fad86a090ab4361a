/**
 * Two texts that look the same must be the same text, and no text may reorder what stands beside it. So characters that nobody sees are removed from
 * names and identifiers before they are compared or stored: spaces of no width, fillers, soft hyphens, marks of direction. They are kept where they
 * belong to what is seen: emoji that are joined to one picture, the kind of display of an emoji, the variant of a kanji.
 */
const EMOJI = '\\p{ExtPict}(?:[\\uFE0E\\uFE0F]|\\p{EMod})?';
const KANJI_VARIANT = '\\p{sc=Han}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]';
const KEPT_OR_INVISIBLE = new RegExp(`(${EMOJI}(?:\\u200D${EMOJI})*|${KANJI_VARIANT})|[\\p{DI}\\p{Cf}]`, 'gu');
/** Not only white space, controls, marks without a letter, or the empty Braille pattern. */
const VISIBLE = /[^\s\p{M}\p{Cc}\p{Cf}\u2800]/u;

/** Everything but compatibility ideographs. */
const COMPOSABLE = /[^\uF900-\uFAFF\u{2F800}-\u{2FA1F}]+/gu;
/** NFC, but 福 and 神 stay as the person writes the name: NFC would make another form of the kanji of them. */
const toNameForm = (text: string): string => text.replace(COMPOSABLE, (run) => run.normalize('NFC'));
const toIdentifierForm = (text: string): string => text.normalize('NFKC');

/** Normalised at the end too, because a removed character can have stood between two that belong together. */
const clean = (text: string, normalise: (text: string) => string): string => {
  const cleaned = normalise(normalise(text).replace(KEPT_OR_INVISIBLE, '$1')).trim();
  return VISIBLE.test(cleaned) ? cleaned : '';
};

/** A name or another text for people, without invisible characters and white space around it. Empty when nothing of it is visible. */
export const visibleText = (text: string): string => clean(text, toNameForm);

/** An identifier, such as a bib number: also with full-width digits and letters as ASCII, which Japanese keyboards type. */
export const normalise = (text: string): string => clean(text, toIdentifierForm);
