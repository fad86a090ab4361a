import { baseOrderNumber, type VideoNeeds } from '@stagereel/contracts';
import { isDeclined, isGivenBack, isPaid, type Line, type Order } from './order.ts';
import { standingPageOf } from './page-life.ts';
import type { OrderStore } from './ports.ts';

type OneLine = { order: Order; line: Line };

const isOpen = ({ order, line }: OneLine): boolean => isPaid(order) && !isDeclined(line) && !isGivenBack(order);
const isAwaited = ({ order, line }: OneLine): boolean => isOpen({ order, line }) && order.handledAt === null;
/** It is delivered with one, or the delivered one is replaced. */
const takesVideo = ({ order, line }: OneLine): boolean =>
  isAwaited({ order, line }) || (isOpen({ order, line }) && standingPageOf(order) !== null);

/** The latest time at which anything could still be done with a video of the line. */
const lastUse = ({ order, line }: OneLine): Date => {
  const times = [order.createdAt, order.handledAt, order.download?.expiresAt, line.claim?.until, line.declined?.at];
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
};

/** Until when finished videos of these lines are of use, and which lines take one; of lines that no order has, nothing. */
export const findVideoNeeds = async (
  { orders }: { orders: Pick<OrderStore, 'findByNumbers'> },
  lineIds: readonly string[],
): Promise<VideoNeeds['lines']> => {
  const found = await orders.findByNumbers([...new Set(lineIds.map(baseOrderNumber))]);
  const asked = new Set(lineIds);
  return found.flatMap((order) =>
    order.lines
      .filter(({ number }) => asked.has(number))
      .map((line) => ({
        lineId: line.number,
        neededUntil: isAwaited({ order, line }) ? null : lastUse({ order, line }).toISOString(),
        contestId: line.contestId,
        takesVideo: takesVideo({ order, line }),
      })),
  );
};
