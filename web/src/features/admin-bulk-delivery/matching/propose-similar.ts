import type { VideoStyle } from '@stagereel/contracts';
import type { RegisteredContest } from './contest-names.ts';
import { contradictionsOf } from './contradictions.ts';
import { allowedBy } from './decide-match.ts';
import { createKnownNames, type Entrant, type KnownNames, type LineToMatch, type Meaning, type RegisteredAthlete } from './known-names.ts';
import { nameKey } from './name-keys.ts';
import type { Token } from './split-words.ts';
import { type FileToMatch, type ReadFile, readPaths, type VideoName } from './video-name.ts';

type Input = {
  /** What the admin chose by hand. */
  choice: { fileId: string; lineId: string };
  files: readonly FileToMatch[];
  lines: readonly LineToMatch[];
  athletes: readonly RegisteredAthlete[];
  contests?: readonly RegisteredContest[];
  matches: readonly { fileId: string; state: 'certain' | 'question' | 'unknown'; lineIds: readonly string[]; reason: string }[];
};

const tokensOf = ({ name }: ReadFile): readonly Token<Meaning>[] => name.segments.flat();

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

const unknownTexts = (read: ReadFile): string =>
  tokensOf(read)
    .flatMap(({ kind, text }) => (kind === 'unknown' ? text : []))
    .join(' ');

/**
 * After the admin chose the line of one file, finds files that are named alike: their bib number or name is at the same place. If the names
 * do not say the contest or the category, those of the chosen line hold for its folder, unless a certain file there belongs to another one.
 * Never changes what is certain, never proposes a line that a file contradicts, and proposes a line once.
 */
export const proposeSimilar = ({ choice, files, lines, athletes, contests = [], matches }: Input): { fileId: string; lineId: string }[] => {
  const known = createKnownNames({ lines, athletes, contests });
  const matchOf = new Map(matches.map((match) => [match.fileId, match]));
  const line = lines.find(({ id }) => id === choice.lineId);
  const readFiles = readPaths(files, known);
  const chosen = readFiles.find(({ file }) => file.id === choice.fileId);
  const chosenEntrant = known.videosByLine.get(choice.lineId)?.entrant;
  if (!line || !chosen || !chosenEntrant) return [];
  const { contest, category } = chosenEntrant;
  const place = tokensOf(chosen).findIndex((token) => entrantsOf(token, known).includes(chosenEntrant));
  if (place < 0) return [];
  const shape = shapeOf(chosen.name);
  // The admin's choice says which of several numbers is the bib number.
  const isNumberKnown = tokensOf(chosen)[place]?.kind === 'number';

  const certainInFolder = readFiles.flatMap((each) => {
    const match = matchOf.get(each.file.id);
    if (match?.state !== 'certain' || each === chosen || folderOf(each) !== folderOf(chosen)) return [];
    return known.videosByLine.get(match.lineIds[0] ?? '')?.entrant ?? [];
  });
  const isSameContest = certainInFolder.every((entrant) => entrant.contest === contest);
  const isSameCategory = isSameContest && certainInFolder.every((entrant) => entrant.category === category);

  const entrantOf = (each: ReadFile): Entrant | null => {
    const contests = allowedBy(each.name.contests);
    const categories = allowedBy(each.name.categories);
    const inScope = entrantsOf(tokensOf(each)[place], known).filter(
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
    const match = matchOf.get(each.file.id);
    if (each === chosen || !match || match.state === 'certain' || match.reason === 'excluded' || shapeOf(each.name) !== shape) return [];
    const style = styleOf(each);
    const lineId = style && entrantOf(each)?.lines[style].at(0)?.id;
    if (!lineId || taken.has(lineId)) return [];
    const contradictions = contradictionsOf({ read: each, lineId, known });
    if (contradictions.some(({ kind }) => kind !== 'number' || !isNumberKnown)) return [];
    return [{ fileId: each.file.id, lineId }];
  });
  const counts = new Map<string, number>();
  for (const { lineId } of proposed) counts.set(lineId, (counts.get(lineId) ?? 0) + 1);
  return proposed.filter(({ lineId }) => counts.get(lineId) === 1);
};
