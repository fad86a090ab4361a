import type { VideoStyle } from '@stagereel/contracts';
import type { Entrant, KnownNames } from './known-names.ts';
import { nameKey } from './name-keys.ts';
import type { BibFact, FileToMatch, NameFact, VideoName } from './video-name.ts';

/** How a certain match was found: by the admin's choice, the bib number, the name, or both. */
export type CertainReason = 'choice' | 'bibAndName' | 'bib' | 'name';
/**
 * Why an admin must decide.
 * - `contest`, `category`: the path does not name it, and the number or name occurs in several
 * - `namesake`: several contests have the same name
 * - `sameName`: the name is not enough to know the athlete
 * - `numbers`: it is not clear which number is the bib number, or whether it is one
 * - `contradiction`: number, name, category and contest do not belong together
 * - `register`: the athletes of the contest are not known
 * - `style`: neither the path nor the video tells the style, or the path names both
 * - `orientation`: the path names another style than the video has
 * - `words`: unknown words may change the meaning
 * - `severalFiles`: other files are for the same line
 */
export type QuestionReason =
  | 'contest'
  | 'namesake'
  | 'category'
  | 'sameName'
  | 'numbers'
  | 'contradiction'
  | 'register'
  | 'style'
  | 'orientation'
  | 'words'
  | 'severalFiles';
/**
 * `noAthlete`: the path names no registered athlete; `otherContest`: it names a contest in which nobody fits; `notOrdered`: no open line wants this
 * video; `excluded`: the admin said so.
 */
export type UnknownReason = 'noAthlete' | 'otherContest' | 'notOrdered' | 'excluded';
export type MatchReason = CertainReason | QuestionReason | UnknownReason;

/** The athlete of a path, or all that it may mean, the best first. */
type Recognised =
  | { reason: 'bibAndName' | 'bib' | 'name'; entrant: Entrant }
  | { reason: QuestionReason | 'noAthlete'; entrants: readonly Entrant[] };

/** The style of a video; with a reason to doubt it. */
type Styled = { style: VideoStyle | null; source: 'name' | 'video' | null; doubt: 'style' | 'orientation' | null };

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** Each word may mean several contests or categories. Returns those that all words may mean; null if there are no words. */
export const allowedBy = (words: readonly ReadonlySet<string>[]): ReadonlySet<string> | null => {
  const [first, ...others] = words;
  return first ? new Set([...first].filter((key) => others.every((keys) => keys.has(key)))) : null;
};

/** Why nobody can tell these entrants apart. */
const difference = (entrants: readonly Entrant[], otherwise: 'numbers' | 'sameName'): QuestionReason => {
  const names = unique(entrants.map((entrant) => nameKey([...entrant.names][0] ?? '')));
  if (otherwise === 'sameName' && names.length > 1) return 'sameName';
  if (unique(entrants.map(({ contest }) => contest)).length > 1) return 'contest';
  return unique(entrants.map(({ category }) => category)).length > 1 ? 'category' : otherwise;
};

/** Numbers that no athlete has. Long ones are dates, or counted by a camera or a computer. */
const isStray = ({ entrants, text, isMarked }: BibFact): boolean => entrants.length === 0 && (isMarked || text.length < 4);

type Input = { bibs: readonly BibFact[]; isInScope: (entrant: Entrant) => boolean };

/** The numbers that are athletes' bib numbers. Beside a marked one, as in No.12, those that may be dates or versions are left out. */
const registeredBibs = (bibs: readonly BibFact[]): BibFact[] => {
  const hasMarked = bibs.some(({ isMarked }) => isMarked);
  return bibs.filter(
    ({ entrants, isMarked, isDoubtful, isCounter }) => entrants.length > 0 && (isMarked || !hasMarked || !(isDoubtful || isCounter)),
  );
};

const recogniseByBib = ({ bibs, isInScope }: Input): Recognised => {
  const registered = registeredBibs(bibs);
  const [first] = registered;
  if (!first) return { reason: 'noAthlete', entrants: [] };
  const entrants = unique(registered.flatMap((bib) => bib.entrants));
  const inScope = entrants.filter(isInScope);
  // The number of an order line and the bib number agree.
  const common = inScope.filter((entrant) => registered.every((bib) => bib.entrants.includes(entrant)));
  const isOneNumber = unique(registered.map(({ text }) => nameKey(text))).length === 1;
  const isClear = isOneNumber || (registered.some(({ isMarked }) => isMarked) && common.length === 1);
  if (!isClear || bibs.some(isStray) || (first.isDoubtful && !first.isMarked))
    return { reason: 'numbers', entrants: inScope.length > 0 ? inScope : entrants };
  const [entrant] = common;
  if (!entrant) return { reason: 'contradiction', entrants };
  if (common.length === 1) return { reason: 'bib', entrant };
  const exact = common.filter(({ bib }) => bib.normalize('NFKC') === first.text);
  const reason = difference(common, 'numbers');
  if (reason === 'numbers' && exact.length === 1 && exact[0]) return { reason: 'bib', entrant: exact[0] };
  return { reason, entrants: [...exact, ...common.filter((each) => !exact.includes(each))] };
};

type NameInput = Input & { names: readonly NameFact[]; known: KnownNames };

/** Whether the words are enough to know the person: a full name, or a family name that nobody else has or may have. */
const isNameEnough = (entrant: Entrant, { names, known, isInScope }: NameInput): boolean => {
  const partOf = ({ parts }: NameFact) => parts.get(entrant);
  if (names.some((name) => partOf(name) === 'full')) return true;
  const family = names.find((name) => partOf(name) === 'family');
  if (!family || known.incompleteContests.has(entrant.contest)) return false;
  return !known.joinedNames.some((other) => other.entrant !== entrant && isInScope(other.entrant) && other.key.startsWith(family.text));
};

const recogniseByName = (input: NameInput): Recognised => {
  const { bibs, isInScope, names } = input;
  const all = unique(names.flatMap(({ parts }) => [...parts.keys()]));
  const named = all.filter((entrant) => isInScope(entrant) && names.every(({ parts }) => parts.has(entrant)));
  const contradicting: Recognised = {
    reason: 'contradiction',
    entrants: unique([...bibs.flatMap(({ entrants }) => entrants.filter(isInScope)), ...named, ...all]),
  };
  if (named.length === 0) return contradicting;
  const registered = registeredBibs(bibs);
  const firm = registered.filter(({ isMarked, isDoubtful }) => isMarked || !isDoubtful);
  const counting = firm.length > 0 ? firm : registered;
  const agreeing = named.filter((entrant) => counting.some((bib) => bib.entrants.includes(entrant)));
  const [entrant] = agreeing.length > 0 ? agreeing : named;
  if (agreeing.length > 1) return { reason: difference(agreeing, 'sameName'), entrants: agreeing };
  if (entrant && agreeing.length === 1) return { reason: 'bibAndName', entrant };
  if (firm.length > 0 || bibs.some(isStray)) return contradicting;
  if (named.length > 1) return { reason: difference(named, 'sameName'), entrants: named };
  return entrant && isNameEnough(entrant, input) ? { reason: 'name', entrant } : { reason: 'sameName', entrants: named };
};

const recognise = (name: VideoName, known: KnownNames): Recognised => {
  const contests = allowedBy(name.contests);
  const categories = allowedBy(name.categories);
  const isInScope = ({ contest, category }: Entrant): boolean =>
    (contests === null || contests.has(contest)) && (categories === null || categories.has(category));
  const found = name.names.length > 0 ? recogniseByName({ ...name, isInScope, known }) : recogniseByBib({ ...name, isInScope });
  if (!('entrant' in found)) return found;
  const { entrant } = found;
  if (!known.registeredContests.has(entrant.contest)) return { reason: 'register', entrants: [entrant] };
  if (entrant.contestIds.size > 1) return { reason: 'namesake', entrants: [entrant] };
  if (entrant.isRenamed) return { reason: 'contradiction', entrants: [entrant] };
  if (entrant.categoryNames.size > 1) return { reason: 'category', entrants: [entrant] };
  return name.unknownWords.length > 0 ? { reason: 'words', entrants: [entrant] } : found;
};

const styleOf = ({ styles }: VideoName, { orientation }: FileToMatch): Styled => {
  const own = orientation && (orientation === 'vertical' ? '縦動画' : '横動画');
  const [named = null] = styles;
  if (styles.length > 1) return { style: null, source: null, doubt: 'style' };
  if (named === null) return own ? { style: own, source: 'video', doubt: null } : { style: null, source: null, doubt: 'style' };
  if (own && own !== named) return { style: null, source: null, doubt: 'orientation' };
  return { style: named, source: 'name', doubt: null };
};

/** What one file's path says, without the other files. `styleSource`: whether the name or the video itself tells the style. */
export type Decision = {
  reason: MatchReason;
  lineIds: readonly string[];
  entrant: Entrant | null;
  style: VideoStyle | null;
  styleSource: 'name' | 'video' | null;
  unknownWords: readonly string[];
};

/** Decides which lines a file is for. It is certain only if nothing else is possible. */
export const decideMatch = ({ name, file, known }: { name: VideoName; file: FileToMatch; known: KnownNames }): Decision => {
  const found = recognise(name, known);
  const { style, source, doubt } = styleOf(name, file);
  const all = 'entrant' in found ? [found.entrant] : found.entrants;
  // The customer of another contest would get the video.
  const contests = allowedBy(name.contests);
  const entrants = all.filter(({ contest }) => contests?.has(contest) ?? true);
  const lineIds = entrants.flatMap(({ lines }) => (style ? lines[style] : [...lines.縦動画, ...lines.横動画]).map(({ id }) => id));
  const facts = { lineIds, entrant: entrants[0] ?? null, style, styleSource: source, unknownWords: name.unknownWords };
  if (entrants.length === 0) return { reason: all.length === 0 ? 'noAthlete' : 'otherContest', ...facts };
  if (lineIds.length === 0) return { reason: 'notOrdered', ...facts };
  return { reason: 'entrant' in found ? (doubt ?? found.reason) : found.reason, ...facts };
};
