import type { AdminLine } from '@stagereel/contracts';
import { readVideoName, runsOf, type VideoName } from './video-names.ts';

export type WaitingLine = Pick<AdminLine, 'id' | 'contestName' | 'category' | 'athleteNumber' | 'style'>;

/** Names the video that a line wants. Several customers may have ordered the same one. */
export const wantedVideo = ({ contestName, category, athleteNumber, style }: Omit<WaitingLine, 'id'>): string =>
  JSON.stringify([contestName, category, athleteNumber, style]);

/** Why somebody must look before a video goes out. */
export type Doubt = 'contest' | 'category' | 'style' | 'numbers' | 'several';

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

const hasOtherNumbers = (name: VideoName, line: WaitingLine): boolean => {
  const bib = runsOf(line.athleteNumber);
  const start = positionOf(name.runs, bib);
  return name.runs.some((run, at) => /\d/u.test(run) && (at < start || at >= start + bib.length));
};

const doubtsOf = (name: VideoName, line: WaitingLine): Doubt[] => [
  ...(name.contest === null ? ['contest' as const] : []),
  ...(name.category === null ? ['category' as const] : []),
  ...(name.style === null ? ['style' as const] : []),
  ...(hasOtherNumbers(name, line) ? ['numbers' as const] : []),
];

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

type Input = {
  /** Names of files with the folders they lie in. */
  paths: readonly string[];
  lines: readonly WaitingLine[];
};

/** Finds for each line that waits for a video the files that could be it. Nothing is sure that a name does not say. */
export const matchVideos = ({ paths, lines }: Input): VideoMatches => {
  const known = { contests: unique(lines.map((line) => line.contestName)), categories: unique(lines.map((line) => line.category)) };
  const names = paths.map((path) => readVideoName(path, known));
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
