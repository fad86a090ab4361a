import type { AdminLine } from '@stagereel/contracts';
import { isGenericFolder, type KnownNames, nameKey, readVideoName, tokensOf, type VideoName } from './line-name.ts';

export type LineToMatch = Pick<AdminLine, 'id' | 'contestId' | 'contestName' | 'category' | 'athleteNumber' | 'style' | 'orderDate'>;

/** Identifies the video that a line wants. Several customers may have ordered the same one; two contests may have the same name. */
export const videoKey = ({ contestId, category, athleteNumber, style }: Omit<LineToMatch, 'id' | 'contestName' | 'orderDate'>): string =>
  JSON.stringify([contestId, category, athleteNumber, style]);

/** Why an admin must check a match before the video is delivered. */
export type MatchIssue = 'contest' | 'namesake' | 'category' | 'style' | 'numbers' | 'words' | 'footage' | 'several';

/**
 * `certain`: the file names everything, and nothing else fits; `unclear`: one file fits, but has issues; `ambiguous`: several files fit the
 * line, or the file also fits lines that want another video; `missing`: no file fits. `files` are indices of the chosen files.
 */
export type LineMatch = {
  line: LineToMatch;
  state: 'certain' | 'unclear' | 'ambiguous' | 'missing';
  files: readonly number[];
  issues: readonly MatchIssue[];
};
/** `unmatchedFiles`: indices of the files that fit no line. */
export type VideoMatches = { lines: readonly LineMatch[]; unmatchedFiles: readonly number[] };

/** The index of the bib number among the tokens of a name, or -1. 12, 012 and 12A are different bib numbers. */
const bibIndex = (tokens: readonly string[], bib: readonly string[]): number =>
  bib.length === 0 ? -1 : tokens.findIndex((_, start) => bib.every((token, at) => tokens[start + at] === token));

/** A line with its name keys. `hasNamesake`: another contest has the same key; `isCategoryShared`: another category of the contest has. */
type KeyedLine = {
  line: LineToMatch;
  contest: string;
  category: string;
  hasNamesake: boolean;
  isCategoryShared: boolean;
};

const fits = (name: VideoName, { line, contest, category }: KeyedLine): boolean =>
  (name.contest === null || name.contest === contest) &&
  (name.category === null || name.category === category) &&
  (name.style === null || name.style === line.style) &&
  bibIndex(name.tokens, tokensOf(line.athleteNumber)) >= 0;

/** The tokens besides contest, category, style and bib number. They may change the meaning: a category of two words, number 5 of block A. */
const extraTokens = (name: VideoName, line: LineToMatch): string[] => {
  const bib = tokensOf(line.athleteNumber);
  const start = bibIndex(name.tokens, bib);
  return name.tokens.filter((_, at) => at < start || at >= start + bib.length);
};

const hasDigit = (token: string): boolean => /\d/u.test(token);

const issuesOf = (name: VideoName, { line, hasNamesake, isCategoryShared }: KeyedLine): MatchIssue[] => {
  const extra = extraTokens(name, line);
  return [
    ...(name.contest === null ? ['contest' as const] : []),
    ...(hasNamesake ? ['namesake' as const] : []),
    ...(name.category === null || isCategoryShared ? ['category' as const] : []),
    ...(name.style === null ? ['style' as const] : []),
    ...(extra.some(hasDigit) ? ['numbers' as const] : []),
    ...(extra.some((token) => !hasDigit(token)) ? ['words' as const] : []),
  ];
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Removes the chosen folder from the paths if its name is generic: it says the same about every file. */
const withoutChosenFolder = (paths: readonly string[], known: KnownNames): readonly string[] => {
  const [folder, ...below] = paths[0]?.split('/') ?? [];
  if (folder === undefined || below.length === 0 || !isGenericFolder(folder, known)) return paths;
  return paths.every((path) => path.startsWith(`${folder}/`)) ? paths.map((path) => path.slice(folder.length + 1)) : paths;
};

type Names = Pick<LineToMatch, 'contestId' | 'contestName' | 'category'>;

/** Returns a function that adds the name keys to a line, compared with the names of all lines. */
const createKeying = (all: readonly Names[]): ((line: LineToMatch) => KeyedLine) => {
  const contests = new Map<string, Set<string>>();
  const categories = new Map<string, Set<string>>();
  const add = ({ map, key, name }: { map: Map<string, Set<string>>; key: string; name: string }) =>
    map.set(key, (map.get(key) ?? new Set()).add(name));
  const categoryKey = ({ contestId, category }: Names): string => JSON.stringify([contestId, nameKey(category)]);
  for (const names of all) {
    add({ map: contests, key: nameKey(names.contestName), name: names.contestId });
    add({ map: categories, key: categoryKey(names), name: names.category });
  }
  return (line) => {
    const contest = nameKey(line.contestName);
    return {
      line,
      contest,
      category: nameKey(line.category),
      hasNamesake: (contests.get(contest)?.size ?? 0) > 1,
      isCategoryShared: (categories.get(categoryKey(line))?.size ?? 0) > 1,
    };
  };
};

type Input = {
  /** Names of the chosen files with their folders. */
  paths: readonly string[];
  /** The lines that want a video. */
  lines: readonly LineToMatch[];
  /** All lines ever ordered. A folder still holds delivered videos, whose longer names must not be taken for shorter ones. */
  ordered: readonly Names[];
};

/** Finds the files that may be the video of each line. A match is certain only if the file's name says everything. */
export const matchLines = ({ paths, lines, ordered }: Input): VideoMatches => {
  const all = [...lines, ...ordered];
  const known = {
    contests: unique(all.map(({ contestName }) => nameKey(contestName))),
    categories: unique(all.map(({ category }) => nameKey(category))),
  };
  const names = withoutChosenFolder(paths, known).map((path) => readVideoName(path, known));
  const keyed = lines.map(createKeying(all));
  const fittingLines = names.map((name) => keyed.filter((line) => fits(name, line)));

  const matchOf = (keyedLine: KeyedLine): LineMatch => {
    const { line, hasNamesake } = keyedLine;
    const files = paths.flatMap((_, index) => (fittingLines[index]?.includes(keyedLine) ? [index] : []));
    const [first] = files;
    const name = first === undefined ? undefined : names[first];
    if (first === undefined || name === undefined) return { line, state: 'missing', files, issues: [] };
    const fitsOtherVideo = fittingLines[first]?.some((other) => videoKey(other.line) !== videoKey(line)) ?? false;
    if (files.length > 1 || fitsOtherVideo)
      return { line, state: 'ambiguous', files, issues: hasNamesake ? ['several', 'namesake'] : ['several'] };
    const issues = issuesOf(name, keyedLine);
    return { line, state: issues.length === 0 ? 'certain' : 'unclear', files, issues };
  };

  return {
    lines: keyed.map(matchOf),
    unmatchedFiles: paths.flatMap((_, index) => (fittingLines[index]?.length === 0 ? [index] : [])),
  };
};
