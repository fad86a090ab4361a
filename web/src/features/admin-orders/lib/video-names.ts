import type { VideoStyle } from '@stagereel/contracts';

/** What a file's path says about the video in it; null where it says nothing, or two things. Contest and category stand there by their keys. */
export type VideoName = {
  contest: string | null;
  category: string | null;
  style: VideoStyle | null;
  /** What is left of it, the bib among it, as it follows each other; see runsOf. */
  runs: readonly string[];
};

/** Names of contests and categories by their keys, each once. */
export type KnownNames = { contests: readonly string[]; categories: readonly string[] };

/** Full-width and half-width, small and capital letters are the same. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

const SEPARATORS = '[\\s_\\-‐-―・.,、。]*';
const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/u, '\\$&');

/** A letter beside a name makes it another name: 北関東大会 is not 関東大会, マスターズビキニ not ビキニ. Words of the style are none of it. */
const LETTER = '(?![縦横])\\p{L}';

const BETWEEN = new RegExp(SEPARATORS, 'gu');

/** A name without what separates its parts: names of one key are the same in a file's name. It may be empty. */
export const nameKey = (name: string): string => plain(name).replace(BETWEEN, '');

/** Finds a name whatever separates its parts. A digit beside a digit belongs to another number. */
const patternOf = (key: string): RegExp => {
  const characters = [...key];
  const isDigit = (character: string | undefined): boolean => /\p{N}/u.test(character ?? '');
  const before = isDigit(characters.at(0)) ? '[\\p{L}\\p{N}]' : '\\p{L}';
  const after = isDigit(characters.at(-1)) ? `(?:${LETTER}|\\p{N})` : `(?:${LETTER})`;
  return new RegExp(`(?<!${before})${characters.map(escaped).join(SEPARATORS)}(?!${after})`, 'gu');
};

/** Takes every name of a list out of a text, the longest first, so that ビキニフィットネス is not taken for ビキニ. */
const takeNames = ({ text, keys }: { text: string; keys: readonly string[] }): { rest: string; found: readonly string[] } => {
  let rest = text;
  const found: string[] = [];
  for (const key of keys.filter((each) => each !== '').sort((one, other) => other.length - one.length)) {
    const without = rest.replace(patternOf(key), ' / ');
    if (without !== rest) found.push(key);
    rest = without;
  }
  return { rest, found };
};

const only = (found: readonly string[]): string | null => (found.length === 1 ? (found[0] ?? null) : null);

/** 横 as in 横浜 names no style. */
const STYLE_WORDS = /(?:[縦横](?=[縦横]|動画|向き|型|長|[^\p{L}]|$)|(?<![a-z])(?:vertical|horizontal)(?![a-z]))(?:動画|向き|型|長)?/gu;

const takeStyle = (text: string): { rest: string; style: VideoStyle | null } => {
  const styles = new Set<VideoStyle>();
  const rest = text.replace(STYLE_WORDS, (word) => {
    styles.add(word.startsWith('縦') || word === 'vertical' ? '縦動画' : '横動画');
    return ' / ';
  });
  const [style = null] = styles;
  return { rest, style: styles.size === 1 ? style : null };
};

/** The parts of a bib, or of what could be one: Latin letters and digits that stand together, or other letters and signs that do. */
export const runsOf = (text: string): string[] => plain(text).match(/[0-9a-z]+|(?:(?![0-9a-z])[\p{L}\p{M}\p{N}\p{S}])+/gu) ?? [];

/** Reads contest, category, style and possible bibs from a file's name and the folders it lies in. */
export const readVideoName = (path: string, { contests, categories }: KnownNames): VideoName => {
  const text = plain(path.replace(/\.[^./]{1,5}$/u, ''));
  const contest = takeNames({ text, keys: contests });
  const category = takeNames({ text: contest.rest, keys: categories });
  const { rest, style } = takeStyle(category.rest);
  return { contest: only(contest.found), category: only(category.found), style, runs: runsOf(rest) };
};

/** Could be a block or a part of a bib: Latin letters that make no word, and digits. */
const BIB_PART = /\d|(?<![a-z])[a-z]{1,2}(?![a-z])/u;

/** Whether a folder's name is a mere word, such as "finished": neither a name or style nor anything that a bib could be made of. */
export const namesNothing = (folder: string, { contests, categories }: KnownNames): boolean => {
  const text = plain(folder);
  const { found } = takeNames({ text, keys: [...contests, ...categories] });
  return found.length === 0 && takeStyle(text).rest === text && !BIB_PART.test(text);
};
