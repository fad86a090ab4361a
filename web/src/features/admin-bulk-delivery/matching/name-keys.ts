import { withoutLeadingZeros } from './split-words.ts';

/** Old forms of characters in names with the usual form. */
const CHARACTER_FORMS =
  '髙高 﨑崎 嵜崎 澤沢 邊辺 邉辺 齋斎 齊斉 濵浜 濱浜 廣広 嶋島 嶌島 國国 眞真 惠恵 桒桑 𠮷吉 櫻桜 瀨瀬 德徳 榮栄 遙遥 凜凛 曾曽';
const usualForms = new Map(CHARACTER_FORMS.split(' ').map((pair) => [[...pair][0] ?? '', [...pair][1] ?? '']));

const OLD_FORMS = new RegExp(`[${[...usualForms.keys()].join('')}]`, 'gu');

/** Ignores width, letter case, the kind of kana and old forms of characters; composes what a Mac has decomposed. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    // TaroYamada are two words.
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '\u200b')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replaceAll(/[ぁ-ゖ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replaceAll(OLD_FORMS, (character) => usualForms.get(character) ?? character);

/** The letters and digits of a bib number, with its leading zeros. */
export const exactBib = (bib: string): string => folded(bib).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The letters and digits of a name, without leading zeros. Names with the same key cannot be distinguished in a path. */
export const nameKey = (name: string): string => withoutLeadingZeros(exactBib(name));
