import type { AdminLine } from '@stagereel/contracts';
import { type KnownNames, nameKey, namesNothing, readVideoName, runsOf, type VideoName } from './video-names.ts';

export type WaitingLine = Pick<AdminLine, 'id' | 'contestId' | 'contestName' | 'category' | 'athleteNumber' | 'style' | 'orderDate'>;

/** Names the video that a line wants. Several customers may have ordered the same one; two contests may have the same name. */
export const wantedVideo = ({ contestId, category, athleteNumber, style }: Omit<WaitingLine, 'id' | 'contestName' | 'orderDate'>): string =>
  JSON.stringify([contestId, category, athleteNumber, style]);

/** Why somebody must look before a video goes out. */
export type Doubt = 'contest' | 'namesake' | 'category' | 'style' | 'numbers' | 'words' | 'footage' | 'several';

/**
 * `sure`: everything is named and nothing else fits; `doubtful`: one file fits, but its name leaves something open; `ambiguous`: several files
 * fit the line, or the file fits lines that want another video; `missing`: none fits. `files` are indices.
 */
export type LineMatch = {
  line: WaitingLine;
  state: 'sure' | 'doubtful' | 'ambiguous' | 'missing';
  files: readonly number[];
  doubts: readonly Doubt[];
};
export type VideoMatches = { lines: readonly LineMatch[]; surplus: readonly number[] };

/** Where the bib stands among the runs of a name, or -1. 12, 012 and 12A are different bibs. */
const positionOf = (runs: readonly string[], bib: readonly string[]): number =>
  bib.length === 0 ? -1 : runs.findIndex((_, start) => bib.every((run, at) => runs[start + at] === run));

/** A line with the keys of its names, and whether those keys are those of another contest or category, too. */
type KeyedLine = {
  line: WaitingLine;
  contest: string;
  category: string;
  hasNamesake: boolean;
  isCategoryShared: boolean;
};

const fits = (name: VideoName, { line, contest, category }: KeyedLine): boolean =>
  (name.contest === null || name.contest === contest) &&
  (name.category === null || name.category === category) &&
  (name.style === null || name.style === line.style) &&
  positionOf(name.runs, runsOf(line.athleteNumber)) >= 0;

/** What a name says beside contest, category, style and bib. It may make another one of each: a category of two words, number 5 of block A. */
const othersOf = (name: VideoName, line: WaitingLine): string[] => {
  const bib = runsOf(line.athleteNumber);
  const start = positionOf(name.runs, bib);
  return name.runs.filter((_, at) => at < start || at >= start + bib.length);
};

const hasDigit = (run: string): boolean => /\d/u.test(run);

const doubtsOf = (name: VideoName, { line, hasNamesake, isCategoryShared }: KeyedLine): Doubt[] => {
  const others = othersOf(name, line);
  return [
    ...(name.contest === null ? ['contest' as const] : []),
    ...(hasNamesake ? ['namesake' as const] : []),
    ...(name.category === null || isCategoryShared ? ['category' as const] : []),
    ...(name.style === null ? ['style' as const] : []),
    ...(others.some(hasDigit) ? ['numbers' as const] : []),
    ...(others.some((run) => !hasDigit(run)) ? ['words' as const] : []),
  ];
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Paths without the folder that was chosen, if its name is a mere word: it says the same of every file in it. */
const withoutChosenFolder = (paths: readonly string[], known: KnownNames): readonly string[] => {
  const [folder, ...below] = paths[0]?.split('/') ?? [];
  if (folder === undefined || below.length === 0 || !namesNothing(folder, known)) return paths;
  return paths.every((path) => path.startsWith(`${folder}/`)) ? paths.map((path) => path.slice(folder.length + 1)) : paths;
};

type Names = Pick<WaitingLine, 'contestId' | 'contestName' | 'category'>;

/** Gives lines their keys, seen among all names there are. */
const keyingAmong = (all: readonly Names[]): ((line: WaitingLine) => KeyedLine) => {
  const contests = new Map<string, Set<string>>();
  const categories = new Map<string, Set<string>>();
  const note = ({ map, key, name }: { map: Map<string, Set<string>>; key: string; name: string }) =>
    map.set(key, (map.get(key) ?? new Set()).add(name));
  const categoryKey = ({ contestId, category }: Names): string => JSON.stringify([contestId, nameKey(category)]);
  for (const names of all) {
    note({ map: contests, key: nameKey(names.contestName), name: names.contestId });
    note({ map: categories, key: categoryKey(names), name: names.category });
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
  /** Names of files with the folders they lie in. */
  paths: readonly string[];
  /** Those that wait for a video. */
  lines: readonly WaitingLine[];
  /** All that were ever ordered. A folder still holds what was delivered, and its names must not be taken for shorter ones that wait. */
  ordered: readonly Names[];
};

/** Finds for each line that waits for a video the files that could be it. Nothing is sure that a name does not say. */
export const matchVideos = ({ paths, lines, ordered }: Input): VideoMatches => {
  const all = [...lines, ...ordered];
  const known = {
    contests: unique(all.map(({ contestName }) => nameKey(contestName))),
    categories: unique(all.map(({ category }) => nameKey(category))),
  };
  const names = withoutChosenFolder(paths, known).map((path) => readVideoName(path, known));
  const keyed = lines.map(keyingAmong(all));
  const fitting = names.map((name) => keyed.filter((line) => fits(name, line)));

  const matchOf = (wanting: KeyedLine): LineMatch => {
    const { line, hasNamesake } = wanting;
    const files = paths.flatMap((_, index) => (fitting[index]?.includes(wanting) ? [index] : []));
    const [first] = files;
    const name = first === undefined ? undefined : names[first];
    if (first === undefined || name === undefined) return { line, state: 'missing', files, doubts: [] };
    const isForOthers = fitting[first]?.some((other) => wantedVideo(other.line) !== wantedVideo(line)) ?? false;
    if (files.length > 1 || isForOthers)
      return { line, state: 'ambiguous', files, doubts: hasNamesake ? ['several', 'namesake'] : ['several'] };
    const doubts = doubtsOf(name, wanting);
    return { line, state: doubts.length === 0 ? 'sure' : 'doubtful', files, doubts };
  };

  return { lines: keyed.map(matchOf), surplus: paths.flatMap((_, index) => (fitting[index]?.length === 0 ? [index] : [])) };
};
