import { orientationWarnings } from '../../../components/admin-order/video-metadata.ts';
import type { RegisteredContest } from './contest-names.ts';
import { createKnownNames, type Entrant, type KnownNames, type LineToMatch, type RegisteredAthlete } from './known-names.ts';
import { contradictionTexts } from './match-texts.ts';
import { type BibFact, type ReadFile, readPaths, type VideoName } from './video-name.ts';

/** What a file's path or its video says that its order line does not. */
export type Contradiction = { kind: 'number' | 'name' | 'category' | 'contest' | 'direction'; text: string };

type Part = { part: VideoName; isFolder: boolean; entrant: Entrant };

/** As in 加藤一郎様, in the form of unknown words. In a folder's name it may be the editor. */
const HONORIFIC = /^[\p{Script=Han}\p{Script=Katakana}ー]{2,}(?:様|殿|選手|サン)$/u;
const EDITION = /^第\d+$|^\d{4}年$/u;
const LINE_NUMBER = /^\d{8}[-_]\d{2}$/u;

/**
 * The number that is not the athlete's. A marked one, as in No.12, counts alone. Of the others the first one counts, because a version or a stage
 * may follow; one that may be a date or a count says something only if it is somebody's bib number, and nothing in a folder's name. Beside unknown
 * words, the number of a folder may number the editors.
 */
const otherNumber = ({ part, isFolder, entrant }: Part): string | undefined => {
  const isOther = ({ entrants }: BibFact): boolean => !entrants.includes(entrant);
  const unknownLine = part.unknownWords.find((word) => LINE_NUMBER.test(word));
  const marked = part.bibs.filter(({ isMarked }) => isMarked);
  if (unknownLine !== undefined || marked.length > 0) return unknownLine ?? marked.find(isOther)?.text;
  if (isFolder && part.unknownWords.length > 0) return undefined;
  const registered = part.bibs.filter(({ entrants, text }) => entrants.length > 0 || text.length === entrant.bib.length);
  const firm = registered.find(({ isDoubtful, isCounter }) => !(isDoubtful || isCounter));
  if (firm) return isOther(firm) ? firm.text : undefined;
  const doubtful = isFolder ? [] : registered.filter(({ entrants }) => entrants.length > 0);
  return doubtful.every(isOther) ? doubtful[0]?.text : undefined;
};

const otherName = ({ part, isFolder, entrant }: Part): string | undefined => {
  const registered = part.names.find(({ parts }) => !parts.has(entrant))?.text;
  if (registered !== undefined || isFolder || entrant.names.size === 0) return registered;
  return part.unknownWords.find((word) => HONORIFIC.test(word));
};

const otherThan = (words: readonly ReadonlySet<string>[], own: string): string | undefined =>
  words.flatMap((keys) => (keys.has(own) ? [] : [...keys]))[0];

/** Also another edition of the contest. */
const otherContest = ({ part, entrant }: Part): string | undefined =>
  otherThan(part.contests, entrant.contest) ??
  (part.contests.length > 0 ? part.unknownWords.find((word) => EDITION.test(word)) : undefined);

type Input = { read: ReadFile; lineId: string; known: KnownNames };

/** Why a file is probably not the video of a line. */
export const contradictionsOf = ({ read: { file, name, parts }, lineId, known }: Input): Contradiction[] => {
  const video = known.videosByLine.get(lineId);
  if (!video) return [];
  const { entrant, style, line } = video;
  const first = (find: (part: Part) => string | undefined): string | undefined =>
    parts.flatMap((part, index) => find({ part, entrant, isFolder: index < parts.length - 1 }) ?? [])[0];
  const found: Contradiction[] = [];
  const add = (kind: Contradiction['kind'], text: string): void => void found.push({ kind, text });

  const number = first(otherNumber);
  if (number !== undefined) add('number', contradictionTexts.number({ written: number, bib: entrant.bib }));
  const athlete = first(otherName);
  if (athlete !== undefined)
    add('name', contradictionTexts.name({ written: athlete, bib: entrant.bib, name: [...entrant.names][0] ?? '' }));
  const category = first(({ part }) => otherThan(part.categories, entrant.category));
  if (category !== undefined) add('category', contradictionTexts.category({ written: category, category: line.category }));
  const contest = first(otherContest);
  if (contest !== undefined) add('contest', contradictionTexts.contest({ written: contest, contest: line.contestName }));
  const [named] = name.styles;
  if (named !== undefined && !name.styles.includes(style)) add('direction', contradictionTexts.direction({ written: named, style }));
  const own = file.orientation && (file.orientation === 'vertical' ? '縦動画' : '横動画');
  if (own !== undefined && own !== style) add('direction', orientationWarnings[style]);
  return found;
};

type FileInput = {
  fileName: string;
  line: LineToMatch;
  athletes: readonly RegisteredAthlete[];
  contests: readonly RegisteredContest[];
};

/** The same for one file that the admin chose for a line. */
export const contradictionsOfName = ({ fileName, line, ...registered }: FileInput): Contradiction[] => {
  const known = createKnownNames({ lines: [line], ...registered });
  return readPaths([{ id: fileName, name: fileName, folders: [], size: 0 }], known).flatMap((read) =>
    contradictionsOf({ read, lineId: line.id, known }),
  );
};
