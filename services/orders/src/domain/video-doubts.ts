import { type FinishedVideo, FOOTAGE_PENDING } from '@stagereel/contracts';
import type { Line } from './order.ts';

/** What an admin reads who is about to deliver a video that looks as if it were another one. */
const sentences = {
  notVertical: ({ width, height }: Sides) => `縦動画の明細ですが、横向きの動画です（${width}×${height}）。`,
  notHorizontal: ({ width, height }: Sides) => `横動画の明細ですが、縦向きの動画です（${width}×${height}）。`,
  empty: '動画の長さが0秒です。',
  unreadable: '動画を読み取れませんでした。ファイルが壊れている可能性があります。',
  pending: FOOTAGE_PENDING,
  sameContent: ({ number, contestName, category, athleteNumber, style }: Line) =>
    `別の明細の動画と内容が同じです（${number}：${contestName}・${category}・${athleteNumber}・${style}）。`,
} as const;

type Sides = { width: number; height: number };

/** Several customers may have ordered the same video. */
const wantSame = (one: Line, other: Line): boolean =>
  one.contestId === other.contestId &&
  one.category === other.category &&
  one.athleteNumber === other.athleteNumber &&
  one.style === other.style;

const footageDoubts = ({ line, footage }: { line: Line; footage: FinishedVideo['footage'] }): string[] => {
  if (footage.state === 'unreadable') return [sentences.unreadable];
  if (footage.state === 'pending') return [sentences.pending];
  if (footage.state === 'unknown') return [];
  const { width, height, durationMs } = footage;
  return [
    ...(line.style === '縦動画' && width > height ? [sentences.notVertical(footage)] : []),
    ...(line.style === '横動画' && height > width ? [sentences.notHorizontal(footage)] : []),
    ...(durationMs === 0 ? [sentences.empty] : []),
  ];
};

/** What makes it doubtful that a video is the one for its line. `alike`: the lines that videos of the same content were uploaded for. */
export const videoDoubts = ({
  line,
  footage,
  alike,
}: {
  line: Line;
  footage: FinishedVideo['footage'];
  alike: readonly Line[];
}): string[] => {
  const other = alike.find((each) => !wantSame(line, each));
  return [...footageDoubts({ line, footage }), ...(other ? [sentences.sameContent(other)] : [])];
};
