import { videoKey } from '../../../components/admin-order/order-groups.ts';
import type { RegisteredContest } from './contest-names.ts';
import { contradictionsOf } from './contradictions.ts';
import { type CertainReason, type Decision, decideMatch, type MatchReason, type UnknownReason } from './decide-match.ts';
import { createKnownNames, type LineToMatch, type RegisteredAthlete } from './known-names.ts';
import { matchSentence } from './match-texts.ts';
import { type FileToMatch, type ReadFile, readPaths } from './video-name.ts';

export type { MatchReason } from './decide-match.ts';
export type { LineToMatch, RegisteredAthlete } from './known-names.ts';
export { proposeSimilar } from './propose-similar.ts';
export type { FileToMatch } from './video-name.ts';

/** What the admin decided about a file: the line that it belongs to, or null for none. */
export type Choice = { fileId: string; lineId: string | null };

/**
 * `certain`: `lineIds` are the lines of the video, several only if several customers ordered the same video. `question`: `lineIds` are the
 * candidates, the best first; they may want different videos. `unknown`: no line fits, and `lineIds` is empty. `group` is the same for all files
 * that are in question for the same reason; `sentence` says the reason in words. `contradictions`: what speaks against `lineIds` if only one video
 * is possible.
 */
export type VideoMatch = {
  fileId: string;
  state: 'certain' | 'question' | 'unknown';
  lineIds: readonly string[];
  reason: MatchReason;
  group: string;
  sentence: string;
  contradictions: readonly string[];
};

export type MatchInput = {
  files: readonly FileToMatch[];
  lines: readonly LineToMatch[];
  athletes: readonly RegisteredAthlete[];
  /** All contests of the shop, so that a path may name one without open lines. */
  contests?: readonly RegisteredContest[];
  choices: readonly Choice[];
};

const CERTAIN: readonly MatchReason[] = ['choice', 'bibAndName', 'bib', 'name'] satisfies readonly CertainReason[];
const UNKNOWN: readonly MatchReason[] = ['noAthlete', 'otherContest', 'notOrdered', 'excluded'] satisfies readonly UnknownReason[];

const stateOf = ({ reason }: Decision): VideoMatch['state'] =>
  CERTAIN.includes(reason) ? 'certain' : UNKNOWN.includes(reason) ? 'unknown' : 'question';

type Decided = { read: ReadFile; decision: Decision };

/** Replaces the decisions of the files about which the admin decided. */
const withChoices = (decided: readonly Decided[], { choices, lines }: Pick<MatchInput, 'choices' | 'lines'>): Decided[] => {
  const chosenLines = new Map(choices.map(({ fileId, lineId }) => [fileId, lineId]));
  const linesById = new Map(lines.map((line) => [line.id, line]));
  const idsByVideo = new Map<string, string[]>();
  for (const line of lines) idsByVideo.set(videoKey(line), [...(idsByVideo.get(videoKey(line)) ?? []), line.id]);
  return decided.map(({ read, decision }) => {
    const lineId = chosenLines.get(read.file.id);
    if (lineId === null) return { read, decision: { ...decision, reason: 'excluded', lineIds: [] } };
    const line = lineId === undefined ? undefined : linesById.get(lineId);
    // Also if the chosen line is not open any more, for example because it was delivered.
    if (!line) return { read, decision };
    return { read, decision: { ...decision, reason: 'choice', lineIds: idsByVideo.get(videoKey(line)) ?? [] } };
  });
};

/** Two files of one video: the admin chooses one. A file that was chosen by hand keeps its line. */
const withoutDoubles = (decided: readonly Decided[]): Decided[] => {
  const filesOfLine = new Map<string, number>();
  const certain = decided.filter(({ decision }) => stateOf(decision) === 'certain');
  for (const id of certain.flatMap(({ decision }) => decision.lineIds)) filesOfLine.set(id, (filesOfLine.get(id) ?? 0) + 1);
  const isDouble = (decision: Decision): boolean =>
    stateOf(decision) === 'certain' && decision.reason !== 'choice' && decision.lineIds.some((id) => (filesOfLine.get(id) ?? 0) > 1);
  return decided.map(({ read, decision }) => ({ read, decision: isDouble(decision) ? { ...decision, reason: 'severalFiles' } : decision }));
};

/** Files with the same unknown words form a group; words of a single file do not. */
const createGrouping = (decided: readonly Decided[]): ((decision: Decision) => string) => {
  const wordsOf = ({ unknownWords }: Decision): string => unknownWords.join(' ');
  const counts = new Map<string, number>();
  for (const { decision } of decided)
    if (decision.reason === 'words') counts.set(wordsOf(decision), (counts.get(wordsOf(decision)) ?? 0) + 1);
  return (decision) =>
    decision.reason === 'words' && (counts.get(wordsOf(decision)) ?? 0) > 1 ? `words ${wordsOf(decision)}` : decision.reason;
};

/** Finds the order lines of each file. The result has one entry for each file, in their order. */
export const matchVideos = ({ files, lines, athletes, contests = [], choices }: MatchInput): VideoMatch[] => {
  const known = createKnownNames({ lines, athletes, contests });
  const byPath = readPaths(files, known).map((read) => ({ read, decision: decideMatch({ ...read, known }) }));
  const decided = withoutDoubles(withChoices(byPath, { choices, lines }));
  const groupOf = createGrouping(decided);
  const videoOfLine = new Map(lines.map((line) => [line.id, videoKey(line)]));
  return decided.map(({ read, decision }) => {
    const state = stateOf(decision);
    const lineIds = state === 'unknown' ? [] : decision.lineIds;
    const [lineId, ...others] = lineIds;
    const isOneVideo = lineId !== undefined && others.every((id) => videoOfLine.get(id) === videoOfLine.get(lineId));
    return {
      fileId: read.file.id,
      state,
      lineIds,
      reason: decision.reason,
      group: groupOf(decision),
      sentence: matchSentence(decision),
      contradictions: isOneVideo ? contradictionsOf({ read, lineId, known }).map(({ text }) => text) : [],
    };
  });
};
