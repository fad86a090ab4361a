import { baseOrderNumber, type VideoNeeds } from '@stagereel/contracts';
import { isDeclined, isGivenBack, isPaid, type Line, type Order } from './order.ts';
import type { OrderStore } from './ports.ts';

const isAwaited = ({ order, line }: { order: Order; line: Line }): boolean =>
  isPaid(order) && order.handledAt === null && !isDeclined(line) && !isGivenBack(order);

/** The latest time at which anything could still be done with a video of the line. */
const lastUse = ({ order, line }: { order: Order; line: Line }): Date => {
  const times = [order.createdAt, order.handledAt, order.download?.expiresAt, line.claim?.until, line.declined?.at];
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
};

/** Until when finished videos of these lines are of use; of lines that no order has, nothing. */
export const findVideoNeeds = async (
  { orders }: { orders: Pick<OrderStore, 'findByNumbers'> },
  lineIds: readonly string[],
): Promise<VideoNeeds['lines']> => {
  const found = await orders.findByNumbers([...new Set(lineIds.map(baseOrderNumber))]);
  const asked = new Set(lineIds);
  return found.flatMap((order) =>
    order.lines
      .filter(({ number }) => asked.has(number))
      .map((line) => ({ lineId: line.number, neededUntil: isAwaited({ order, line }) ? null : lastUse({ order, line }).toISOString() })),
  );
};
