import type { VideoStyle } from '@stagereel/contracts';
import { allowedBy } from './decide-match.ts';
import {
  createKnownNames,
  type Entrant,
  type KnownNames,
  type LineToMatch,
  type Meaning,
  nameKey,
  type RegisteredAthlete,
} from './known-names.ts';
import type { Token } from './split-words.ts';
import { createPathReader, type FileToMatch, type VideoName } from './video-name.ts';

type Input = {
  /** What the admin chose by hand. */
  choice: { fileId: string; lineId: string };
  files: readonly FileToMatch[];
  lines: readonly LineToMatch[];
  athletes: readonly RegisteredAthlete[];
  matches: readonly { fileId: string; state: 'certain' | 'question' | 'unknown'; lineIds: readonly string[]; reason: string }[];
};

type ReadFile = { file: FileToMatch; name: VideoName; tokens: readonly Token<Meaning>[] };

const folderOf = ({ file }: ReadFile): string => file.folders.join('/');

/** The kinds of the words in a path: files with the same shape were named by the same pattern. */
const shapeOf = ({ segments }: VideoName): string =>
  segments
    .map((tokens) =>
      tokens
        .map(({ kind, meanings }) => (kind === 'word' ? [...new Set(meanings.map((meaning) => meaning.kind))].join('|') : kind))
        .join(' '),
    )
    .join('/');

/** The entrants that one word of a path may mean. */
const entrantsOf = (token: Token<Meaning> | undefined, { entrantsByBib }: KnownNames): readonly Entrant[] => {
  if (token?.kind === 'number') return entrantsByBib.get(nameKey(token.text)) ?? [];
  return (token?.meanings ?? []).flatMap((meaning) => (meaning.kind === 'bib' || meaning.kind === 'name' ? meaning.entrant : []));
};

const ownStyle = ({ orientation }: FileToMatch): VideoStyle | null =>
  orientation ? (orientation === 'vertical' ? '縦動画' : '横動画') : null;

const unknownTexts = ({ tokens }: ReadFile): string => tokens.flatMap(({ kind, text }) => (kind === 'unknown' ? text : [])).join(' ');

/**
 * Finds the files for which the naming pattern of one decision by hand gives a line: the word at the same place is the bib number or the name. What
 * neither of the two files names, such as the contest, is the same only in the same folder, unless a certain file of the folder shows otherwise.
 * Never changes what is certain, and proposes a line once.
 */
export const proposeSimilar = ({ choice, files, lines, athletes, matches }: Input): { fileId: string; lineId: string }[] => {
  const known = createKnownNames({ lines, athletes });
  const read = createPathReader(known);
  const stateOf = new Map(matches.map((match) => [match.fileId, match]));
  const line = lines.find(({ id }) => id === choice.lineId);
  const readFiles = files.map((file): ReadFile => {
    const name = read(file);
    return { file, name, tokens: name.segments.flat() };
  });
  const chosen = readFiles.find(({ file }) => file.id === choice.fileId);
  if (!line || !chosen) return [];

  const isChosenLine = ({ lines: open }: Entrant): boolean => open[line.style].includes(line);
  const places = chosen.tokens.flatMap((token, place) => (entrantsOf(token, known).some(isChosenLine) ? [place] : []));
  const [place] = places;
  if (place === undefined) return [];
  const shape = shapeOf(chosen.name);
  const contest = nameKey(line.contestName);
  const category = nameKey(line.category);

  const linesById = new Map(lines.map((each) => [each.id, each]));
  const certainInFolder = readFiles.flatMap((each) => {
    const match = stateOf.get(each.file.id);
    const certain = match?.state === 'certain' && each !== chosen ? linesById.get(match.lineIds[0] ?? '') : undefined;
    return certain && folderOf(each) === folderOf(chosen) ? [certain] : [];
  });
  const isSameContest = certainInFolder.every((each) => nameKey(each.contestName) === contest);
  const isSameCategory = isSameContest && certainInFolder.every((each) => nameKey(each.category) === category);

  const entrantOf = (each: ReadFile): Entrant | null => {
    const contests = allowedBy(each.name.contests);
    const categories = allowedBy(each.name.categories);
    const inScope = entrantsOf(each.tokens[place], known).filter(
      (entrant) => (contests?.has(entrant.contest) ?? true) && (categories?.has(entrant.category) ?? true),
    );
    const isSameFolder = folderOf(each) === folderOf(chosen);
    const inContest =
      contests === null && isSameFolder && isSameContest ? inScope.filter((entrant) => entrant.contest === contest) : inScope;
    const [entrant, ...others] = new Set(inContest);
    if (others.length === 0) return entrant ?? null;
    const inCategory = categories === null && isSameFolder && isSameCategory ? inContest.filter((each) => each.category === category) : [];
    const [single, ...more] = new Set(inCategory);
    return more.length === 0 ? (single ?? null) : null;
  };

  const [chosenStyle] = chosen.name.styles;
  const isVideoRight = chosenStyle !== undefined && chosenStyle !== line.style;
  const isFromWords = chosenStyle === undefined && ownStyle(chosen.file) !== line.style;
  const styleOf = (each: ReadFile): VideoStyle | null => {
    const { file, name } = each;
    const [style] = name.styles;
    if (name.styles.length > 1) return ownStyle(file);
    if (style) return isVideoRight ? ownStyle(file) : style;
    if (ownStyle(file) && !isFromWords) return ownStyle(file);
    return folderOf(each) === folderOf(chosen) && unknownTexts(each) === unknownTexts(chosen) ? line.style : null;
  };

  const taken = new Set([choice.lineId, ...matches.flatMap(({ state, lineIds }) => (state === 'certain' ? lineIds : []))]);
  const proposed = readFiles.flatMap((each) => {
    const match = stateOf.get(each.file.id);
    if (each === chosen || !match || match.state === 'certain' || match.reason === 'excluded' || shapeOf(each.name) !== shape) return [];
    const style = styleOf(each);
    const lineId = style && entrantOf(each)?.lines[style].at(0)?.id;
    return lineId && !taken.has(lineId) ? [{ fileId: each.file.id, lineId }] : [];
  });
  const counts = new Map<string, number>();
  for (const { lineId } of proposed) counts.set(lineId, (counts.get(lineId) ?? 0) + 1);
  return proposed.filter(({ lineId }) => counts.get(lineId) === 1);
};
