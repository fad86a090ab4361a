import type { VideoStyle } from '@stagereel/contracts';
import { type Entrant, exactBib, folded, type KnownNames, type Meaning, type NamePart, nameKey } from './known-names.ts';
import { splitWords, type Token } from './split-words.ts';

/** A chosen file. `folders` are the names of its folders, the outermost first. `orientation` is the video's own; missing until it is known. */
export type FileToMatch = {
  id: string;
  name: string;
  folders: readonly string[];
  size: number;
  orientation?: 'vertical' | 'horizontal' | undefined;
};

/** A number, or a bib number with letters. `isMarked`: as in No.12 or 12番; `isDoubtful`: it may be a part of a date or a resolution. */
export type BibFact = { text: string; entrants: readonly Entrant[]; isMarked: boolean; isDoubtful: boolean };

type Segment = readonly Token<Meaning>[];

/** What a path says about its video. A word may mean several contests, categories or athletes: it is a set. */
export type VideoName = {
  /** The words of each folder and of the name. */
  segments: readonly Segment[];
  contests: readonly ReadonlySet<string>[];
  categories: readonly ReadonlySet<string>[];
  names: readonly ReadonlyMap<Entrant, NamePart>[];
  bibs: readonly BibFact[];
  styles: readonly VideoStyle[];
  unknownWords: readonly string[];
};

const FORMATS: Record<VideoStyle, string> = {
  縦動画: '9x16 9対16 9比16 1080x1920 720x1280 2160x3840 4x5 3x4',
  横動画: '16x9 16対9 16比9 1920x1080 1280x720 3840x2160 4096x2160 5x4 4x3',
};
const formatPattern = (formats: string): RegExp => new RegExp(`(?<![\\da-z])(?:${formats.replaceAll(' ', '|')})(?!\\d)`, 'gu');
const formatPatterns = { 縦動画: formatPattern(FORMATS.縦動画), 横動画: formatPattern(FORMATS.横動画) };

/** What cameras, programs and people add to names. It says nothing about the video, unless it is a bib number. */
const ADDITIONS: readonly RegExp[] = [
  // A date, and a time after it.
  /(?<!\d)20\d\d([-._])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)/gu,
  /(?<!\d)20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[-_t ]\d{6})?(?!\d)/gu,
  // The number of a camera's file.
  /(?<![a-z])a\d{3}[-_]?c\d{3}(?![\da-z])/gu,
  /(?<![a-z])(?:img_?e?|mg|dsc[nf]?|c|g[xhp]|gopr|mvi|mov|dji|pxl|mah|cimg|sam|vid|rec|clip|p(?=\d{7}))[-_]?\d{4,}(?:[-_]\d{4,})?(?!\d)/gu,
  // A version.
  /(?<![a-z])(?:ver(?:sion)?[. ]?|(?:v|rev|take|final|fix|edit|修正)\.?)\d{1,2}(?:\.\d+)*(?![\da-z])/gu,
  // A codec, a frame rate or a resolution.
  /(?<![\da-z])(?:[248]k|\d{3,4}[pi]|\d{2,3}fps|[hx]\.?26[45])(?![\da-z])/gu,
];

/** The number of a copy, which computers add at the end. */
const COPY_NUMBER = /\(\d\)(?=[\s_-]*(?:ノ?コピー|copy)?[\s\d]*$)|(?<=コピー|copy) ?\(?\d{1,2}\)?$/gu;

/** Years, dates, and heights in pixels. */
const DOUBTFUL = /^(?:(?:19|20)\d\d|1[0-2](?:0[1-9]|[12]\d|3[01])|20\d{6}|720|1080|2160)$/u;
const YEAR = /20\d\d/u;

const has = (token: Token<Meaning> | undefined, kind: Meaning['kind']): boolean =>
  token?.meanings.some((meaning) => meaning.kind === kind) ?? false;

/** Removes formats and additions from a text. */
const withoutAdditions = (segment: string, { exactBibs }: KnownNames): { text: string; styles: VideoStyle[] } => {
  const styles: VideoStyle[] = [];
  let text = folded(segment).replaceAll(COPY_NUMBER, ' ');
  for (const style of ['縦動画', '横動画'] as const)
    text = text.replaceAll(formatPatterns[style], () => {
      styles.push(style);
      return ' / ';
    });
  for (const addition of ADDITIONS) text = text.replaceAll(addition, (found) => (exactBibs.has(exactBib(found)) ? found : ' / '));
  return { text, styles };
};

const collect = <Item>(token: Token<Meaning>, pick: (meaning: Meaning) => Item | undefined): Item[] =>
  token.meanings.flatMap((meaning) => pick(meaning) ?? []);

/** A bib number with letters. B-5 may also be number 5 of block B, and 5V the vertical video of number 5. */
const bibsOfWord = (token: Token<Meaning>, { isMarked, known }: { isMarked: boolean; known: KnownNames }): BibFact[] => {
  const entrants = collect(token, (meaning) => (meaning.kind === 'bib' ? meaning.entrant : undefined));
  if (entrants.length === 0) return [];
  const number = /\d+/u.exec(token.text)?.[0] ?? '';
  const others = token.isSpaced || /^(?:[vh]\d+|\d+[vh])$/u.test(token.text) ? (known.entrantsByBib.get(number) ?? []) : [];
  const fact = { isMarked, isDoubtful: false };
  return [{ text: token.text, entrants, ...fact }, ...(others.length > 0 ? [{ text: number, entrants: others, ...fact }] : [])];
};

const namesOfWord = (token: Token<Meaning>): Map<Entrant, NamePart> => {
  const names = new Map<Entrant, NamePart>();
  const rank: readonly NamePart[] = ['given', 'family', 'full'];
  for (const meaning of token.meanings) {
    if (meaning.kind !== 'name') continue;
    const known = names.get(meaning.entrant);
    if (!known || rank.indexOf(known) < rank.indexOf(meaning.part)) names.set(meaning.entrant, meaning.part);
  }
  return names;
};

/** The numbers of one folder's or file's name. */
const numbersOf = (tokens: readonly Token<Meaning>[], known: KnownNames): { bibs: BibFact[]; editions: string[] } => {
  const bibs: BibFact[] = [];
  const editions: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const isJoined = after?.before === '';
    const isMarked = has(before, 'bibPrefix') || token.before.endsWith('#') || (isJoined && has(after, 'bibSuffix'));
    if (token.kind === 'word') bibs.push(...bibsOfWord(token, { isMarked, known }));
    if (token.kind !== 'number') continue;
    if (has(before, 'ordinal')) editions.push(`第${token.text}`);
    else if (!isJoined || !has(after, 'unit')) {
      const entrants = known.entrantsByBib.get(nameKey(token.text)) ?? [];
      bibs.push({ text: token.text, entrants, isMarked, isDoubtful: DOUBTFUL.test(token.text) });
    }
  }
  return { bibs, editions };
};

/** A year beside a contest's name that is not the contest's, or in which nobody ordered: another edition of the contest. */
const otherYears = (tokens: Segment, { contests, orderYears }: Pick<VideoName, 'contests'> & Pick<KnownNames, 'orderYears'>): string[] => {
  if (contests.length === 0) return [];
  const ownYears = contests.flatMap((keys) => [...keys].flatMap((key) => YEAR.exec(key)?.[0] ?? []));
  const isOwn = (year: string): boolean => (ownYears.length > 0 ? ownYears.includes(year) : orderYears.has(year));
  return tokens.filter(({ kind, text }) => kind === 'number' && /^20\d\d$/u.test(text) && !isOwn(text)).map(({ text }) => text);
};

const readSegment = (segment: string, { known, isFolder }: { known: KnownNames; isFolder: boolean }): VideoName => {
  const { text, styles } = withoutAdditions(segment, known);
  const tokens = splitWords(text, known.words);
  const { bibs, editions } = numbersOf(tokens, known);
  const contests: Set<string>[] = [];
  const categories: Set<string>[] = [];
  const names: Map<Entrant, NamePart>[] = [];
  for (const token of tokens) {
    const contest = new Set(collect(token, (meaning) => (meaning.kind === 'contest' ? meaning.contest : undefined)));
    const category = new Set(collect(token, (meaning) => (meaning.kind === 'category' ? meaning.category : undefined)));
    const name = namesOfWord(token);
    if (contest.size > 0) contests.push(contest);
    if (category.size > 0) categories.push(category);
    if (name.size > 0) names.push(name);
    styles.push(...collect(token, (meaning) => (meaning.kind === 'style' ? meaning.style : undefined)));
  }
  // "01_ビキニ": the number sorts the folders.
  const isSorted = isFolder && (contests.length > 0 || categories.length > 0);
  return {
    segments: [tokens],
    contests,
    categories,
    names,
    bibs: isSorted ? bibs.filter(({ isMarked }) => isMarked) : bibs,
    styles,
    unknownWords: [
      ...tokens.filter(({ kind }) => kind === 'unknown').map((token) => token.text),
      ...editions,
      ...otherYears(tokens, { contests, orderYears: known.orderYears }),
    ],
  };
};

/** Returns a function that reads paths. It reads each folder once. */
export const createPathReader = (known: KnownNames) => {
  const folders = new Map<string, VideoName>();
  const readFolder = (folder: string): VideoName => {
    const facts = folders.get(folder) ?? readSegment(folder, { known, isFolder: true });
    folders.set(folder, facts);
    return facts;
  };
  return (file: Pick<FileToMatch, 'name' | 'folders'>): VideoName => {
    const name = readSegment(file.name.replace(/\.[a-z][\da-z]{1,4}$/iu, ''), { known, isFolder: false });
    const all = [...file.folders.map(readFolder), name];
    return {
      segments: all.flatMap(({ segments }) => segments),
      contests: all.flatMap(({ contests }) => contests),
      categories: all.flatMap(({ categories }) => categories),
      names: all.flatMap(({ names }) => names),
      bibs: all.flatMap(({ bibs }) => bibs),
      styles: [...new Set(all.flatMap(({ styles }) => styles))],
      unknownWords: all.flatMap(({ unknownWords }) => unknownWords),
    };
  };
};
