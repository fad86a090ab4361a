import { baseOrderNumber, type DeliveryDoubts, type FinishedVideo, FOOTAGE_PENDING } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import type { Line, Order } from '../order/order.ts';
import { lineError, storedVideoId } from '../video/video-source.ts';

type Size = { width: number; height: number };

/** Shown to an admin who is about to deliver a video that may belong to another line. */
const messages = {
  notVertical: ({ width, height }: Size) => `縦動画の明細ですが、横向きの動画です（${width}×${height}）。`,
  notHorizontal: ({ width, height }: Size) => `横動画の明細ですが、縦向きの動画です（${width}×${height}）。`,
  empty: '動画の長さが0秒です。',
  unreadable: '動画を読み取れませんでした。ファイルが壊れている可能性があります。',
  pending: FOOTAGE_PENDING,
  sameContent: ({ number, contestName, category, athleteNumber, style }: Line) =>
    `別の明細の動画と内容が同じです（${number}：${contestName}・${category}・${athleteNumber}・${style}）。`,
} as const;

/** Several customers may order the same video. */
const isSameVideo = (one: Line, other: Line): boolean =>
  one.contestId === other.contestId &&
  one.category === other.category &&
  one.athleteNumber === other.athleteNumber &&
  one.style === other.style;

const footageDoubts = ({ line, footage }: { line: Line; footage: FinishedVideo['footage'] }): string[] => {
  if (footage.state === 'unreadable') return [messages.unreadable];
  if (footage.state === 'pending') return [messages.pending];
  if (footage.state === 'unknown') return [];
  const { width, height, durationMs } = footage;
  return [
    ...(line.style === '縦動画' && width > height ? [messages.notVertical(footage)] : []),
    ...(line.style === '横動画' && height > width ? [messages.notHorizontal(footage)] : []),
    ...(durationMs === 0 ? [messages.empty] : []),
  ];
};

type LineFootage = {
  line: Line;
  footage: FinishedVideo['footage'];
  /** The lines that have a video of the same content. */
  sameContent: readonly Line[];
};

/** The reasons to suspect that a video does not belong to its line. */
export const deliveryDoubts = ({ line, footage, sameContent }: LineFootage): string[] => {
  const other = sameContent.find((each) => !isSameVideo(line, each));
  return [...footageDoubts({ line, footage }), ...(other ? [messages.sameContent(other)] : [])];
};

/** The confirmed doubts for the audit log. */
export const confirmedDoubtsOf = (doubts: DeliveryDoubts): { confirmedDoubts?: string[] } => {
  const confirmedDoubts = Object.entries(doubts).map(([number, text]) => `${number}：${text}`);
  return confirmedDoubts.length > 0 ? { confirmedDoubts } : {};
};

const findLines = async ({ orders }: OrdersDeps, lineNumbers: readonly string[]): Promise<Line[]> => {
  if (lineNumbers.length === 0) return [];
  const found = await orders.findByNumbers([...new Set(lineNumbers.map(baseOrderNumber))]);
  return found.flatMap(({ lines }) => lines);
};

type Candidate = { line: Line; stored: readonly FinishedVideo[]; videos: FinishedVideo['sameContent'] };
/** Whether a line has one of these videos or may still get it. A video that was uploaded for a line but replaced there is orphaned. */
const canHave = ({ line, stored, videos }: Candidate): boolean => {
  const given = stored.find(({ lineId }) => lineId === line.number)?.id;
  const current = given ?? (line.video && (storedVideoId(line.video) ?? line.video.url));
  return videos.some(({ id, lineId }) => lineId === line.number && (current === null || current === id));
};

type DeliveryCheck = { order: Order; stored: readonly FinishedVideo[]; confirmed: DeliveryDoubts };

/**
 * Requires that the admin has confirmed all doubts about stored videos, and returns those doubts by line. External links are not checked.
 * @throws AppError DeliveryDoubtful, with the doubts by line in `fields`, if `confirmed` lacks one of them or a doubtful video is not read yet
 */
export const requireDeliveryConfirmation = async (
  deps: OrdersDeps,
  { order, stored, confirmed }: DeliveryCheck,
): Promise<DeliveryDoubts> => {
  const others = await findLines(
    deps,
    stored.flatMap(({ sameContent }) => sameContent.map(({ lineId }) => lineId)),
  );
  const entries = stored.flatMap(({ lineId, footage, sameContent: videos }) => {
    const line = order.lines.find(({ number }) => number === lineId);
    if (!line) return [];
    const sameContent = others.filter((other) => canHave({ line: other, stored, videos }));
    const doubts = deliveryDoubts({ line, footage, sameContent });
    return doubts.length === 0 ? [] : [{ lineId, doubts }];
  });
  const doubts = Object.fromEntries(entries.map((entry) => [entry.lineId, entry.doubts.join('')]));
  // Compared one by one, because a doubt that was found after the admin was asked is not confirmed.
  const isConfirmed = entries.every((entry) => entry.doubts.every((doubt) => confirmed[entry.lineId]?.includes(doubt)));
  // A pending check cannot be confirmed; it completes by itself.
  const isPending = stored.some(({ footage }) => footage.state === 'pending');
  if (!isConfirmed || (isPending && entries.length > 0)) throw lineError('DeliveryDoubtful', doubts);
  return doubts;
};
