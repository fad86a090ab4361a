import type { VideoStyle } from '@stagereel/contracts';

/** What a file's path says about its video. Contest and category are name keys; null if the path names none, or more than one. */
export type VideoName = {
  contest: string | null;
  category: string | null;
  style: VideoStyle | null;
  /** The rest of the path in its order, including the bib number; see tokensOf. */
  tokens: readonly string[];
};

/** Name keys of contests and categories, each once. */
export type KnownNames = { contests: readonly string[]; categories: readonly string[] };

/** Ignores character width and letter case. */
const normalised = (text: string): string => text.normalize('NFKC').toLowerCase();

const SEPARATORS = '[\\s_\\-‐-―・.,、。]*';
const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/u, '\\$&');

/** A letter next to a name makes it another name: 北関東大会 is not 関東大会, マスターズビキニ not ビキニ. The words of the style do not count. */
const LETTER = '(?![縦横])\\p{L}';

const ALL_SEPARATORS = new RegExp(SEPARATORS, 'gu');

/** A name without separators. Names with the same key cannot be distinguished in a path. The key may be empty. */
export const nameKey = (name: string): string => normalised(name).replace(ALL_SEPARATORS, '');

/** Matches a name with any separators between its characters. A digit next to a digit belongs to another number. */
const patternOf = (key: string): RegExp => {
  const characters = [...key];
  const isDigit = (character: string | undefined): boolean => /\p{N}/u.test(character ?? '');
  const before = isDigit(characters.at(0)) ? '[\\p{L}\\p{N}]' : '\\p{L}';
  const after = isDigit(characters.at(-1)) ? `(?:${LETTER}|\\p{N})` : `(?:${LETTER})`;
  return new RegExp(`(?<!${before})${characters.map(escaped).join(SEPARATORS)}(?!${after})`, 'gu');
};

/** Removes the known names from a text, the longest first, so that ビキニフィットネス is not taken for ビキニ. */
const extractNames = ({ text, keys }: { text: string; keys: readonly string[] }): { rest: string; found: readonly string[] } => {
  let rest = text;
  const found: string[] = [];
  for (const key of keys.filter((each) => each !== '').sort((one, other) => other.length - one.length)) {
    const without = rest.replace(patternOf(key), ' / ');
    if (without !== rest) found.push(key);
    rest = without;
  }
  return { rest, found };
};

const single = (found: readonly string[]): string | null => (found.length === 1 ? (found[0] ?? null) : null);

/** 横 as in 横浜 names no style. */
const STYLE_WORDS = /(?:[縦横](?=[縦横]|動画|向き|型|長|[^\p{L}]|$)|(?<![a-z])(?:vertical|horizontal)(?![a-z]))(?:動画|向き|型|長)?/gu;

const extractStyle = (text: string): { rest: string; style: VideoStyle | null } => {
  const styles = new Set<VideoStyle>();
  const rest = text.replace(STYLE_WORDS, (word) => {
    styles.add(word.startsWith('縦') || word === 'vertical' ? '縦動画' : '横動画');
    return ' / ';
  });
  const [style = null] = styles;
  return { rest, style: styles.size === 1 ? style : null };
};

/** Splits a text into what may be parts of a bib number: runs of Latin letters and digits, and runs of other letters and symbols. */
export const tokensOf = (text: string): string[] => normalised(text).match(/[0-9a-z]+|(?:(?![0-9a-z])[\p{L}\p{M}\p{N}\p{S}])+/gu) ?? [];

/** Reads contest, category, style and possible bib numbers from the path of a file: its folders and its name. */
export const readVideoName = (path: string, { contests, categories }: KnownNames): VideoName => {
  const text = normalised(path.replace(/\.[^./]{1,5}$/u, ''));
  const contest = extractNames({ text, keys: contests });
  const category = extractNames({ text: contest.rest, keys: categories });
  const { rest, style } = extractStyle(category.rest);
  return { contest: single(contest.found), category: single(category.found), style, tokens: tokensOf(rest) };
};

/** Digits, or one or two Latin letters: a block, or a part of a bib number. */
const BIB_PART = /\d|(?<![a-z])[a-z]{1,2}(?![a-z])/u;

/** Whether a folder's name, such as "finished", contains no known name, no style and no possible part of a bib number. */
export const isGenericFolder = (folder: string, { contests, categories }: KnownNames): boolean => {
  const text = normalised(folder);
  const { found } = extractNames({ text, keys: [...contests, ...categories] });
  return found.length === 0 && extractStyle(text).rest === text && !BIB_PART.test(text);
};
