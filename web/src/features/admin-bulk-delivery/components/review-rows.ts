import type { AdminLine } from '@stagereel/contracts';
import { videoKey } from '../../../components/admin-order/order-groups.ts';
import { videoWarnings } from '../../../components/admin-order/video-metadata.ts';
import type { VideoMatch } from '../matching/match-videos.ts';
import { type Choices, chooseCertain, type Source } from '../run/plan-delivery.ts';
import type { InspectedFiles } from './inspect-files.ts';

/**
 * One file, or one row of a list, in the review. `chosen`: it is the video of `lines`; `question`: it would be that of `lines`, the best first;
 * `unknown`: no line fits.
 */
export type ReviewRow = {
  /** The index of the source. */
  index: number;
  source: Source;
  state: 'chosen' | 'question' | 'unknown';
  lines: readonly AdminLine[];
  /** The same for all rows with the same reason. */
  group: string;
  reason: string;
  /** Why the only possible video, or the chosen one, may be a wrong one. */
  warnings: readonly string[];
  /**
   * Whether one decision for its group includes it: only one video is possible, nothing contradicts it, and no other file is as likely to be that
   * video.
   */
  isAcceptable: boolean;
};

export type ReviewGroup = { key: string; state: ReviewRow['state']; reason: string; rows: readonly ReviewRow[] };
export type Review = {
  /** Questions first, then what is unknown, then what was chosen. */
  groups: readonly ReviewGroup[];
  choices: Choices;
};

/** The titles of groups in which each file has its own sentence, because the words or videos differ. */
const groupTitles: Partial<Record<VideoMatch['reason'], string>> = {
  words: 'ファイル名に、意味のわからない言葉が含まれています。',
  notOrdered: '未納品の注文にない動画です。',
};
const CONTRADICTION = 'contradiction' satisfies VideoMatch['reason'];
const CONTRADICTED = '注文の内容と食い違う動画です。1件ずつ確認してください。';
const CONTESTED = '同じ動画に、ほかのファイルも選ばれています。1つを選んでください。';
const STATES: readonly ReviewRow['state'][] = ['question', 'unknown', 'chosen'];

type Input = {
  sources: readonly Source[];
  /** One for each source, in their order. */
  matches: readonly VideoMatch[];
  lines: readonly AdminLine[];
  inspected: InspectedFiles;
};

/**
 * Groups the matches for the review. A match that the path or the video's own metadata contradicts is a question, unless the admin chose it. Nobody
 * accepts it together with others.
 */
export const buildReview = ({ sources, matches, lines, inspected }: Input): Review => {
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const linesOf = (ids: readonly string[]): AdminLine[] => ids.flatMap((id) => lineOf.get(id) ?? []);
  const warningsOf = (index: number, line: AdminLine | undefined): string[] => {
    const metadata = inspected.get(index);
    return metadata && line ? videoWarnings({ style: line.style, metadata }) : [];
  };
  const videoOf = (match: VideoMatch): string | null => {
    const videos = new Set(linesOf(match.lineIds).map(videoKey));
    const [video = null] = videos;
    return videos.size === 1 ? video : null;
  };
  const checked = matches.map((given, index): VideoMatch => {
    // A choice is only for lines that the review shows.
    const match = { ...given, lineIds: given.lineIds.filter((id) => lineOf.has(id)) };
    const warnings = videoOf(match) === null ? [] : warningsOf(index, lineOf.get(match.lineIds[0] ?? ''));
    const contradictions = [...new Set([...match.contradictions, ...warnings])];
    if (match.state === 'unknown' || match.reason === 'choice' || contradictions.length === 0) return { ...match, contradictions };
    return { ...match, state: 'question', group: CONTRADICTION, sentence: contradictions.join(''), contradictions };
  });
  const { choices, contested } = chooseCertain(checked);
  const chosenBy = new Map<number, string[]>();
  for (const [lineId, index] of Object.entries(choices)) chosenBy.set(index, [...(chosenBy.get(index) ?? []), lineId]);

  const takers = new Map<string, number>();
  for (const [index, match] of checked.entries()) {
    const video = match.state === 'unknown' ? null : videoOf(match);
    if (video !== null && !contested.has(index)) takers.set(video, (takers.get(video) ?? 0) + 1);
  }

  const rows = sources.flatMap((source, index): ReviewRow[] => {
    const match = checked[index];
    if (!match) return [];
    const chosen = linesOf(chosenBy.get(index) ?? []);
    const isContested = contested.has(index);
    const state = chosen.length > 0 ? 'chosen' : match.state === 'unknown' ? 'unknown' : 'question';
    const video = videoOf(match);
    return [
      {
        index,
        source,
        state,
        lines: chosen.length > 0 ? chosen : linesOf(match.lineIds),
        group: isContested ? 'contested' : match.group,
        reason: isContested ? CONTESTED : match.sentence,
        warnings: match.contradictions,
        isAcceptable: state === 'question' && !isContested && match.group !== CONTRADICTION && video !== null && takers.get(video) === 1,
      },
    ];
  });

  const titleOf = (members: readonly ReviewRow[]): string => {
    const [first] = members;
    // Each row says its own.
    if (first?.group === CONTRADICTION) return CONTRADICTED;
    const reason = first?.reason ?? '';
    const title = groupTitles[checked[first?.index ?? -1]?.reason ?? 'choice'];
    return members.every((row) => row.reason === reason) ? reason : (title ?? reason);
  };
  const groups = new Map<string, ReviewRow[]>();
  for (const row of rows) {
    const key = row.state === 'chosen' ? 'chosen' : `${row.state} ${row.group}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const ordered = [...groups].flatMap(([key, members]): ReviewGroup[] => {
    const [first] = members;
    return first ? [{ key, state: first.state, reason: first.state === 'chosen' ? '' : titleOf(members), rows: members }] : [];
  });
  // First what one click accepts: the list of the others is long.
  const rankOf = ({ state, rows: members }: ReviewGroup): number =>
    STATES.indexOf(state) * 2 + (members.every(({ isAcceptable }) => isAcceptable) ? 0 : 1);
  return { groups: ordered.sort((one, other) => rankOf(one) - rankOf(other)), choices };
};
