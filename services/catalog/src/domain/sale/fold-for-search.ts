const KATAKANA = /[\u30a1-\u30f6]/g;
const KATAKANA_TO_HIRAGANA = 0x60;

/** Text for comparison: without differences of width, case, white space, and between katakana and hiragana. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/gu, '')
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - KATAKANA_TO_HIRAGANA));
