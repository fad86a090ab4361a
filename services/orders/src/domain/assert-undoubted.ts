import { baseOrderNumber, type DeliveryDoubts, type FinishedVideo } from '@stagereel/contracts';
import { deliveryRefusal } from './delivery-urls.ts';
import type { Line, Order } from './order.ts';
import type { OrderStore } from './ports.ts';
import { storedVideoId } from './stored-videos.ts';
import { videoDoubts } from './video-doubts.ts';

type Deps = { orders: Pick<OrderStore, 'findByNumbers'> };

/** What the audit log keeps of them. */
export const confirmedDoubtsOf = (doubts: DeliveryDoubts): { confirmedDoubts?: string[] } => {
  const confirmedDoubts = Object.entries(doubts).map(([number, text]) => `${number}：${text}`);
  return confirmedDoubts.length > 0 ? { confirmedDoubts } : {};
};

const linesOf = async ({ orders }: Deps, lineNumbers: readonly string[]): Promise<Line[]> => {
  if (lineNumbers.length === 0) return [];
  const found = await orders.findByNumbers([...new Set(lineNumbers.map(baseOrderNumber))]);
  return found.flatMap(({ lines }) => lines);
};

type MayHave = { line: Line; stored: readonly FinishedVideo[]; videos: FinishedVideo['sameContent'] };
/** Whether a line has one of the videos, or may still get it. What was uploaded for it and then left for another one is nobody's. */
const mayHave = ({ line, stored, videos }: MayHave): boolean => {
  const given = stored.find(({ lineId }) => lineId === line.number)?.id;
  const has = given ?? (line.video && (storedVideoId(line.video) ?? line.video.url));
  return videos.some(({ id, lineId }) => lineId === line.number && (has === null || has === id));
};

type Undoubted = { order: Order; stored: readonly FinishedVideo[]; confirmed: DeliveryDoubts };

/**
 * Says what is doubtful about stored videos before they are delivered. Outside links cannot be looked into.
 * @throws AppError DeliveryDoubtful, with the sentences by line in `fields`, unless every one of them stands in `confirmed` and all videos
 * have been read
 */
export const assertUndoubted = async (deps: Deps, { order, stored, confirmed }: Undoubted): Promise<DeliveryDoubts> => {
  const others = await linesOf(
    deps,
    stored.flatMap(({ sameContent }) => sameContent.map(({ lineId }) => lineId)),
  );
  const entries = stored.flatMap(({ lineId, footage, sameContent }) => {
    const line = order.lines.find(({ number }) => number === lineId);
    if (!line) return [];
    const alike = others.filter((other) => mayHave({ line: other, stored, videos: sameContent }));
    const doubts = videoDoubts({ line, footage, alike });
    return doubts.length === 0 ? [] : [{ lineId, doubts }];
  });
  const doubts = Object.fromEntries(entries.map((entry) => [entry.lineId, entry.doubts.join('')]));
  // What was found since the admin was asked, nobody has read.
  const isConfirmed = entries.every((entry) => entry.doubts.every((doubt) => confirmed[entry.lineId]?.includes(doubt)));
  // Nobody confirms what is not known yet; it ends by itself.
  const isUnderWay = stored.some(({ footage }) => footage.state === 'pending');
  if (!isConfirmed || (isUnderWay && entries.length > 0)) throw deliveryRefusal('DeliveryDoubtful', doubts);
  return doubts;
};
