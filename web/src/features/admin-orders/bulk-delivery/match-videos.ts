import type { AdminLine } from '@stagereel/contracts';
import { matchLines } from './match-lines.ts';

/** A chosen file. `folders` are the names of its folders, the outermost first. `orientation` is the video's own; missing until it is known. */
export type FileToMatch = {
  id: string;
  name: string;
  folders: readonly string[];
  size: number;
  orientation?: 'vertical' | 'horizontal' | undefined;
};

/** An order line that wants a video. */
export type LineToMatch = Pick<
  AdminLine,
  'id' | 'contestId' | 'contestName' | 'category' | 'athleteNumber' | 'athleteName' | 'style' | 'orderDate'
>;

/**
 * A registered athlete of a contest that has open lines: all of them, because a bib number or a name is clear only if no other athlete has it.
 * `contestId` distinguishes contests of the same name.
 */
export type RegisteredAthlete = {
  contestId?: string | undefined;
  contestName: string;
  category: string;
  athleteNumber: string;
  athleteName: string | null;
};

/** What the admin decided about a file: the line that it belongs to, or null for none. */
export type Choice = { fileId: string; lineId: string | null };

/** How a certain match was found, or why a file is not certain. */
export type MatchReason =
  /** Certain. */
  | 'choice'
  | 'bibAndName'
  | 'bib'
  | 'name'
  /** In question. */
  | 'contest'
  | 'namesake'
  | 'category'
  | 'sameName'
  | 'numbers'
  | 'contradiction'
  | 'style'
  | 'orientation'
  | 'words'
  | 'severalFiles'
  /** Unknown. */
  | 'notOrdered'
  | 'noAthlete'
  | 'excluded';

/**
 * `certain`: `lineIds` are the lines of the video, several only if several customers ordered the same video. `question`: `lineIds` are the
 * candidates, the best first. `unknown`: no line fits, and `lineIds` is empty. `group` is the same for all files that are in question for the
 * same reason; `sentence` says the reason in words.
 */
export type VideoMatch = {
  fileId: string;
  state: 'certain' | 'question' | 'unknown';
  lineIds: readonly string[];
  reason: MatchReason;
  group: string;
  sentence: string;
};

export type MatchInput = {
  files: readonly FileToMatch[];
  lines: readonly LineToMatch[];
  athletes: readonly RegisteredAthlete[];
  choices: readonly Choice[];
};

/** Finds the order lines of each file. The result has one entry for each file, in their order. */
export const matchVideos = ({ files, lines, choices }: MatchInput): VideoMatch[] => {
  const paths = files.map(({ folders, name }) => [...folders, name].join('/'));
  const { lines: matches } = matchLines({ paths, lines, ordered: [] });
  const chosen = new Map(choices.map(({ fileId, lineId }) => [fileId, lineId]));
  return files.map(({ id: fileId }, index) => {
    const lineId = chosen.get(fileId);
    if (lineId) return { fileId, state: 'certain', lineIds: [lineId], reason: 'choice', group: 'choice', sentence: '手動で選択しました。' };
    const fitting = matches.filter((match) => match.files.includes(index));
    const lineIds = fitting.map(({ line }) => line.id);
    if (lineId === null || lineIds.length === 0)
      return { fileId, state: 'unknown', lineIds: [], reason: 'noAthlete', group: 'noAthlete', sentence: '該当する注文がありません。' };
    if (fitting.every(({ state }) => state === 'certain'))
      return { fileId, state: 'certain', lineIds, reason: 'bib', group: 'bib', sentence: '番号と縦・横が一致しました。' };
    return { fileId, state: 'question', lineIds, reason: 'words', group: 'words', sentence: 'ファイル名だけでは確認できません。' };
  });
};

/** Finds the files for which the naming pattern of one decision by hand gives a line. Never changes what is certain. */
export const proposeSimilar = (_input: {
  choice: { fileId: string; lineId: string };
  files: readonly FileToMatch[];
  lines: readonly LineToMatch[];
  athletes: readonly RegisteredAthlete[];
  matches: readonly VideoMatch[];
}): { fileId: string; lineId: string }[] => [];
