import { baseOrderNumber, type VideoNeeds } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { currentPageOf } from '../order/download-page-expiry.ts';
import { hasNothingToDeliver, isDeclined, isPaid, type Line, type Order } from '../order/order.ts';

type OrderLine = { order: Order; line: Line };

const isDeliverable = ({ order, line }: OrderLine): boolean => isPaid(order) && !isDeclined(line) && !hasNothingToDeliver(order);
/** True for a delivered line of a partly delivered order too, because the next delivery reopens its download page. */
const awaitsVideo = ({ order, line }: OrderLine): boolean => isDeliverable({ order, line }) && order.handledAt === null;
/** Whether the line accepts a video: for its delivery, or as a replacement of the delivered one. */
const takesVideo = ({ order, line }: OrderLine): boolean =>
  awaitsVideo({ order, line }) || (isDeliverable({ order, line }) && line.video !== null && currentPageOf(order) !== null);

/** The latest time at which a video of the line could still be used. */
const lastUseOf = ({ order, line }: OrderLine): Date => {
  const times = [order.createdAt, order.handledAt, order.download?.expiresAt, line.claim?.until, line.declined?.at];
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
};

/** Until when finished videos of these lines are needed, and which lines accept a video. Unknown lines are not part of the result. */
export const findVideoNeeds = async ({ orders }: OrdersDeps, lineIds: readonly string[]): Promise<VideoNeeds['lines']> => {
  const found = await orders.findByNumbers([...new Set(lineIds.map(baseOrderNumber))]);
  const requested = new Set(lineIds);
  return found.flatMap((order) =>
    order.lines
      .filter(({ number }) => requested.has(number))
      .map((line) => ({
        lineId: line.number,
        neededUntil: awaitsVideo({ order, line }) ? null : lastUseOf({ order, line }).toISOString(),
        contestId: line.contestId,
        takesVideo: takesVideo({ order, line }),
      })),
  );
};

/**
 * How many orders still need the contest: a video of it is paid and neither delivered nor refunded, or the payment may arrive any moment. A payment
 * that is never made is cancelled after a day.
 */
export const countOpenOrders = async ({ orders }: OrdersDeps, contestId: string): Promise<number> => {
  const isOpen = (order: Order): boolean =>
    !isPaid(order) || order.lines.some((line) => line.contestId === contestId && line.video === null && awaitsVideo({ order, line }));
  return (await orders.listUnhandledOf(contestId)).filter(isOpen).length;
};
