import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import type { Entrant, KnownNames, Meaning, NamePart } from './known-names.ts';
import { exactBib, folded, nameKey } from './name-keys.ts';
import { splitWords, type Token } from './split-words.ts';

/** A chosen file. `folders` are the names of its folders, the outermost first. `orientation` is the video's own; missing until it is known. */
export type FileToMatch = {
  id: string;
  name: string;
  folders: readonly string[];
  size: number;
  orientation?: 'vertical' | 'horizontal' | undefined;
};

/**
 * A number, or a bib number with letters. `isMarked`: as in No.12 or 12番; `isDoubtful`: it may be a part of a date, a resolution or a count;
 * `isCounter`: it follows a word such as 完成, which may have a version.
 */
export type BibFact = { text: string; entrants: readonly Entrant[]; isMarked: boolean; isDoubtful: boolean; isCounter: boolean };
/** A name, or a part of it, with those who are called so. */
export type NameFact = { text: string; parts: ReadonlyMap<Entrant, NamePart> };

type Segment = readonly Token<Meaning>[];

/** What a path says about its video. A word may mean several contests, categories or athletes: it is a set. */
export type VideoName = {
  /** The words of each folder and of the name. */
  segments: readonly Segment[];
  contests: readonly ReadonlySet<string>[];
  categories: readonly ReadonlySet<string>[];
  names: readonly NameFact[];
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

/** Put in place of a date or a camera's file number. A number after it may count files and is then no bib number. */
const DATED = ' \u0001 ';
const RECORDED = ' \u0002 ';

/** What cameras, programs and people add to names. It says nothing about the video, unless it is a bib number. */
const ADDITIONS: readonly { pattern: RegExp; replacement: string }[] = [
  { pattern: /(?<!\d)20\d\d([-._])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)/gu, replacement: DATED },
  { pattern: /(?<!\d)20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[-_t ]\d{6})?(?!\d)/gu, replacement: DATED },
  { pattern: /(?<![a-z])a\d{3}[-_]?c\d{3}(?![\da-z])/gu, replacement: RECORDED },
  {
    pattern:
      /(?<![a-z])(?:img_?e?|mg|dsc[nf]?|c|g[xhp]|gopr|mvi|mov|dji|pxl|mah|cimg|sam|vid|rec|clip|p(?=\d{7}))[-_]?\d{4,}(?:[-_]\d{4,})?(?!\d)/gu,
    replacement: RECORDED,
  },
  // A version. At the start V3 may as well be the vertical video of number 3.
  { pattern: /(?<=[^a-z])v0?[1-9](?:\.\d+)*(?![\da-z])/gu, replacement: ' / ' },
  { pattern: /(?<![a-z])(?:ver(?:sion)?[. ]?|(?:rev|take|final|fix|edit|修正)\.?)\d{1,2}(?:\.\d+)*(?![\da-z])/gu, replacement: ' / ' },
  // A codec, a frame rate or a resolution.
  { pattern: /(?<![\da-z])(?:[248]k|\d{3,4}[pi]|\d{2,3}fps|[hx]\.?26[45])(?![\da-z])/gu, replacement: ' / ' },
];

/** The number of a copy, which computers add at the end. */
const COPY_NUMBER = /\(\d\)(?=[\s_-]*(?:ノ?コピー|copy)?[\s\d]*$)|(?<=コピー|copy) ?\(?\d{1,2}\)?$/gu;
/** When several files are renamed together, Windows numbers them: 縦 (12). */
const COUNTED = /\((\d{2,})\)\s*$/u;
const LINE_NUMBER = /(?<!\d)(\d{8})[-_](\d{2})(?!\d)/gu;
const DATE = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/u;

/** Years, dates, and heights in pixels. */
const DOUBTFUL = /^(?:(?:19|20)\d\d|20\d{6}|720|1080|2160)$/u;
/** A month and a day, as the name of a folder. */
const DAY = /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/u;
const YEAR = /20\d\d/u;

const has = (token: Token<Meaning> | undefined, kind: Meaning['kind']): boolean =>
  token?.meanings.some((meaning) => meaning.kind === kind) ?? false;

type Cleaned = { text: string; styles: VideoStyle[]; bibs: BibFact[]; years: string[]; unknownWords: string[] };

/** Reads formats, dates and numbers of order lines, and removes them from a text with all other additions. */
const readAdditions = (segment: string, { exactBibs, videosByLine }: KnownNames): Cleaned => {
  const text = folded(segment).replaceAll(COPY_NUMBER, ' ').replace(COUNTED, `${RECORDED}$1`);
  const cleaned: Cleaned = { text, styles: [], bibs: [], years: [], unknownWords: [] };
  cleaned.text = cleaned.text.replaceAll(LINE_NUMBER, (found, order: string, line: string) => {
    const video = videosByLine.get(`${order}-${line}`);
    if (!video && DATE.test(order)) return found;
    if (!video) cleaned.unknownWords.push(found);
    else {
      cleaned.bibs.push({ text: found, entrants: [video.entrant], isMarked: true, isDoubtful: false, isCounter: false });
      cleaned.styles.push(video.style);
    }
    return ' / ';
  });
  for (const style of VIDEO_STYLES)
    cleaned.text = cleaned.text.replaceAll(formatPatterns[style], () => {
      cleaned.styles.push(style);
      return ' / ';
    });
  for (const { pattern, replacement } of ADDITIONS)
    cleaned.text = cleaned.text.replaceAll(pattern, (found) => {
      if (exactBibs.has(exactBib(found))) return found;
      if (replacement === DATED) cleaned.years.push(found.slice(0, 4));
      return replacement;
    });
  return cleaned;
};

const collect = <Item>(token: Token<Meaning>, pick: (meaning: Meaning) => Item | undefined): Item[] =>
  token.meanings.flatMap((meaning) => pick(meaning) ?? []);

/** A bib number with letters. B-5 may also be number 5 of block B, and 5V the vertical video of number 5. */
const bibsOfWord = (token: Token<Meaning>, { isMarked, known }: { isMarked: boolean; known: KnownNames }): BibFact[] => {
  const entrants = collect(token, (meaning) => (meaning.kind === 'bib' ? meaning.entrant : undefined));
  if (entrants.length === 0) return [];
  const number = /\d+/u.exec(token.text)?.[0] ?? '';
  const others = token.isSpaced || /^(?:[vh]\d+|\d+[vh])$/u.test(token.text) ? (known.entrantsByBib.get(number) ?? []) : [];
  const fact = { isMarked, isDoubtful: false, isCounter: false };
  return [{ text: token.text, entrants, ...fact }, ...(others.length > 0 ? [{ text: number, entrants: others, ...fact }] : [])];
};

const PARTS: readonly NamePart[] = ['given', 'family', 'full'];

const nameOfWord = (token: Token<Meaning>): NameFact => {
  const parts = new Map<Entrant, NamePart>();
  for (const meaning of token.meanings) {
    if (meaning.kind !== 'name') continue;
    const known = parts.get(meaning.entrant);
    if (!known || PARTS.indexOf(known) < PARTS.indexOf(meaning.part)) parts.set(meaning.entrant, meaning.part);
  }
  return { text: token.text, parts };
};

type NumberContext = { known: KnownNames; hasOtherFacts: boolean; isFolder: boolean };

/** The bib numbers, or what may be some, of one folder's or file's name. */
const bibsOf = (tokens: Segment, { known, hasOtherFacts, isFolder }: NumberContext): BibFact[] =>
  tokens.flatMap((token, index): BibFact[] => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const isJoined = after?.before === '';
    const isMarked = has(before, 'bibPrefix') || token.before.endsWith('#') || (isJoined && has(after, 'bibSuffix'));
    if (token.kind === 'word') return bibsOfWord(token, { isMarked, known });
    const countsOther = has(before, 'ordinal') || has(before, 'counter') || (isJoined && has(after, 'unit'));
    if (token.kind === 'unknown' || countsOther) return [];
    const isDated = token.before.includes(DATED.trim());
    const isRecorded = token.before.includes(RECORDED.trim()) || (isDated && /^0|^\d{4}/u.test(token.text));
    const isCounter = isRecorded || isDated || has(before, 'addition') || /^0\d{3}/u.test(token.text);
    const isDate = DOUBTFUL.test(token.text) || (isFolder && DAY.test(token.text));
    // V2 is the second version, or the vertical video of number 2.
    const isVersion = token.before === '' && before?.text === 'v' && token.text.length === 1;
    const isDoubtful = isDate || isRecorded || isVersion || (isCounter && !hasOtherFacts);
    return [{ text: token.text, entrants: known.entrantsByBib.get(nameKey(token.text)) ?? [], isMarked, isDoubtful, isCounter }];
  });

const editionsOf = (tokens: Segment): string[] =>
  tokens.flatMap(({ kind, text }, index) => (kind === 'number' && has(tokens[index - 1], 'ordinal') ? `第${text}` : []));

/** The year in a number such as 2025 or 251121. */
const yearsOf = (tokens: Segment, { exactBibs }: KnownNames): string[] =>
  tokens.flatMap(({ kind, text }) => {
    if (kind !== 'number' || exactBibs.has(text)) return [];
    if (/^20\d\d$/u.test(text)) return text;
    return /^[12]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/u.test(text) ? `20${text.slice(0, 2)}` : [];
  });

/** Years of another edition of the contest: before all orders, or not the year in the contest's name. */
const otherYears = (
  years: readonly string[],
  { contests, orderYears }: Pick<VideoName, 'contests'> & Pick<KnownNames, 'orderYears'>,
): string[] => {
  const ownYears = contests.flatMap((keys) => [...keys].flatMap((key) => YEAR.exec(key)?.[0] ?? []));
  const isEarlier = (year: string): boolean => [...orderYears].every((each) => year < each);
  return years.filter((year) => (ownYears.length > 0 ? !ownYears.includes(year) : isEarlier(year))).map((year) => `${year}年`);
};

const readSegment = (segment: string, { known, isFolder }: { known: KnownNames; isFolder: boolean }): VideoName => {
  const { text, styles, bibs, years, unknownWords } = readAdditions(segment, known);
  const tokens = splitWords(text, known.words);
  const contests: Set<string>[] = [];
  const categories: Set<string>[] = [];
  const names: NameFact[] = [];
  for (const token of tokens) {
    const contest = new Set(collect(token, (meaning) => (meaning.kind === 'contest' ? meaning.contest : undefined)));
    const category = new Set(collect(token, (meaning) => (meaning.kind === 'category' ? meaning.category : undefined)));
    const name = nameOfWord(token);
    if (contest.size > 0) contests.push(contest);
    if (category.size > 0) categories.push(category);
    if (name.parts.size > 0) names.push(name);
    styles.push(...collect(token, (meaning) => (meaning.kind === 'style' ? meaning.style : undefined)));
  }
  const hasOtherFacts = contests.length + categories.length + names.length + styles.length > 0;
  // "01_ビキニ": the number sorts the folders.
  const isSorted = isFolder && contests.length + categories.length > 0 && /^0\d$/u.test(tokens[0]?.text ?? '');
  return {
    segments: [tokens],
    contests,
    categories,
    names,
    bibs: [...bibs, ...bibsOf(isSorted ? tokens.slice(1) : tokens, { known, hasOtherFacts, isFolder })],
    styles,
    unknownWords: [
      ...tokens.filter(({ kind }) => kind === 'unknown').map((token) => token.text),
      ...unknownWords,
      ...editionsOf(tokens),
      ...otherYears([...years, ...yearsOf(tokens, known)], { contests, orderYears: known.orderYears }),
    ],
  };
};

/** Whether a folder's name consists of words that nobody knows, such as an editor's name. */
const isSilent = ({ segments, unknownWords, ...facts }: VideoName): boolean => {
  const words = segments.flat().filter(({ kind }) => kind === 'unknown');
  return words.length === unknownWords.length && Object.values(facts).every((each) => each.length === 0);
};

const join = (all: readonly VideoName[]): VideoName => ({
  segments: all.flatMap(({ segments }) => segments),
  contests: all.flatMap(({ contests }) => contests),
  categories: all.flatMap(({ categories }) => categories),
  names: all.flatMap(({ names }) => names),
  bibs: all.flatMap(({ bibs }) => bibs),
  styles: [...new Set(all.flatMap(({ styles }) => styles))],
  unknownWords: all.flatMap(({ unknownWords }) => unknownWords),
});

/** `name`: what the whole path says; `parts`: what each folder and, as the last one, the file's own name say. */
export type ReadFile = { file: FileToMatch; name: VideoName; parts: readonly VideoName[] };

/**
 * Reads the paths of files. The folder that the admin chose contains all of them. If nobody knows its words, it is ignored for the files whose
 * contest is named below it; otherwise it may be the name of another contest.
 */
export const readPaths = (files: readonly FileToMatch[], known: KnownNames): ReadFile[] => {
  const readFolders = new Map<string, VideoName>();
  const readFolder = (folder: string): VideoName => {
    const facts = readFolders.get(folder) ?? readSegment(folder, { known, isFolder: true });
    readFolders.set(folder, facts);
    return facts;
  };
  const root = files[0]?.folders[0];
  const isChosen = root !== undefined && files.every(({ folders }) => folders[0] === root) && isSilent(readFolder(root));
  return files.map((file) => {
    const name = readSegment(file.name.replace(/\.[a-z][\da-z]{1,4}$/iu, ''), { known, isFolder: false });
    const all = [...file.folders.map(readFolder), name];
    const below = all.slice(1);
    const parts = isChosen && join(below).contests.length > 0 ? below : all;
    return { file, name: join(parts), parts };
  });
};
