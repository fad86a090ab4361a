import { baseOrderNumber } from '@stagereel/contracts';

type Numbered = { orderNumber: string };

/** The lines of one order, sorted by number; an order has at least one. */
export type LinesOfOrder<Line extends Numbered> = { orderNumber: string; lines: [Line, ...Line[]] };

/** Groups lines by the base number of their order, in the sequence of their first lines. */
export const linesByOrder = <Line extends Numbered>(lines: readonly Line[]): LinesOfOrder<Line>[] => {
  const orders = new Map<string, LinesOfOrder<Line>>();
  for (const line of lines) {
    const orderNumber = baseOrderNumber(line.orderNumber);
    const known = orders.get(orderNumber);
    if (known) known.lines.push(line);
    else orders.set(orderNumber, { orderNumber, lines: [line] });
  }
  for (const order of orders.values()) order.lines.sort((a, b) => a.orderNumber.localeCompare(b.orderNumber));
  return [...orders.values()];
};
