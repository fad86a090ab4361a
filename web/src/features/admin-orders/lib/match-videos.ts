import type { AdminLine } from '@stagereel/contracts';
import { type KnownNames, namesNothing, readVideoName, runsOf, type VideoName } from './video-names.ts';

export type WaitingLine = Pick<AdminLine, 'id' | 'contestName' | 'category' | 'athleteNumber' | 'style'>;

/** Names the video that a line wants. Several customers may have ordered the same one. */
export const wantedVideo = ({ contestName, category, athleteNumber, style }: Omit<WaitingLine, 'id'>): string =>
  JSON.stringify([contestName, category, athleteNumber, style]);

/** Why somebody must look before a video goes out. */
export type Doubt = 'contest' | 'category' | 'style' | 'numbers' | 'words' | 'footage' | 'several';

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

const fits = (name: VideoName, line: WaitingLine): boolean =>
  (name.contest === null || name.contest === line.contestName) &&
  (name.category === null || name.category === line.category) &&
  (name.style === null || name.style === line.style) &&
  positionOf(name.runs, runsOf(line.athleteNumber)) >= 0;

/** What a name says beside contest, category, style and bib. It may make another one of each: a category of two words, number 5 of block A. */
const othersOf = (name: VideoName, line: WaitingLine): string[] => {
  const bib = runsOf(line.athleteNumber);
  const start = positionOf(name.runs, bib);
  return name.runs.filter((_, at) => at < start || at >= start + bib.length);
};

const hasDigit = (run: string): boolean => /\d/u.test(run);

const doubtsOf = (name: VideoName, line: WaitingLine): Doubt[] => {
  const others = othersOf(name, line);
  return [
    ...(name.contest === null ? ['contest' as const] : []),
    ...(name.category === null ? ['category' as const] : []),
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

type Input = {
  /** Names of files with the folders they lie in. */
  paths: readonly string[];
  /** Those that wait for a video. */
  lines: readonly WaitingLine[];
  /** All that were ever ordered. A folder still holds what was delivered, and its names must not be taken for shorter ones that wait. */
  ordered: readonly Pick<WaitingLine, 'contestName' | 'category'>[];
};

/** Finds for each line that waits for a video the files that could be it. Nothing is sure that a name does not say. */
export const matchVideos = ({ paths, lines, ordered }: Input): VideoMatches => {
  const all = [...lines, ...ordered];
  const known = { contests: unique(all.map((line) => line.contestName)), categories: unique(all.map((line) => line.category)) };
  const names = withoutChosenFolder(paths, known).map((path) => readVideoName(path, known));
  const fitting = names.map((name) => lines.filter((line) => fits(name, line)));

  const matchOf = (line: WaitingLine): LineMatch => {
    const files = paths.flatMap((_, index) => (fitting[index]?.includes(line) ? [index] : []));
    const [first] = files;
    const name = first === undefined ? undefined : names[first];
    if (first === undefined || name === undefined) return { line, state: 'missing', files, doubts: [] };
    const isForOthers = fitting[first]?.some((other) => wantedVideo(other) !== wantedVideo(line)) ?? false;
    if (files.length > 1 || isForOthers) return { line, state: 'ambiguous', files, doubts: ['several'] };
    const doubts = doubtsOf(name, line);
    return { line, state: doubts.length === 0 ? 'sure' : 'doubtful', files, doubts };
  };

  return { lines: lines.map(matchOf), surplus: paths.flatMap((_, index) => (fitting[index]?.length === 0 ? [index] : [])) };
};
